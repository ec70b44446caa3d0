import type { Event, OpencodeClient } from "@opencode-ai/sdk/v2/client";
import { asRecord } from "../json-fields.ts";
import type { AgentAttempt } from "../platform.ts";

/**
 * Shows what a session does, and answers for the user who is not there: a permission that opencode's own settings do not give is
 * refused, and so is a question. Ends when the signal aborts; a stream that breaks is let go. Never rejects.
 */
export async function followEvents(
  client: OpencodeClient,
  sessionID: string,
  attempt: AgentAttempt,
  signal: AbortSignal,
): Promise<void> {
  try {
    const options = { signal, sseMaxRetryAttempts: 1 };
    const { stream } = await client.event.subscribe({}, options);
    for await (const event of stream) await heed(event, client, sessionID, attempt);
  } catch {
    // The answer to the prompt tells how the session came out.
  }
}

async function heed(
  event: Event,
  client: OpencodeClient,
  sessionID: string,
  { progress, onWarning }: AgentAttempt,
): Promise<void> {
  switch (event.type) {
    case "permission.asked":
      // Also one of a session below this one, which would wait for ever.
      await client.permission.reply({ requestID: event.properties.id, reply: "reject" });
      if (event.properties.sessionID === sessionID)
        onWarning(
          `it was not allowed ${event.properties.permission}: ${event.properties.patterns.join(", ")}`,
        );
      return;
    case "question.asked":
      await client.question.reject({ requestID: event.properties.id });
      return;
    case "message.part.delta":
      if (event.properties.sessionID === sessionID && event.properties.field === "text")
        progress.piece(event.properties.delta);
      return;
    case "message.part.updated": {
      const { part } = event.properties;
      if (part.sessionID === sessionID && part.type === "tool" && part.state.status === "running")
        progress.tool(part.tool, asRecord(part.state.input));
      return;
    }
    default:
      return;
  }
}
