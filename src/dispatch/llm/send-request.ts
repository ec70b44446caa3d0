import { keyHeaders } from "./api-key.ts";
import { askModel } from "./ask-model.ts";
import { optionalFields } from "./call-settings.ts";
import { Exchange } from "./exchange.ts";
import { type LlmAttempt, warnOnce } from "./llm-attempt.ts";
import type { ModelAnswer } from "./model-answer.ts";
import { Progress } from "./progress.ts";
import type { OptionalField } from "./provider-failure.ts";
import { requestFailure } from "./request-failure.ts";

/** One request of an attempt. Rejects with a {@link ProviderFailure}. */
export async function sendRequest(attempt: LlmAttempt): Promise<ModelAnswer> {
  const { engine, url, scrub, deadline, prompt } = attempt;
  const { models } = attempt.libraries;
  const fields = fieldsToSend(attempt);
  const exchange = openExchange(attempt, fields);
  const { headers, close } = models.open(exchange);
  try {
    const question = {
      model: await models.modelOf(engine),
      engine,
      prompt,
      schema: fields.includes("response-schema") ? attempt.schema : undefined,
      headers,
      signal: deadline.signal,
      onPiece: new Progress(attempt.onProgress, scrub).add,
      onWarning: (message: string) => warnOnce(attempt, message),
    };
    return await askModel(question, exchange);
  } catch (error) {
    throw requestFailure(error, exchange, url, scrub);
  } finally {
    close();
    exchange.close();
  }
}

function fieldsToSend({ host, engine, schema }: LlmAttempt): OptionalField[] {
  const refused = host.refusedBy(engine.endpoint);
  return optionalFields(engine, schema).filter((field) => !refused.has(field));
}

function openExchange(attempt: LlmAttempt, fields: OptionalField[]): Exchange {
  const { host, engine, key, url, scrub, deadline, libraries } = attempt;
  return new Exchange({
    connections: libraries.connections,
    url,
    headers: keyHeaders(engine, key.value),
    extraParams: engine.inference.extraParams,
    optionalFields: fields,
    leavesStreamOptionsOut: host.refusedBy(engine.endpoint).has("stream-options"),
    signal: deadline.signal,
    scrub,
  });
}
