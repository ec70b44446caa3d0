import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Json, JsonObject } from "../../../src/contract/index.ts";
import type { AgentPlatform, FrozenAgentEngine } from "../../../src/plan/index.ts";

/** How a fake agent behaves; `answer` unless told. */
export interface Behaviour {
  mode?:
    | "answer"
    | "refusal"
    | "empty"
    | "error"
    | "error-exit-0"
    | "rate-limit"
    | "crash"
    | "hang"
    | "linger"
    | "odd-bytes";
  text?: string;
  /** A structured answer. */
  value?: Json;
  /** Whatever else one platform's fake knows. */
  [more: string]: unknown;
}

/** What a fake agent was given. */
export interface FakeCall {
  pid: number;
  argv: string[];
  prompt: string;
  context: { AKM_RUN_ID?: string; AKM_UNIT_ID?: string; AKM_INPUTS?: string };
  /** The names of all its variables. */
  names: string[];
  [more: string]: unknown;
}

const PROGRAMS: Record<AgentPlatform, string> = {
  claude: "claude.mjs",
  codex: "codex.mjs",
  opencode: "opencode.mjs",
  "opencode-sdk": "opencode-serve.mjs",
  gemini: "gemini.mjs",
  acp: "acp.mjs",
  custom: "custom.mjs",
};

/** A stand-in for the real program of a platform, with a directory of its own to work in. */
export class FakeAgent {
  readonly directory = realpathSync(mkdtempSync(join(tmpdir(), "akm-fake-agent-")));
  readonly #platform: AgentPlatform;
  readonly #behaviourFile = join(this.directory, "behaviour.json");

  constructor(platform: AgentPlatform, behaviour: Behaviour = {}) {
    this.#platform = platform;
    this.behave(behaviour);
  }

  /** From the next attempt on. */
  behave(behaviour: Behaviour): void {
    writeFileSync(this.#behaviourFile, JSON.stringify(behaviour));
  }

  engine(fields: Partial<FrozenAgentEngine> = {}): FrozenAgentEngine {
    const { args = [], ...rest } = fields;
    const program = join(import.meta.dirname, PROGRAMS[this.#platform]);
    return {
      kind: "agent",
      name: "fake",
      platform: this.#platform,
      bin: process.execPath,
      envPassthrough: [],
      ...rest,
      args: [program, this.#behaviourFile, ...args],
    };
  }

  /** All that it was given so far, oldest first. */
  get calls(): FakeCall[] {
    try {
      const lines = readFileSync(`${this.#behaviourFile}.log`, "utf8").trimEnd().split("\n");
      return lines.map((line) => JSON.parse(line) as FakeCall);
    } catch {
      return [];
    }
  }

  get lastCall(): FakeCall | undefined {
    return this.calls.at(-1);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}

/** A schema that every platform's own mode takes. */
export const BIRD_SCHEMA: JsonObject = {
  type: "object",
  properties: { bird: { type: "string" } },
  required: ["bird"],
  additionalProperties: false,
};
