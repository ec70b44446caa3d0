import type { Scene, Stage } from "../../src/dispatch/agent/conformance/index.ts";
import {
  type ModelRequest,
  type ModelServer,
  type ScriptedAnswer,
  startModelServer,
} from "./model-server.ts";

const RATE_LIMITED = JSON.stringify({
  error: { type: "rate_limit_error", code: 429, status: "RESOURCE_EXHAUSTED", message: "slow down" },
});
/** The tool by which one agent has its model hand over a value. */
const VALUE_TOOL = "StructuredOutput";

/** A model server as a stage: whichever protocol an agent speaks, its model plays the scene. */
export class ModelStage implements Stage {
  readonly server: ModelServer;
  readonly #playing: { scene: Scene };
  #before = 0;

  private constructor(server: ModelServer, playing: { scene: Scene }) {
    this.server = server;
    this.#playing = playing;
  }

  static async open(): Promise<ModelStage> {
    const playing: { scene: Scene } = { scene: { kind: "answer", text: "ok" } };
    const server = await startModelServer((request) => answerTo(playing.scene, request));
    return new ModelStage(server, playing);
  }

  play(scene: Scene): void {
    this.#playing.scene = scene;
    this.#before = this.server.requests.length;
  }

  async atWork(): Promise<void> {
    await this.server.received(this.#before + 1);
  }

  received(prompt: string): boolean {
    return this.server.requests.slice(this.#before).some(({ body }) => holds(body, prompt));
  }
}

function answerTo(scene: Scene, { body }: ModelRequest): ScriptedAnswer {
  switch (scene.kind) {
    case "value": {
      const input = scene.value as Record<string, unknown>;
      if (JSON.stringify(body.tools ?? []).includes(`"${VALUE_TOOL}"`))
        return { toolCall: { name: VALUE_TOOL, arguments: input } };
      return { text: JSON.stringify(input) };
    }
    case "refusal":
      return { refusal: "I will not do that." };
    case "empty":
      return { text: "" };
    case "rate-limit":
      return { status: 429, raw: RATE_LIMITED };
    case "busy":
      return { hang: "before-headers" };
    case "answer":
      return { text: scene.text };
    default:
      return scene satisfies never;
  }
}

/** Whether a text in the value, however deep, is the one looked for or holds it. */
function holds(value: unknown, text: string): boolean {
  if (typeof value === "string") return value.includes(text);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => holds(inner, text));
}
