import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { decorateJournal } from "../../../test/rig/decorate-journal.ts";
import { scriptedHost } from "../../../test/rig/scripted-host.ts";
import { tempTree } from "../../../test/rig/temp-tree.ts";
import { composeMachine } from "../../compose.ts";
import { runCommandLine } from "../command-line.ts";

const PARENT = `on: { workflow_dispatch: {} }
jobs: { main: { runs-on: [self-hosted], steps: [{ id: down, uses: workflows/middle }] } }
`;
const MIDDLE = `on: { workflow_dispatch: {} }
jobs: { main: { runs-on: [self-hosted], steps: [{ id: say, uses: scripts/say.sh }] } }
`;

test.each(["workflows/parent.yml", "workflows/middle.yml", "scripts/say.sh"])(
  "a run is not started when %s changes after it was read and before the run is there",
  async (changing) => {
    const files = {
      "bundle/workflows/parent.yml": PARENT,
      "bundle/workflows/middle.yml": MIDDLE,
      "bundle/scripts/say.sh": "echo hello\n",
    };
    const root = tempTree(files);
    const environment = {
      PATH: process.env.PATH,
      HOME: root,
      AKM_BUNDLE_DIR: join(root, "bundle"),
      AKM_DATA_DIR: join(root, "data"),
      AKM_CONFIG_DIR: join(root, "config"),
      AKM_CACHE_DIR: join(root, "cache"),
    };
    const machine = composeMachine(environment, () => root);
    const changed = {
      ...machine,
      openJournal: async (...options: Parameters<typeof machine.openJournal>) => {
        const journal = await machine.openJournal(...options);
        return decorateJournal(journal, {
          createRun(newRun, how) {
            writeFileSync(join(root, "bundle", changing), "changed\n");
            return journal.createRun(newRun, how);
          },
        });
      },
    };
    const { host, kept } = scriptedHost();
    const words = ["workflow", "run", "workflows/parent", "--format", "json"];
    expect(await runCommandLine(words, host, changed, "0.0.0-test")).toBe(2);
    expect(JSON.parse(kept.stderr)).toMatchObject({
      code: "WORKFLOW_SOURCE_INVALID",
      error: expect.stringContaining(`${changing} changed while the run was being started`),
    });
    const reader = await machine.openReader(() => undefined);
    expect(await reader?.listRuns({ children: true })).toEqual([]);
    reader?.close();
  },
);
