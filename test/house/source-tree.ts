import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");
const SRC = path.join(ROOT, "src");

export interface SourceImport {
  /** The file it leads to, relative to src/ with forward slashes, or the specifier itself (`node:fs`, `yaml`). */
  target: string;
  /** The target's folder of src/; the file's own name for a file that stands in src/; undefined outside of src/. */
  folder: string | undefined;
  typeOnly: boolean;
  dynamic: boolean;
}

export interface SourceFile {
  /** Relative to src/, with forward slashes. */
  file: string;
  folder: string;
  text: string;
  imports: SourceImport[];
}

/** Every TypeScript file of src/ that ships, tests left out. */
export function readSourceTree(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .sort()
    .map(readSourceFile);
}

function readSourceFile(file: string): SourceFile {
  const text = readFileSync(path.join(SRC, file), "utf8");
  return { file, folder: folderOf(file), text, imports: readImports(file, text) };
}

function folderOf(file: string): string {
  return file.split("/")[0] ?? file;
}

const STATIC_IMPORT = /^(?:import|export)\s+(type\s)?(?:[^;"']*?\sfrom\s+)?"([^"]+)"/gm;
const DYNAMIC_IMPORT = /\bimport\(\s*"([^"]+)"\s*\)/g;

function readImports(file: string, text: string): SourceImport[] {
  const fixed = [...text.matchAll(STATIC_IMPORT)].map((match) => ({
    ...resolve(file, match[2] ?? ""),
    typeOnly: match[1] !== undefined || hasOnlyTypeNames(match[0]),
    dynamic: false,
  }));
  const dynamic = [...text.matchAll(DYNAMIC_IMPORT)].map((match) => ({
    ...resolve(file, match[1] ?? ""),
    typeOnly: isTypeQuery(text, match.index),
    dynamic: true,
  }));
  return [...fixed, ...dynamic];
}

/** `import { type A, type B } from` carries nothing at run time. */
function hasOnlyTypeNames(statement: string): boolean {
  const names = /^(?:import|export)\s+\{([^}]*)\}/.exec(statement)?.[1];
  if (names === undefined) return false;
  return names.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

/** `typeof import("…")` and `: import("…").X` name a type and load nothing. */
function isTypeQuery(text: string, at: number): boolean {
  return /(?:typeof|[:<|&])\s*$/.test(text.slice(0, at));
}

function resolve(from: string, specifier: string): Pick<SourceImport, "target" | "folder"> {
  if (!specifier.startsWith(".")) return { target: specifier, folder: undefined };
  const target = path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  return { target, folder: target.startsWith("..") ? undefined : folderOf(target) };
}
