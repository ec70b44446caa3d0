import type { Json, JsonObject } from "../contract/index.ts";
import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256Hex } from "../lib/sha256.ts";

/** What a unit is given besides its instructions. JSON texts are canonical, made once a step. */
export interface UnitContext {
  /** Every run param. */
  params: string;
  /** In a map. */
  item?: { json: string; index: number };
  /** The step's `inputs:` keyed by reference string; absent when the step declares none. */
  inputs?: string;
  /** A composed task's resolved inputs. */
  taskInputs?: string;
  /** What the judge of the gate loop before found missing. */
  feedback?: GateFeedback;
  /** Why the unit's last answer was not accepted. */
  correction?: string;
}

export interface GateFeedback {
  missing: string[];
  feedback: string;
}

export interface Prompt {
  text: string;
  /** Each part with its size in UTF-8 bytes, in order, for a message about a prompt that is too large. */
  parts: { label: string; bytes: number }[];
}

/**
 * The one text a model or an agent is given: the instructions byte-exact, then each piece of context in a block of its own. A
 * block's fence carries a digest of what it holds, so that no content can close its own block. Pure: a first run and a resumed
 * one get the same bytes (spec engines.md, "What a unit is given").
 */
export function buildPrompt(
  instructions: string,
  context: UnitContext,
  outputSchema: JsonObject | undefined,
): Prompt {
  const blocks = contextBlocks(context, outputSchema);
  const text = [instructions, ...blocks.map(fenced)].join("\n\n");
  return {
    text: `${text}\n`,
    parts: [
      { label: "instructions", bytes: Buffer.byteLength(instructions) },
      ...blocks.map(({ label, content }) => ({ label, bytes: Buffer.byteLength(content) })),
    ],
  };
}

interface Block {
  label: string;
  lead: string;
  content: string;
}

function contextBlocks(context: UnitContext, outputSchema: JsonObject | undefined): Block[] {
  const { params, item, inputs, taskInputs, feedback, correction } = context;
  const blocks: Block[] = [];
  const add = (label: string, lead: string, content: string): void => {
    blocks.push({ label, lead, content });
  };
  if (params !== "{}") add("params", "The parameters of this run, as JSON.", params);
  if (item !== undefined)
    add("item", `The item this unit is for, as JSON (position ${item.index}).`, item.json);
  if (inputs !== undefined) blocks.push(...inputBlocks(inputs));
  if (taskInputs !== undefined) add("task-inputs", "The inputs of this task, as JSON.", taskInputs);
  if (feedback !== undefined)
    add(
      "feedback",
      "An earlier result of this step was judged incomplete. Mend what is named here.",
      feedbackText(feedback),
    );
  if (correction !== undefined)
    add("correction", "Your last answer was not accepted, for this reason.", correction);
  if (outputSchema !== undefined)
    add(
      "output-schema",
      "Answer with exactly one JSON value that satisfies this JSON Schema, and with nothing else.",
      canonicalJson(outputSchema),
    );
  return blocks;
}

/** One block an artifact, so that each is read under the name the instructions can use for it. */
function inputBlocks(inputs: string): Block[] {
  const artifacts = JSON.parse(inputs) as JsonObject;
  return Object.entries(artifacts).map(([reference, artifact]) => ({
    label: `input ${reference}`,
    lead:
      artifact === null
        ? `Input ${reference} is absent: the step it comes from handed nothing on.`
        : `Input ${reference}, what an earlier step handed on.`,
    content: typeof artifact === "string" ? artifact : canonicalJson(artifact as Json),
  }));
}

function feedbackText({ missing, feedback }: GateFeedback): string {
  return [feedback, ...missing.map((entry) => `- missing: ${entry}`)]
    .filter((line) => line !== "")
    .join("\n");
}

function fenced({ label, lead, content }: Block): string {
  const digest = sha256Hex(content).slice(0, 8);
  return `${lead}\n[akm:${label} ${digest}]\n${content}\n[/akm:${label} ${digest}]`;
}
