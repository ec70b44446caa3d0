/** The keys that hold something: NULL columns, and those an older schema lacks, are absent from a record. */
export function definedOnly<T extends object>(fields: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const present: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && value !== undefined) present[name] = value;
  }
  return present;
}
