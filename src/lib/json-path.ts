/** A way into a JSON value: object keys and array indexes, from the outside in. */
export type JsonPath = readonly (string | number)[];

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * A path as the reference grammar writes one: `files[0].name`, `["odd key"]`; empty for the value itself.
 * A prefix such as `steps.build.output` goes in front with {@link joinPath}.
 */
export function formatPath(path: JsonPath): string {
  return joinPath("", path);
}

export function joinPath(prefix: string, path: JsonPath): string {
  let text = prefix;
  for (const segment of path) {
    if (typeof segment === "number") text += `[${segment}]`;
    else if (!IDENTIFIER.test(segment)) text += `[${JSON.stringify(segment)}]`;
    else text += text === "" ? segment : `.${segment}`;
  }
  return text;
}
