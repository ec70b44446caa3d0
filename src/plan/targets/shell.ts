import {
  ENV_NAME_PATTERN,
  EXEC_COMMAND_ENTRIES_MAX,
  EXEC_COMMAND_ENTRIES_MIN,
  EXEC_COMMAND_ENTRY_BYTES_MAX,
  EXEC_CWD_CHARS_MAX,
  EXEC_PASS_ENV_MAX,
  EXEC_TIMEOUT_DEFAULT_MS,
} from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import { CONTAINED_PATH } from "../contained-path.ts";
import type { ShellTarget } from "../plan.ts";
import type { TargetKind } from "./target-kind.ts";

/** An argv command. It names no engine, so the document's engine, model and llm do not reach it. */
export const shellKind: TargetKind<ShellTarget> = {
  kind: "shell",
  timeoutDefaultMs: EXEC_TIMEOUT_DEFAULT_MS,
  answersFeedback: false,

  freeze: ({ exec }) => (exec === undefined ? undefined : { kind: "shell", ...exec }),

  decode: (stored) => ({
    kind: "shell",
    command: stored
      .required("command")
      .array(EXEC_COMMAND_ENTRIES_MIN, EXEC_COMMAND_ENTRIES_MAX)
      .map((entry) => entry.text({ bytesMax: EXEC_COMMAND_ENTRY_BYTES_MAX })),
    ...compact({ cwd: stored.optional("cwd")?.text({ charsMax: EXEC_CWD_CHARS_MAX, rule: CONTAINED_PATH }) }),
    passEnv: stored
      .required("passEnv")
      .array(0, EXEC_PASS_ENV_MAX)
      .map((entry) => entry.text({ pattern: ENV_NAME_PATTERN })),
  }),

  describe: ({ command, cwd, passEnv }) => ({
    exec: { command, ...compact({ cwd, passEnv: passEnv.length === 0 ? undefined : passEnv }) },
  }),
};
