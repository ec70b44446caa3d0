// Writes the report to the param `report` and prints that path. The headline is the first argument.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const { report } = JSON.parse(process.env.AKM_PARAMS);
const { checked, flagged } = JSON.parse(process.env.AKM_INPUTS)["steps.judge.output"];

const lines = [`# ${process.argv[2]}`, "", `${checked} files checked, ${flagged.length} with problems.`];
for (const { file, problems } of flagged) {
  lines.push("", `## ${file}`, "", ...problems.map((problem) => `- ${problem}`));
}
mkdirSync(path.dirname(report), { recursive: true });
writeFileSync(report, `${lines.join("\n")}\n`);
process.stdout.write(report);
