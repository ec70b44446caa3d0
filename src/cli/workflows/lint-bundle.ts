import type { Machine } from "../../compose.ts";
import { AkmError } from "../../errors/index.ts";
import type { Finding } from "../../source/index.ts";
import { type BundleSource, listBundleSources, type SourceType, sourceReaders } from "./bundle-sources.ts";
import { troubleFinding } from "./trouble-finding.ts";

export interface FileFinding extends Omit<Finding, "fix"> {
  /** Relative to the bundle. */
  file: string;
}

export interface LintSummary {
  files: number;
  flagged: number;
  fixed: number;
}

/**
 * Checks every source file of these types in a bundle; with `fix`, mends first what can be mended without a doubt. Errors:
 * `ASSET_NOT_FOUND` when it is no directory.
 */
export async function lintBundle(
  machine: Machine,
  directory: string,
  types: readonly SourceType[],
  { fix }: { fix: boolean },
): Promise<{ findings: FileFinding[]; summary: LintSummary }> {
  const [{ bundleName, isDirectory, readWorkflowFile, replaceFile }, { applyFixes }, readers] =
    await Promise.all([machine.disk(), machine.source(), sourceReaders(machine)]);
  if (!isDirectory(directory)) throw new AkmError("ASSET_NOT_FOUND", `There is no directory ${directory}.`);
  const bundle = { name: bundleName(directory), directory };
  const sources = (await listBundleSources(machine, bundle)).filter(({ type }) => types.includes(type));
  const findings: FileFinding[] = [];
  let fixed = 0;
  const lintFile = ({ path, type }: BundleSource): Finding[] => {
    const read = readers[type];
    const { bytes } = readWorkflowFile(path);
    const { findings: found } = read(bytes, path);
    const mended = fix
      ? applyFixes(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), found)
      : undefined;
    if (mended === undefined || mended.fixed === 0) return found;
    const text = Buffer.from(mended.text);
    try {
      replaceFile(path, text);
    } catch (error) {
      return [...found, troubleFinding(error)];
    }
    fixed += mended.fixed;
    return read(text, path).findings;
  };
  for (const source of sources) findings.push(...findingsOf(source, lintFile));
  return { findings, summary: { files: sources.length, flagged: findings.length, fixed } };
}

function findingsOf(source: BundleSource, lintFile: (source: BundleSource) => Finding[]): FileFinding[] {
  const { file } = source;
  if (file.endsWith(".yaml")) return [yamlFinding(file)];
  try {
    return lintFile(source).map((finding) => withFile(file, finding));
  } catch (error) {
    return [withFile(file, troubleFinding(error))];
  }
}

function withFile(file: string, { line, column, severity, code, message, fixable }: Finding): FileFinding {
  return { file, line, column, severity, code, message, fixable };
}

function yamlFinding(file: string): FileFinding {
  const message = `The extension is .yml, not .yaml: rename it to ${file.replace(/\.yaml$/, ".yml")}.`;
  return { file, line: 1, column: 1, severity: "error", code: "extension", message, fixable: false };
}
