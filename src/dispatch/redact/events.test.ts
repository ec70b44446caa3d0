import { expect, test } from "vitest";
import type { DispatchEvents, EventSink } from "../../ports/index.ts";
import { redactingEvents, redactingSink } from "./events.ts";
import { Redactor } from "./redactor.ts";

const redactor = new Redactor();
redactor.add([{ name: "TOKEN", value: "correct horse battery" }]);

test("what an attempt tells shows no secret, nor a glimpse of one that is being said", () => {
  const told: string[] = [];
  const events: DispatchEvents = {
    onProcess: () => told.push("process"),
    onWarning: (message) => told.push(message),
    onProgress: (text) => told.push(text),
  };
  const redacting = redactingEvents(events, redactor);
  redacting.onProcess(() => ({ pid: 1 }));
  redacting.onWarning("it said: correct horse battery");
  redacting.onWarning("it said: correct ho…");
  redacting.onProgress?.("I tell you: correct hor");
  redacting.onProgress?.("…horse bat");
  redacting.onProgress?.("…se battery, that is it");
  expect(told).toEqual([
    "process",
    "it said: [redacted:TOKEN]",
    "it said: [redacted:TOKEN]…",
    "I tell you: [redacted:TOKEN]",
    "…[redacted:TOKEN]",
    "…[redacted:TOKEN], that is it",
  ]);
});

test("what a run tells shows none either", () => {
  const told: string[] = [];
  const sink: EventSink = {
    event: ({ type }) => told.push(type),
    warning: (message) => told.push(message),
    progress: (unitId, text) => told.push(`${unitId} ${text}`),
    outcome: (unitId, outcome) => told.push(`${unitId} ${JSON.stringify(outcome)}`),
    fanOut: ({ itemOf }) => told.push(`${itemOf("a:1")} ${itemOf("a:2")}`),
  };
  const redacting = redactingSink(sink, redactor);
  redacting.event({ id: 1, at: "2026-01-31T09:05:00.120Z", type: "workflow_started", runId: "run-1" });
  redacting.warning("correct horse battery");
  redacting.progress?.("a:solo", "correct horse battery");
  redacting.outcome?.("a:solo", { status: "completed", result: { said: ["correct horse battery"] } });
  redacting.outcome?.("a:solo", { status: "failed", failureReason: "non_zero_exit", error: "correct ho…" });
  redacting.fanOut?.({
    unitCount: 1,
    finished: [],
    itemOf: (unitId) => (unitId === "a:1" ? '{"pass":"correct horse battery"}' : undefined),
  });
  expect(told).toEqual([
    "workflow_started",
    "[redacted:TOKEN]",
    "a:solo [redacted:TOKEN]",
    'a:solo {"status":"completed","result":{"said":["[redacted:TOKEN]"]}}',
    'a:solo {"status":"failed","failureReason":"non_zero_exit","error":"[redacted:TOKEN]…"}',
    '{"pass":"[redacted:TOKEN]"} undefined',
  ]);
});
