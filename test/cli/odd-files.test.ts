import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AkmHome } from "../rig/akm-home.ts";

const USES = `on: { workflow_dispatch: {} }
jobs: { main: { runs-on: [self-hosted], steps: [{ id: a, uses: scripts/pipe.sh }] } }
`;

test.skipIf(process.platform === "win32").each([
  ["a workflow", "bundle/workflows/pipe.md", ["workflow", "run", "workflows/pipe"]],
  ["a workflow that is looked at", "bundle/workflows/pipe.md", ["show", "workflows/pipe"]],
  ["a workflow that is laid out", "bundle/workflows/pipe.md", ["fmt"]],
  ["a script", "bundle/scripts/pipe.sh", ["workflow", "run", "workflows/uses"]],
  ["an env file", "bundle/env/pipe.env", ["env", "export", "pipe"]],
])("a pipe in the place of %s is named and not waited for", (_, path, words) => {
  const home = new AkmHome();
  home.write("bundle/workflows/uses.yml", USES);
  for (const folder of ["scripts", "env"]) home.write(`bundle/${folder}/.keep`, "");
  execFileSync("mkfifo", [join(home.root, path)]);
  const end = home.akm(words);
  expect(end.status).not.toBe(0);
  expect(end.status).not.toBe(70);
  expect(end.stdout + end.stderr).toMatch(/pipe\.\w+ (?:cannot be read: it is no file|is not a file)/);
});
