import { EXEC_TIMEOUT_DEFAULT_MS, SCRIPT_EXTENSIONS } from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import { execCwdProblem } from "../../source/index.ts";
import type { ScriptTarget } from "../plan.ts";
import type { TargetKind } from "./target-kind.ts";

/** A script asset. What is run is what was frozen, whatever became of the file. */
export const scriptKind: TargetKind<ScriptTarget> = {
  kind: "script",
  timeoutDefaultMs: () => EXEC_TIMEOUT_DEFAULT_MS,
  answersFeedback: false,

  freeze: ({ script }) => (script === undefined ? undefined : { kind: "script", ...script }),

  decode: (stored) => ({
    kind: "script",
    ref: stored.required("ref").text(),
    extension: stored.required("extension").oneOf(SCRIPT_EXTENSIONS),
    contentBase64: stored.required("contentBase64").text({ bytesMin: 0, pattern: /^[A-Za-z0-9+/]*={0,2}$/ }),
    ...compact({ cwd: stored.optional("cwd")?.text({ problem: execCwdProblem }) }),
  }),

  describe: ({ ref }) => ({ script: ref }),
};
