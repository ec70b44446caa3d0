/** A step into a value: an object key or an array index. */
export type PathSegment = string | number;

/**
 * A bare reference string, parsed. Exactly two roots exist: `params.<name>` and `steps.<id>.output`;
 * a path may follow either (spec tables.md, "what they may name").
 */
export type Reference =
  | { root: "params"; text: string; name: string; path: PathSegment[] }
  | { root: "steps"; text: string; stepId: string; path: PathSegment[] };

export type ParsedReference =
  | { ok: true; reference: Reference }
  /** `offset` is the 0-based UTF-16 index in the text where reading stopped. */
  | { ok: false; message: string; offset: number };
