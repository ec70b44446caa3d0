import { expect, test } from "vitest";
import { formatPath } from "./json-path.ts";

test.each([
  [[], ""],
  [["files", 0, "name"], "files[0].name"],
  [[2], "[2]"],
  [["odd key", 'quo"te', ""], '["odd key"]["quo\\"te"][""]'],
  [["a", "b-c"], 'a["b-c"]'],
])("the path %j is written as %s", (path, expected) => {
  expect(formatPath(path)).toBe(expected);
});
