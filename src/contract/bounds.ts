/**
 * Every bound the format and the engine promise, read by the parser, the published JSON Schema,
 * the plan decoder and the docs alike. Units are the last word of a name; bounds are inclusive.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

export const SOURCE_FILE_BYTES_MAX = MIB;
export const STEPS_MIN = 1;
export const STEPS_MAX = 256;
export const PARAMS_MAX = 128;
export const STEP_INPUTS_MAX = 64;
export const ROUTE_BRANCHES_MAX = 256;
export const INSTRUCTIONS_BYTES_MAX = 256 * KIB;
export const RUN_OUTPUTS_MAX = 64;

export const SCHEMA_BYTES_MAX = 256 * KIB;
export const SCHEMA_DEPTH_MAX = 64;
export const SCHEMA_CHECKS_MAX = 100_000;
export const JSON_DEPTH_MAX = 64;

export const MAP_ITEMS_MAX = 10_000;
export const CONCURRENCY_MIN = 1;
export const CONCURRENCY_MAX = 64;
export const MAP_CONCURRENCY_DEFAULT = 4;
export const GATE_LOOPS_MIN = 1;
export const GATE_LOOPS_MAX = 100;
export const RETRY_MIN = 0;
export const RETRY_MAX = 100;
export const TIMEOUT_MS_MIN = 1;
export const TIMEOUT_MS_MAX = 2_147_483_647;
export const EXEC_TIMEOUT_DEFAULT_MS = 600_000;
export const LLM_TIMEOUT_DEFAULT_MS = 600_000;

export const ENGINE_NAME_CHARS_MAX = 63;
export const PLAN_ENGINES_MAX = 64;
/** Requests that may be out to one engine where its configuration says nothing; a model server on this machine has one model loaded. */
export const LLM_CONCURRENCY_DEFAULT = { loopback: 1, remote: 4 } as const;

export const EXEC_COMMAND_ENTRIES_MIN = 1;
export const EXEC_COMMAND_ENTRIES_MAX = 64;
export const EXEC_COMMAND_ENTRY_BYTES_MAX = 4096;
export const EXEC_CWD_CHARS_MAX = 1024;
export const EXEC_PASS_ENV_MIN = 1;
export const EXEC_PASS_ENV_MAX = 32;
export const EXEC_STREAM_BYTES_MAX = 8 * MIB;
export const EXEC_DRAIN_GRACE_MS = 2000;
export const KILL_GRACE_MS = 5000;
export const KILL_SETTLE_MS = 1000;

export const PLAN_JSON_BYTES_MAX = 2 * MIB;
export const COMPOSITION_DEPTH_MAX = 8;
export const EMBEDDED_PLANS_BYTES_MAX = MIB;

export const STEP_EVIDENCE_BYTES_MAX = MIB;
/** JSON of what one step may hand on: what a text or a message can still carry whole. */
export const ARTIFACT_BYTES_MAX = 256 * MIB;
/** JSON of what one step's `inputs:`, or a run's `outputs:`, may come to together. */
export const ATTACHED_BYTES_MAX = 64 * MIB;
export const EVIDENCE_PREVIEW_CHARS = 1000;
export const JUDGED_ARTIFACT_CHARS_MAX = 4000;
export const DIAGNOSTIC_CHARS_MAX = 2000;

export const CONTEXT_VARIABLE_BYTES_MAX = { posix: 98_304, windows: 32_767 } as const;
export const CONTEXT_TOTAL_BYTES_MAX = { posix: 131_072, windows: 64_000 } as const;

export const LLM_PROMPT_BYTES_MAX = 256 * KIB;
export const LLM_BODY_BYTES_MAX = 16 * MIB;
/** Requests one attempt may send because of 5xx answers, resets and connect failures (decision R15). */
export const LLM_REQUESTS_MAX = 3;
export const LLM_STATED_WAIT_MS_MAX = 60_000;
export const PROVIDER_SNIPPET_CHARS_MAX = 200;
export const PROGRESS_CHARS_MAX = 200;

/** No longer text goes to an agent through argv; a prompt never does where its platform reads stdin. */
export const AGENT_ARGUMENT_BYTES_MAX = 96 * KIB;
/** How long an agent that has told its result may be silent before it is ended. */
export const AGENT_LINGER_MS = 5000;
/** How long an agent that is told to end may take before it is ended. */
export const AGENT_DISMISSAL_MS = 1000;
export const AGENT_SERVER_START_MS = 60_000;

export const SECRET_BYTES_MAX = 5 * MIB;
export const ENV_FILE_BYTES_MAX = MIB;
/** A shorter value would be found in ordinary words (case B27). */
export const REDACTED_BYTES_MIN = 4;

export const HOST_CONCURRENCY_DEFAULT_MAX = 16;
export const CRASH_DISPATCHES_MAX = 3;
export const RETRY_DELAY_FIRST_MS = 1000;
export const RETRY_DELAY_MAX_MS = 60_000;
/** How long git may take over a question about a worktree, and over filling one or removing it. */
export const GIT_QUERY_MS_MAX = 120_000;
export const GIT_CHECKOUT_MS_MAX = 600_000;
/** Left worktrees that nobody needs are removed once so old. */
export const WORKTREE_KEPT_MS = 7 * 24 * 60 * 60 * 1000;
/** How many of them one run clears away as it begins, and for how long it goes on to the next. */
export const WORKTREES_SWEPT_MAX = 20;
export const WORKTREES_SWEPT_MS_MAX = 1000;
export const STATE_DB_BUSY_WAIT_MS = 10_000;
export const RUN_ID_PREFIX_CHARS_MIN = 8;
export const LIST_LIMIT_DEFAULT = 50;
