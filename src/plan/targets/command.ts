import { compact } from "../../lib/compact.ts";
import { decodeEngine } from "../decode-engine.ts";
import type { CommandTarget } from "../plan.ts";
import type { TargetKind } from "./target-kind.ts";

/** An instruction for an engine: what every unit is that asks for nothing else. */
export const commandKind: TargetKind<CommandTarget> = {
  kind: "command",
  timeoutDefaultMs: ({ engine }) => engine?.timeoutMs,
  answersFeedback: true,

  freeze: ({ engine }) => (engine === undefined ? undefined : { kind: "command", engine: engine.engine }),

  decode: (stored) => ({ kind: "command", engine: stored.required("engine").object(decodeEngine) }),

  describe: ({ engine: { name, model } }) => compact({ engine: name, model }),
};
