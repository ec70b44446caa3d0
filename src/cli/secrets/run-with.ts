import { isatty } from "node:tty";
import type { EnvEntry } from "../../ports/index.ts";
import type { Call } from "../call.ts";
import { INTERRUPT_SIGNALS } from "../exit.ts";
import type { Answer } from "../verb.ts";

/**
 * Runs the call's command in akm's own environment with these variables over it. Its streams are akm's, its exit status becomes
 * akm's. Errors: `ASSET_NOT_FOUND` for a program that cannot be started.
 */
export async function runWith(call: Call, variables: readonly EnvEntry[]): Promise<Answer> {
  const { passThrough } = await call.machine.dispatch();
  const { cwd } = await call.machine.workspace();
  const environment = { ...ownVariables(call), ...asRecord(variables) };
  let stopForwarding = (): void => undefined;
  try {
    const launch = { argv: call.command, directory: cwd, environment };
    const { exitStatus } = await passThrough(launch, (forward) => {
      stopForwarding = call.host.onSignal(INTERRUPT_SIGNALS, (signal) => {
        if (!comesFromTerminal(signal)) forward(signal);
      });
    });
    return { ending: { kind: "command-ended", status: exitStatus } };
  } finally {
    stopForwarding();
  }
}

/** A terminal sends Ctrl-C to every program in front of it; twice would mean something else to many. */
function comesFromTerminal(signal: NodeJS.Signals): boolean {
  return signal === "SIGINT" && isatty(0);
}

function ownVariables({ host }: Call): Record<string, string> {
  const set = Object.entries(host.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(set);
}

function asRecord(variables: readonly EnvEntry[]): Record<string, string> {
  return Object.fromEntries(variables.map(({ name, value }) => [name, value]));
}
