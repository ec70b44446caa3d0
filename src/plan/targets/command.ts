import {
  ENGINE_NAME_CHARS_MAX,
  ENGINE_NAME_PATTERN,
  ENGINE_NAME_RESERVED_PREFIX,
} from "../../contract/index.ts";
import { compact } from "../../lib/compact.ts";
import type { CommandTarget } from "../plan.ts";
import type { TextRule } from "../stored-value.ts";
import type { TargetKind } from "./target-kind.ts";

const ENGINE_NAME: TextRule = {
  charsMax: ENGINE_NAME_CHARS_MAX,
  pattern: ENGINE_NAME_PATTERN,
  problem: (name) => (name.startsWith(ENGINE_NAME_RESERVED_PREFIX) ? "is a name of akm's own" : undefined),
};

/** An instruction for an engine: what every unit is that asks for nothing else. */
export const commandKind: TargetKind<CommandTarget> = {
  kind: "command",
  answersFeedback: true,

  freeze: ({ engine, model, llm }) => ({ kind: "command", ...compact({ engine, model, llm }) }),

  decode: (stored) => ({
    kind: "command",
    ...compact({
      engine: stored.optional("engine")?.text(ENGINE_NAME),
      model: stored.optional("model")?.text(),
      llm: stored.optional("llm")?.jsonObject(),
    }),
  }),

  describe: ({ engine, model, llm }) => compact({ engine, model, llm }),
};
