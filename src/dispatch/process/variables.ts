/** Environment variables by name; one that is not set has no key. */
export type Variables = Record<string, string>;
