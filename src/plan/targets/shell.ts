import {
  ENV_NAME_PATTERN,
  EXEC_COMMAND_ENTRIES_MAX,
  EXEC_COMMAND_ENTRIES_MIN,
  EXEC_COMMAND_ENTRY_BYTES_MAX,
  EXEC_PASS_ENV_MAX,
  EXEC_TIMEOUT_DEFAULT_MS,
} from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import { execCwdProblem } from "../../source/index.ts";
import type { ShellTarget } from "../plan.ts";
import { nulProblem } from "../stored-value.ts";
import type { TargetKind } from "./target-kind.ts";

/** An argv command. It names no engine, so the document's engine, model and llm do not reach it. */
export const shellKind: TargetKind<ShellTarget> = {
  kind: "shell",
  timeoutDefaultMs: () => EXEC_TIMEOUT_DEFAULT_MS,
  answersFeedback: false,

  freeze: ({ exec }) => (exec === undefined ? undefined : { kind: "shell", ...exec }),

  decode: (stored) => ({
    kind: "shell",
    command: stored
      .required("command")
      .array(EXEC_COMMAND_ENTRIES_MIN, EXEC_COMMAND_ENTRIES_MAX)
      .map((entry) => entry.text({ bytesMax: EXEC_COMMAND_ENTRY_BYTES_MAX, problem: nulProblem })),
    ...compact({ cwd: stored.optional("cwd")?.text({ problem: execCwdProblem }) }),
    passEnv: stored
      .required("passEnv")
      .array(0, EXEC_PASS_ENV_MAX)
      .map((entry) => entry.text({ pattern: ENV_NAME_PATTERN })),
  }),

  describe: ({ command, cwd, passEnv }) => ({
    exec: { command, ...compact({ cwd, passEnv: passEnv.length === 0 ? undefined : passEnv }) },
  }),
};
