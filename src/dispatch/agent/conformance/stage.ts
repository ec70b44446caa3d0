import type { Json } from "../../../contract/index.ts";

/** What the model behind an agent does in a case. */
export type Scene =
  | { kind: "answer"; text: string }
  | { kind: "value"; value: Json }
  | { kind: "refusal" }
  | { kind: "empty" }
  | { kind: "rate-limit" }
  /** It works on and on. */
  | { kind: "busy" };

/** Has the model behind an agent, or the agent itself, play a scene. Only tests have one: nobody can make a real model refuse. */
export interface Stage {
  /** From the next attempt on. */
  play(scene: Scene): void;
  /** Resolves once the agent has been given the prompt of the attempt that is out. */
  atWork(): Promise<void>;
  /** Whether a prompt has arrived byte for byte. */
  received(prompt: string): boolean;
}
