/** A way into a JSON value: object keys and array indexes, from the outside in. */
export type JsonPath = readonly (string | number)[];

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A path as the reference grammar writes one: `files[0].name`, `["odd key"]`; empty for the value itself. */
export function formatPath(path: JsonPath): string {
  let text = "";
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!IDENTIFIER.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}
