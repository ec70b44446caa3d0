import type { Json } from "../../../contract/index.ts";

/**
 * The value at a path such as `choices.0.text`, undefined where there is none. A number indexes an array, a negative one from
 * its end (`-1.result`).
 */
export function readDottedPath(value: Json, path: string): Json | undefined {
  let found: Json | undefined = value;
  for (const segment of path.split(".")) {
    if (Array.isArray(found)) found = /^-?\d+$/.test(segment) ? found.at(Number(segment)) : undefined;
    else if (typeof found === "object" && found !== null && Object.hasOwn(found, segment))
      found = found[segment];
    else return undefined;
  }
  return found;
}
