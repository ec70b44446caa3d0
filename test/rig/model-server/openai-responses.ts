import type { CompleteAnswer, ModelRequest, ProtocolWriter, ServerSentEvent } from "./script.ts";

/** `POST /v1/responses`, as codex speaks it. */
export const openaiResponses: ProtocolWriter = {
  plain: (request, answer) => finished(request, answer),
  events: (request, answer) => {
    const items = outputItems(answer);
    const sequence = [
      event("response.created", { response: started(request, answer) }),
      event("response.in_progress", { response: started(request, answer) }),
      ...items.flatMap((item, index) => itemEvents(item, index, answer)),
      event(closing(answer), { response: finished(request, answer) }),
    ];
    return sequence.map(({ name, data }, number) => ({
      ...(name === undefined ? {} : { name }),
      data: { ...(data as object), sequence_number: number },
    }));
  },
};

function event(type: string, rest: object): ServerSentEvent {
  return { name: type, data: { type, ...rest } };
}

interface OutputItem {
  id: string;
  type: "message" | "function_call" | "reasoning";
  [key: string]: unknown;
}

function started(request: ModelRequest, answer: CompleteAnswer): object {
  return {
    id: `resp_${request.index}`,
    object: "response",
    created_at: 1_700_000_000,
    model: answer.model,
    status: "in_progress",
    output: [],
  };
}

function finished(request: ModelRequest, answer: CompleteAnswer): object {
  const cut = answer.finish === "length";
  return {
    ...started(request, answer),
    status: cut ? "incomplete" : "completed",
    ...(cut ? { incomplete_details: { reason: "max_output_tokens" } } : {}),
    output: outputItems(answer),
    ...(answer.usage === null ? {} : { usage: usage(answer.usage) }),
  };
}

function closing({ finish }: CompleteAnswer): string {
  return finish === "length" ? "response.incomplete" : "response.completed";
}

function outputItems(answer: CompleteAnswer): OutputItem[] {
  const items: OutputItem[] = [];
  if (answer.reasoning !== undefined) {
    items.push({
      id: "rs_1",
      type: "reasoning",
      summary: [{ type: "summary_text", text: answer.reasoning }],
    });
  }
  if (answer.text !== null || answer.refusal !== undefined) {
    const content =
      answer.refusal === undefined
        ? [{ type: "output_text", text: answer.text ?? "", annotations: [] }]
        : [{ type: "refusal", refusal: answer.refusal }];
    items.push({ id: "msg_1", type: "message", role: "assistant", status: "completed", content });
  }
  if (answer.toolCall !== undefined) {
    const { name, arguments: input } = answer.toolCall;
    const call = { call_id: "call_1", name, arguments: JSON.stringify(input), status: "completed" };
    items.push({ id: "fc_1", type: "function_call", ...call });
  }
  return items;
}

function itemEvents(item: OutputItem, output_index: number, answer: CompleteAnswer): ServerSentEvent[] {
  const open = item.type === "message" ? { ...item, status: "in_progress", content: [] } : item;
  const at = { item_id: item.id, output_index, content_index: 0 };
  const added = event("response.output_item.added", { output_index, item: open });
  const done = event("response.output_item.done", { output_index, item });
  if (item.type !== "message" || answer.refusal !== undefined) return [added, done];
  return [
    added,
    event("response.content_part.added", { ...at, part: { type: "output_text", text: "", annotations: [] } }),
    ...answer.pieces.map((delta) => event("response.output_text.delta", { ...at, delta })),
    event("response.output_text.done", { ...at, text: answer.text ?? "" }),
    done,
  ];
}

function usage({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
}
