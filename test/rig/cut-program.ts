// akm itself, but for a journal that ends the process with SIGKILL at the write that AKM_TEST_CUT names (`<number>:before|after`).
import { openProcessHost, runCommandLine } from "../../src/cli/index.ts";
import { composeMachine } from "../../src/compose.ts";
import type { Journal } from "../../src/ports/index.ts";
import { decorateJournal } from "./decorate-journal.ts";

const [cutAt, when] = (process.env.AKM_TEST_CUT ?? "0:before").split(":");
const machine = composeMachine(process.env, () => process.cwd());
const cutMachine = {
  ...machine,
  openJournal: async (...options: Parameters<typeof machine.openJournal>) =>
    killingJournal(await machine.openJournal(...options), Number(cutAt)),
};
const host = openProcessHost(process, (status) => process.exit(status));
process.exit(await runCommandLine(process.argv.slice(2), host, cutMachine, "0.0.0-test"));

/** Counts every write, the run's creation included; the process dies right before or right after the one to be cut. */
function killingJournal(journal: Journal, cut: number): Journal {
  let writes = 0;
  const around = async <T>(write: () => Promise<T>): Promise<T> => {
    writes += 1;
    const dies = writes === cut;
    if (dies && when === "before") process.kill(process.pid, "SIGKILL");
    const result = await write();
    if (dies) process.kill(process.pid, "SIGKILL");
    return result;
  };
  return decorateJournal(journal, {
    record: (entries) => around(() => journal.record(entries)),
    createRun: (newRun, options) => around(() => journal.createRun(newRun, options)),
  });
}
