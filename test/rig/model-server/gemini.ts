import type { CompleteAnswer, ProtocolWriter } from "./script.ts";

/** `POST /v1beta/models/<model>:streamGenerateContent` and `:generateContent`. */
export const gemini: ProtocolWriter = {
  plain: (_request, answer) => response(answer, parts(answer, answer.text ?? ""), true),
  events: (_request, answer) => {
    const pieces = answer.pieces.length === 0 ? [""] : answer.pieces;
    return pieces.map((piece, index) => {
      const last = index === pieces.length - 1;
      const content = last ? parts(answer, piece) : [{ text: piece }];
      return { data: response(answer, content, last) };
    });
  },
};

function parts({ reasoning, refusal, toolCall }: CompleteAnswer, text: string): object[] {
  return [
    ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
    ...(text === "" ? [] : [{ text }]),
    ...(refusal === undefined ? [] : [{ text: refusal }]),
    ...(toolCall === undefined ? [] : [{ functionCall: { name: toolCall.name, args: toolCall.arguments } }]),
  ];
}

function response(answer: CompleteAnswer, content: object[], last: boolean): object {
  const finish = last ? { finishReason: finishReason(answer) } : {};
  return {
    candidates: [{ content: { role: "model", parts: content }, index: 0, ...finish }],
    modelVersion: answer.model,
    ...(last && answer.usage !== null ? { usageMetadata: usage(answer.usage) } : {}),
  };
}

function finishReason({ refusal, finish }: CompleteAnswer): string {
  if (refusal !== undefined) return "SAFETY";
  return finish === "length" ? "MAX_TOKENS" : "STOP";
}

function usage({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): object {
  return {
    promptTokenCount: inputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
  };
}
