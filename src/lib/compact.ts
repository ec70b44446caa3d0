/** The same fields, those that may be undefined being optional instead. */
export type Compact<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** The object without the keys that hold undefined: optional keys are absent, never there and empty. */
export function compact<Fields extends object>(fields: Fields): Compact<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Compact<Fields>;
}
