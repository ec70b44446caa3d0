import { setTimeout as sleep } from "node:timers/promises";
import type { FrozenLlmEngine } from "../../plan/index.ts";
import type { DispatchEvents, DispatchRequest } from "../../ports/index.ts";
import type { AttemptOutcome } from "../../run/index.ts";
import { readApiKey } from "./api-key.ts";
import { settingsNotTaken } from "./call-settings.ts";
import { concludeAnswer } from "./conclude-answer.ts";
import { cancelled, concludeFailure } from "./conclude-failure.ts";
import { Deadline } from "./deadline.ts";
import { type LlmAttempt, warnOnce } from "./llm-attempt.ts";
import type { LlmHost } from "./llm-host.ts";
import { failed } from "./outcome.ts";
import { promptTooLarge } from "./prompt-size.ts";
import type { OptionalField } from "./provider-failure.ts";
import { repeatRequests } from "./repeat-requests.ts";
import { createScrub, type Scrub } from "./scrub.ts";
import { sendRequest } from "./send-request.ts";

export interface LlmDispatch {
  request: DispatchRequest;
  engine: FrozenLlmEngine;
  signal: AbortSignal;
  events: DispatchEvents;
  /** Takes the run's secrets out of a text; the engine's own key is taken out in any case. */
  redact?: Scrub;
}

/**
 * Asks a model for one attempt (spec engines.md). Every outcome is a value. Nothing is sent for a prompt over 256 KiB
 * (`llm_error`) or a key that is named but not there (`env_unresolved`). The timeout runs from the unit's turn at its engine.
 */
export async function dispatchLlm(host: LlmHost, dispatch: LlmDispatch): Promise<AttemptOutcome> {
  const { engine, request, signal, events, redact } = dispatch;
  const prompt = request.prompt();
  const tooLarge = promptTooLarge(prompt);
  if (tooLarge !== undefined) return failed("llm_error", tooLarge);
  const key = readApiKey(engine, host);
  if (!key.ok) return failed("env_unresolved", key.message);
  const libraries = await host.libraries();
  const release = await host.gates.enter(engine, signal);
  if (release === undefined) return cancelled();
  const deadline = new Deadline(signal, request.timeoutMs);
  try {
    return await runAttempt({
      host,
      libraries,
      engine,
      url: new URL(engine.endpoint),
      prompt: prompt.text,
      schema: request.outputSchema,
      key,
      timeoutMs: request.timeoutMs,
      deadline,
      scrub: createScrub(redact, key.value),
      onProgress: events.onProgress?.bind(events),
      onWarning: (message) => events.onWarning(`engine ${engine.name}: ${message}`),
    });
  } finally {
    deadline.clear();
    release();
  }
}

async function runAttempt(attempt: LlmAttempt): Promise<AttemptOutcome> {
  const { signal } = attempt.deadline;
  for (const setting of settingsNotTaken(attempt.engine)) warnOnce(attempt, setting);
  try {
    const answer = await repeatRequests(() => sendRequest(attempt), {
      sleep: (ms) => sleep(ms, undefined, { signal }),
      onWarning: attempt.onWarning,
      leaveOut: (field, message) => leaveOut(attempt, field, message),
    });
    return concludeAnswer(answer, attempt);
  } catch (error) {
    return concludeFailure(error, attempt);
  }
}

/** Remembered for the endpoint as long as the process lives; the words of the prompt ask for the same. */
function leaveOut(attempt: LlmAttempt, field: OptionalField, message: string): void {
  attempt.host.refusedBy(attempt.engine.endpoint).add(field);
  const what = field.replace("-", " ");
  warnOnce(attempt, `requests go without ${what} from now on, as it was refused: ${message}`);
}
