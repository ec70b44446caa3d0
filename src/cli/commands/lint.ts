import { isAbsolute, join } from "node:path";
import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { type Call, switchOn, textFlag } from "../call.ts";
import { counted } from "../render/words.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";
import { SOURCE_TYPES, type SourceType } from "../workflows/bundle-sources.ts";
import { type FileFinding, type LintSummary, lintBundle } from "../workflows/lint-bundle.ts";

export const lint: Verb = {
  summary: "Check every workflow and task of a bundle and list all findings",
  arguments: [],
  flags: [
    { name: "type", value: "type", summary: "Check workflows or tasks alone" },
    { name: "dir", value: "dir", summary: "The bundle; the first one refs resolve in unless told" },
    { name: "fail-on-flagged", summary: "Exit 1 when anything is found" },
    { name: "fix", summary: "Mend what can be mended without a doubt, such as a missing pair of quotes" },
  ],
  example: "akm lint --type workflows --fail-on-flagged",
  run: runLint,
};

async function runLint(call: Call): Promise<Answer> {
  const types = typesToLint(textFlag(call, "type"));
  const directory = await bundleDirectory(call);
  const { findings, summary } = await lintBundle(call.machine, directory, types, {
    fix: switchOn(call, "fix"),
  });
  const flagged = switchOn(call, "fail-on-flagged") && summary.flagged > 0;
  return {
    ending: { kind: flagged ? "found-wanting" : "done" },
    result: {
      envelope: {
        ok: true,
        shape: "lint",
        schemaVersion: RESULT_SCHEMA_VERSION,
        findings: findings.map((finding) => ({ ...finding })),
        summary: { ...summary },
      },
      text: (style) => lintText(findings, summary, directory, style),
    },
  };
}

function typesToLint(stated: string | undefined): readonly SourceType[] {
  if (stated === undefined) return SOURCE_TYPES;
  const type = SOURCE_TYPES.find((known) => known === stated);
  if (type !== undefined) return [type];
  const hint = `Use ${SOURCE_TYPES.join(" or ")}.`;
  throw new AkmError("INVALID_FLAG_VALUE", `--type is "${stated}".`, { hint });
}

async function bundleDirectory(call: Call): Promise<string> {
  const workspace = await call.machine.workspace();
  const stated = textFlag(call, "dir");
  if (stated !== undefined) return isAbsolute(stated) ? stated : join(workspace.cwd, stated);
  const [first] = await workspace.bundles();
  if (first !== undefined) return first.directory;
  throw new AkmError("ASSET_NOT_FOUND", "There is no bundle to check.", {
    hint: "Make one with `akm init`, or name one with --dir.",
  });
}

function lintText(
  findings: readonly FileFinding[],
  summary: LintSummary,
  directory: string,
  style: Style,
): string {
  const lines = findings.map(({ file, line, column, severity, code, message }) => {
    const label = severity === "error" ? style.red(severity) : style.yellow(severity);
    return `${file}:${line}:${column}  ${label}  ${message} ${style.dim(`(${code})`)}`;
  });
  const fixed = summary.fixed === 0 ? "" : `, ${summary.fixed} mended`;
  const result = `${counted(summary.files, "file")} in ${directory}, ${counted(summary.flagged, "finding")}${fixed}`;
  return [...lines, ...(lines.length === 0 ? [] : [""]), result].join("\n");
}
