import type { CompleteAnswer, ModelRequest, ProtocolWriter, ServerSentEvent } from "./script.ts";

const FINISH_REASONS = { stop: "stop", length: "length", "tool-call": "tool_calls" } as const;

/** `POST …/chat/completions`, as OpenAI, Ollama, LM Studio, vLLM and llama.cpp speak it. */
export const openaiChat: ProtocolWriter = {
  plain: (request, answer) => ({
    ...envelope(request, answer, "chat.completion"),
    choices: [{ index: 0, message: message(answer), finish_reason: finishReason(answer) }],
    ...(answer.usage === null ? {} : { usage: usage(answer.usage) }),
  }),
  events: (request, answer) => {
    const chunk = (delta: object, rest: object = {}): ServerSentEvent => ({
      data: {
        ...envelope(request, answer, "chat.completion.chunk"),
        choices: [{ index: 0, delta, finish_reason: null, ...rest }],
      },
    });
    return [
      chunk({ role: "assistant", content: "" }),
      ...(answer.reasoning === undefined ? [] : [chunk({ reasoning_content: answer.reasoning })]),
      ...answer.pieces.map((content) => chunk({ content })),
      ...(answer.refusal === undefined ? [] : [chunk({ refusal: answer.refusal })]),
      ...(answer.toolCall === undefined ? [] : [chunk({ tool_calls: toolCalls(answer.toolCall) })]),
      chunk({}, { finish_reason: finishReason(answer) }),
      ...usageChunk(request, answer),
      { data: "[DONE]" },
    ];
  },
};

function envelope(request: ModelRequest, answer: CompleteAnswer, object: string): object {
  return { id: `chatcmpl-${request.index}`, object, created: 1_700_000_000, model: answer.model };
}

function message(answer: CompleteAnswer): object {
  return {
    role: "assistant",
    content: answer.text,
    ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
    ...(answer.refusal === undefined ? {} : { refusal: answer.refusal }),
    ...(answer.toolCall === undefined ? {} : { tool_calls: toolCalls(answer.toolCall) }),
  };
}

function toolCalls({ name, arguments: args }: { name: string; arguments: object }): object[] {
  return [{ index: 0, id: "call_1", type: "function", function: { name, arguments: JSON.stringify(args) } }];
}

function finishReason({ finish }: CompleteAnswer): string {
  return FINISH_REASONS[finish];
}

/** Stands in a chunk of its own, and only where the client asked for it. */
function usageChunk(request: ModelRequest, answer: CompleteAnswer): ServerSentEvent[] {
  const options = request.body.stream_options as { include_usage?: boolean } | undefined;
  if (answer.usage === null || options?.include_usage !== true) return [];
  const body = {
    ...envelope(request, answer, "chat.completion.chunk"),
    choices: [],
    usage: usage(answer.usage),
  };
  return [{ data: body }];
}

function usage({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): object {
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  };
}
