// Prints {"file", "problems"} for the file this unit was given.
import { lstatSync, readFileSync } from "node:fs";

const file = JSON.parse(process.env.AKM_ITEM);
process.stdout.write(JSON.stringify({ file, problems: problemsOf(file) }));

function problemsOf(name) {
  const found = lstatSync(name, { throwIfNoEntry: false });
  // Gone since the list was made, or a link or submodule: nothing to read.
  if (found === undefined || !found.isFile()) return [];
  const bytes = readFileSync(name);
  return bytes.includes(0) ? [] : [...textProblems(bytes.toString("utf8")), ...jsonProblems(name, bytes)];
}

function textProblems(text) {
  const problems = [];
  if (text !== "" && !text.endsWith("\n")) problems.push("no newline at the end");
  for (const [index, line] of text.split("\n").entries()) {
    if (/^(?:<{7}|>{7}) /.test(line)) problems.push(`line ${index + 1}: conflict marker`);
    if (/[ \t]\r?$/.test(line)) problems.push(`line ${index + 1}: blank at the line's end`);
  }
  return problems;
}

function jsonProblems(name, bytes) {
  if (!name.endsWith(".json")) return [];
  try {
    JSON.parse(bytes.toString("utf8"));
    return [];
  } catch (error) {
    return [`not JSON: ${error.message}`];
  }
}
