export type * from "./agent-examiner.ts";
export type { Clock } from "./clock.ts";
export type * from "./dispatcher.ts";
export type * from "./env-resolver.ts";
export type { EventSink, FanOut } from "./event-sink.ts";
export type * from "./journal.ts";
export type * from "./run-lock.ts";
export type * from "./worktrees.ts";
