import type { CompleteAnswer, ModelRequest, ProtocolWriter, ServerSentEvent } from "./script.ts";

type Block = Record<string, unknown> & { type: string };

const STOP_REASONS = { stop: "end_turn", length: "max_tokens", "tool-call": "tool_use" } as const;

/** `POST /v1/messages`. A refusal is a stop reason here; its words are the text. */
export const anthropicMessages: ProtocolWriter = {
  plain: (request, answer) => ({
    ...envelope(request, answer),
    content: blocks(answer).map(({ block }) => block),
    stop_reason: stopReason(answer),
    stop_sequence: null,
    usage: usage(answer),
  }),
  events: (request, answer) => [
    event("message_start", {
      message: {
        ...envelope(request, answer),
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage(answer), output_tokens: 1 },
      },
    }),
    event("ping", {}),
    ...blocks(answer).flatMap(blockEvents),
    event("message_delta", {
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { output_tokens: usage(answer).output_tokens },
    }),
    event("message_stop", {}),
  ],
};

function event(type: string, rest: object): ServerSentEvent {
  return { name: type, data: { type, ...rest } };
}

function envelope(request: ModelRequest, answer: CompleteAnswer): object {
  return { id: `msg_${request.index}`, type: "message", role: "assistant", model: answer.model };
}

interface WrittenBlock {
  /** The block when it is complete. */
  block: Block;
  /** The block as its start event has it, and the deltas that fill it. */
  start: Block;
  deltas: Block[];
}

function blocks(answer: CompleteAnswer): WrittenBlock[] {
  const written: WrittenBlock[] = [];
  if (answer.reasoning !== undefined) written.push(thinkingBlock(answer.reasoning));
  const pieces = answer.refusal === undefined ? answer.pieces : [...answer.pieces, answer.refusal];
  if (pieces.length > 0) written.push(textBlock(pieces));
  if (answer.toolCall !== undefined) written.push(toolBlock(answer.toolCall));
  return written;
}

function textBlock(pieces: string[]): WrittenBlock {
  return {
    block: { type: "text", text: pieces.join("") },
    start: { type: "text", text: "" },
    deltas: pieces.map((text) => ({ type: "text_delta", text })),
  };
}

function thinkingBlock(thinking: string): WrittenBlock {
  return {
    block: { type: "thinking", thinking, signature: "c2lnbmVk" },
    start: { type: "thinking", thinking: "", signature: "" },
    deltas: [
      { type: "thinking_delta", thinking },
      { type: "signature_delta", signature: "c2lnbmVk" },
    ],
  };
}

function toolBlock({ name, arguments: input }: { name: string; arguments: object }): WrittenBlock {
  return {
    block: { type: "tool_use", id: "toolu_1", name, input },
    start: { type: "tool_use", id: "toolu_1", name, input: {} },
    deltas: [{ type: "input_json_delta", partial_json: JSON.stringify(input) }],
  };
}

function blockEvents({ start, deltas }: WrittenBlock, index: number): ServerSentEvent[] {
  return [
    event("content_block_start", { index, content_block: start }),
    ...deltas.map((delta) => event("content_block_delta", { index, delta })),
    event("content_block_stop", { index }),
  ];
}

function stopReason({ refusal, finish }: CompleteAnswer): string {
  return refusal === undefined ? STOP_REASONS[finish] : "refusal";
}

/** The protocol cannot leave usage out; a server that counts nothing says zero. */
function usage({ usage: stated }: CompleteAnswer): { input_tokens: number; output_tokens: number } {
  return { input_tokens: stated?.inputTokens ?? 0, output_tokens: stated?.outputTokens ?? 0 };
}
