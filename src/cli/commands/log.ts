import { RESULT_SCHEMA_VERSION } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import { didYouMean } from "../../lib/index.ts";
import type { EventFilter, JournalReader } from "../../ports/index.ts";
import { RUN_EVENT_TYPES, type RunEvent, type RunEventType, type RunRecord } from "../../run/index.ts";
import { type Call, countFlag, switchOn, textFlag } from "../call.ts";
import { followEvents } from "../log/follow-events.ts";
import { parseSince } from "../log/since.ts";
import { renderTable } from "../render/table.ts";
import { duration, paintStatus } from "../render/words.ts";
import { eventView } from "../runs/event-view.ts";
import { findRun } from "../runs/find-run.ts";
import { findTargetRun } from "../runs/find-target-run.ts";
import type { Style } from "../style.ts";
import type { Answer, Verb } from "../verb.ts";

/** So that a log of years is not read whole; with `--since` or `--limit` a reader pages through it instead. */
const LOG_LIMIT_DEFAULT = 1000;

export const log: Verb = {
  summary: "Show what happened, oldest first",
  arguments: [],
  flags: [
    { name: "run", value: "run id|ref", summary: "Only of this run; of a ref, its newest" },
    { name: "type", value: "type", summary: "Only events of this type, such as step_finished" },
    { name: "since", value: "place", summary: "@offset:<id> for events after that one, or a time" },
    {
      name: "limit",
      value: "n",
      summary: `The oldest n events of those that fit, to page on from with --since; without it, the newest ${LOG_LIMIT_DEFAULT}`,
    },
    { name: "follow", short: "f", summary: "Go on showing events as they happen" },
  ],
  example: "akm log --run 3f2c81d0 --follow",
  run: showLog,
};

async function showLog(call: Call): Promise<Answer> {
  const reader = await call.machine.openReader((message) => call.say.warning(message));
  try {
    const filter = await filterOf(call, reader);
    const start = await startOffset(reader, filter);
    if (switchOn(call, "follow")) return await follow(call, filter, start);
    const limit = countFlag(call, "limit", 1);
    const paged = limit !== undefined || filter.afterId !== undefined;
    const newest = paged ? {} : { newest: true };
    const events =
      (await reader?.loadEvents({ ...filter, ...newest, limit: limit ?? LOG_LIMIT_DEFAULT })) ?? [];
    return logAnswer(events, events.at(-1)?.id ?? start);
  } finally {
    reader?.close();
  }
}

/** Where to go on from if nothing fits: where was begun, else behind all there was before it was looked. */
async function startOffset(reader: JournalReader | undefined, { afterId }: EventFilter): Promise<number> {
  if (afterId !== undefined) return afterId;
  const [newest] = (await reader?.loadEvents({ newest: true, limit: 1 })) ?? [];
  return newest?.id ?? 0;
}

async function filterOf(call: Call, reader: JournalReader | undefined): Promise<EventFilter> {
  const type = eventType(textFlag(call, "type"));
  const since = textFlag(call, "since");
  const run = textFlag(call, "run");
  return {
    ...(run === undefined ? {} : { runId: (await runNamed(call, reader, run)).runId }),
    ...(type === undefined ? {} : { type }),
    ...(since === undefined ? {} : parseSince(since, Date.now())),
  };
}

async function runNamed(
  { machine }: Call,
  reader: JournalReader | undefined,
  word: string,
): Promise<RunRecord> {
  return word.includes("/") ? await findTargetRun(machine, reader, word, false) : await findRun(reader, word);
}

function eventType(text: string | undefined): RunEventType | undefined {
  const known = RUN_EVENT_TYPES.find((type) => type === text);
  if (text === undefined || known !== undefined) return known;
  const near = didYouMean(text, RUN_EVENT_TYPES);
  throw new AkmError("INVALID_FLAG_VALUE", `There is no event type "${text}".`, {
    hint: near === undefined ? `Types are ${RUN_EVENT_TYPES.join(", ")}.` : `Did you mean ${near}?`,
  });
}

/** Events as they come, a line each; the last line of `jsonl` is the envelope, without those already shown. */
async function follow(call: Call, filter: EventFilter, start: number): Promise<Answer> {
  const { ending, lastId = start } = await followEvents(
    call,
    filter,
    countFlag(call, "limit", 1),
    (event, style) =>
      call.host.stdout.write(
        call.format === "text" ? `${textLine(event, style)}\n` : `${JSON.stringify(eventView(event))}\n`,
      ),
  );
  if (call.format === "text") return { ending };
  call.host.stdout.write(`${JSON.stringify(logEnvelope([], lastId))}\n`);
  return { ending };
}

function logAnswer(events: readonly RunEvent[], nextOffset: number): Answer {
  return {
    ending: { kind: "done" },
    result: { envelope: logEnvelope(events, nextOffset), text: (style) => logText(events, style) },
  };
}

function logEnvelope(events: readonly RunEvent[], nextOffset: number) {
  return {
    ok: true,
    shape: "log",
    schemaVersion: RESULT_SCHEMA_VERSION,
    events: events.map(eventView),
    nextOffset,
  };
}

function logText(events: readonly RunEvent[], style: Style): string {
  if (events.length === 0) return "No events.";
  return renderTable(["TIME", "EVENT", "RUN", "WHAT", "STATUS"], events.map(cellsOf), style, [
    undefined,
    undefined,
    undefined,
    undefined,
    paintStatus(style),
  ]);
}

function textLine(event: RunEvent, style: Style): string {
  const cells = cellsOf(event);
  return [...cells.slice(0, -1), paintStatus(style)(cells.at(-1) ?? "")].join("  ").trimEnd();
}

function cellsOf(event: RunEvent): string[] {
  const reason = event.failureReason === undefined ? "" : ` (${event.failureReason})`;
  const took = event.durationMs === undefined ? "" : ` in ${duration(event.durationMs)}`;
  return [
    event.at,
    event.type,
    event.runId.slice(0, 8),
    event.unitId ?? event.stepId ?? "",
    `${event.status ?? ""}${reason}${took}`,
  ];
}
