import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AkmEnd, AkmHome } from "../rig/akm-home.ts";

/** With characters that JSON, URLs and shells write in other ways, and long enough for base64 to be broken into lines. */
export const PLANTED = {
  /** Bound by itself, from a file. */
  BOUND: 'b0und-"quo\\te"/+%&é-secret',
  /** An entry of an env file. */
  ENTRY: "entry'secret $HOME #1 <tag> & more, so that it is longer than one line of base64 can be: 76",
  /** Put into another entry of that file. */
  INNER: "1nner:secret@value",
  /** Over several lines, as keys are. */
  LINES:
    "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\nAgEAAoIBAQC7VJTUt9Us8cKj\n-----END KEY-----\n",
  /** What an engine is called with. */
  ENGINE_KEY: "sk-engine+key/0123456789=",
  /** A param that looks like what no param should be. */
  PARAM: "param-hunter2-token",
} as const;

/** Every listed form of a value, made by other means than the program's own. */
export function formsOf(value: string): string[] {
  const text = value.trim();
  const inJson = JSON.stringify(text).slice(1, -1);
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before, "x"), bytes]);
    // The first and the last characters belong to neighbours too.
    const inner = (encoded: string) => encoded.slice(before === 0 ? 0 : 4, -4);
    return [inner(whole.toString("base64")), inner(whole.toString("base64url"))];
  });
  return [
    text,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(text),
    new URLSearchParams({ x: text }).toString().slice(2),
    ...base64,
  ];
}

/** The same as programs write them, whole. */
export function writingsOf(value: string): string[] {
  const inJson = JSON.stringify(value);
  const bytes = Buffer.from(value);
  const base64 = ["", "x", "xx"].map((before) =>
    Buffer.concat([Buffer.from(before), bytes]).toString("base64"),
  );
  return [value, inJson, JSON.stringify(inJson), encodeURIComponent(value), ...base64];
}

/** A program that prints the value of each variable named in every form, and does with them what is asked. */
export const PRINTER = `
const values = process.argv.slice(3).map((name) => process.env[name] ?? "");
const forms = values.flatMap((value) => {
  const bytes = Buffer.from(value);
  const inJson = JSON.stringify(value);
  return [value, inJson, JSON.stringify(inJson), encodeURIComponent(value),
    new URLSearchParams({ x: value }).toString(), ...["", "x", "xx"].flatMap((before) => {
      const whole = Buffer.concat([Buffer.from(before), bytes]);
      const lines = whole.toString("base64").replace(/.{76}/g, "$&\\n");
      return [whole.toString("base64"), whole.toString("base64url"), lines];
    })];
});
const text = forms.join("\\n");
switch (process.argv[2]) {
  case "text": process.stdout.write(text); break;
  case "json": process.stdout.write(JSON.stringify(
    { values: forms, keys: Object.fromEntries(forms.map((form) => ["k:" + form, form])), deep: [[{ json: JSON.stringify({ forms }) }]] })); break;
  case "not-json": process.stdout.write("{" + text); break;
  case "fail": process.stderr.write("x".repeat(20000) + text); process.exitCode = 3; break;
  case "pieces": {
    for (const character of text) process.stdout.write(character);
    process.stderr.write(text.slice(-3000));
    process.exitCode = 4;
    break;
  }
  case "cut": process.stdout.write("x".repeat(8 * 1024 * 1024 - 20) + values[0].repeat(3)); break;
}
`;

/** Everything a user can ask about a run. */
export function askAll(home: AkmHome, runId: string): AkmEnd[] {
  return [
    ["workflow", "status", runId, "--units", "--format", "json"],
    ["workflow", "status", runId, "--units", "--format", "text"],
    ["workflow", "status", runId, "--units", "--format", "yaml"],
    ["workflow", "list", "--format", "json"],
    ["workflow", "list", "--format", "text"],
    ["log", "--run", runId, "--format", "jsonl"],
    ["env", "list"],
    ["secret", "list"],
  ].map((words) => home.akm(words));
}

/** Whatever of the forms can be found in what the commands printed or in any file below the directory. */
export function findLeaks(values: readonly string[], ends: readonly AkmEnd[], directory: string): string[] {
  const forms = values.flatMap(formsOf);
  const places = new Map<string, Buffer>();
  for (const [index, { stdout, stderr }] of ends.entries()) {
    places.set(`stdout ${index}`, Buffer.from(stdout));
    places.set(`stderr ${index}`, Buffer.from(stderr));
  }
  for (const path of filesBelow(directory)) places.set(path, readFileSync(path));
  return [...places].flatMap(([place, bytes]) =>
    forms.filter((form) => bytes.includes(form)).map((form) => `${place}: ${form}`),
  );
}

function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
