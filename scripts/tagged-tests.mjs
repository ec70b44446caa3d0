// Finds the tests that say which statements they show: `// shows: <id>, <id>` right above a test or a describe.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const TAG = /^\s*\/\/ shows: (.+)$/;
const CALL = /^(\s*)(test|describe)[.(]/;
const TEXT = String.raw`(?:"((?:[^"\\]|\\.)*)"|\x60((?:[^\x60\\]|\\.)*)\x60)`;

/**
 * Every tag of the test files, and of the contracts that test files call, under `folders` of `root`.
 * @returns {{file: string, line: number, ids: string[], title: string | undefined}[]} `title` is undefined where the
 *   tag stands above neither test nor describe
 */
export function findTaggedTests(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?:\.test|-contract)\.ts$/.test(file))
      .map((file) => path.posix.join(folder, file.replaceAll(path.sep, "/")))
      .sort()
      .flatMap((file) => tagsOf(file, readFileSync(path.join(root, file), "utf8"))),
  );
}

function tagsOf(file, text) {
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const ids = TAG.exec(line)?.[1];
    if (ids === undefined) return [];
    return {
      file,
      line: index + 1,
      ids: ids.split(",").map((id) => id.trim()),
      title: titleBelow(lines, index),
    };
  });
}

/** `describe › test`, as the file spells the two. */
function titleBelow(lines, tagIndex) {
  const below = lines.findIndex((line, index) => index > tagIndex && !/^\s*\/\//.test(line));
  const title = titleAt(lines, below);
  if (title === undefined) return undefined;
  const outer = enclosingDescribe(lines, below);
  return outer === undefined ? title : `${titleAt(lines, outer)} › ${title}`;
}

function enclosingDescribe(lines, at) {
  const depth = CALL.exec(lines[at])[1].length;
  const outer = lines.slice(0, at).findLastIndex((line) => {
    const call = CALL.exec(line);
    return call?.[2] === "describe" && call[1].length < depth;
  });
  return outer === -1 ? undefined : outer;
}

/** The title of the call that begins at a line; that of `test.each(table)("title"` follows the table. */
function titleAt(lines, at) {
  const call = CALL.exec(lines[at] ?? "");
  if (call === null) return undefined;
  const first = new RegExp(String.raw`^\s*(?:test|describe)\(\s*${TEXT}`).exec(
    `${lines[at]}\n${lines[at + 1]}`,
  );
  if (first !== null) return unescapeTitle(first);
  const rest = lines.slice(at);
  const end = rest.findIndex((line) => isHead(line, call[1]) && /\)\((?:["\x60]|$)/.test(line));
  if (end === -1) return undefined;
  const title = new RegExp(String.raw`^[\s\S]*?\)\(\s*${TEXT}`).exec(`${rest[end]}\n${rest[end + 1]}`);
  return title === null ? undefined : unescapeTitle(title);
}

/** Whether a line begins or continues the head of a statement that is indented by `indent`. */
function isHead(line, indent) {
  return line.startsWith(indent) && /^[\])}td]/.test(line.slice(indent.length));
}

function unescapeTitle(match) {
  return (match[1] ?? match[2] ?? "").replaceAll(/\\(["\x60\\])/g, "$1");
}
