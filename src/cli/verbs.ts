import type { Verb } from "./verb.ts";

/** A verb as the command line knows it before it is asked for: enough for help and for typing mistakes. */
export interface VerbEntry {
  summary: string;
  load(): Promise<Verb>;
}

/** Every command by its words, in the order help shows them. */
export const VERBS: Readonly<Record<string, VerbEntry>> = {
  init: {
    summary: "Set up .akm/ with a config and an example that runs at once",
    load: async () => (await import("./commands/init.ts")).init,
  },
  "workflow create": {
    summary: "Write a new workflow to start from",
    load: async () => (await import("./commands/workflow-create.ts")).workflowCreate,
  },
  "workflow import": {
    summary: "Convert a GitHub workflow into one of akm",
    load: async () => (await import("./commands/workflow-import.ts")).workflowImport,
  },
  "workflow run": {
    summary: "Start a workflow, or go on with a run",
    load: async () => (await import("./commands/workflow-run.ts")).workflowRun,
  },
  "workflow plan": {
    summary: "Show what a run would do, and write nothing",
    load: async () => (await import("./commands/workflow-plan.ts")).workflowPlan,
  },
  "workflow status": {
    summary: "Show how a run stands",
    load: async () => (await import("./commands/workflow-status.ts")).workflowStatus,
  },
  "workflow list": {
    summary: "List runs, newest first",
    load: async () => (await import("./commands/workflow-list.ts")).workflowList,
  },
  "workflow resume": {
    summary: "Open a failed or blocked run again, without running it",
    load: async () => (await import("./commands/workflow-resume.ts")).workflowResume,
  },
  "workflow approve": {
    summary: "Approve a step that waits for a person",
    load: async () => (await import("./commands/workflow-approve.ts")).workflowApprove,
  },
  "workflow reject": {
    summary: "Reject a step that waits for a person, with the reason",
    load: async () => (await import("./commands/workflow-reject.ts")).workflowReject,
  },
  "workflow abandon": {
    summary: "Give a run up for good",
    load: async () => (await import("./commands/workflow-abandon.ts")).workflowAbandon,
  },
  "workflow worktrees": {
    summary: "List the worktrees that units left, and clear away what is not needed",
    load: async () => (await import("./commands/workflow-worktrees.ts")).workflowWorktrees,
  },
  lint: {
    summary: "Check every workflow of a bundle",
    load: async () => (await import("./commands/lint.ts")).lint,
  },
  fmt: {
    summary: "Lay source files out in one way",
    load: async () => (await import("./commands/fmt.ts")).fmt,
  },
  show: {
    summary: "Show a workflow: its steps, params and what they do",
    load: async () => (await import("./commands/show.ts")).show,
  },
  log: {
    summary: "Show what happened, event by event",
    load: async () => (await import("./commands/log.ts")).log,
  },
  gc: {
    summary: "Remove old runs that have ended",
    load: async () => (await import("./commands/gc.ts")).gc,
  },
  "config list": {
    summary: "Show every setting and which file it comes from",
    load: async () => (await import("./commands/config-list.ts")).configList,
  },
  "config get": {
    summary: "Show one setting",
    load: async () => (await import("./commands/config-get.ts")).configGet,
  },
  "config set": {
    summary: "Change a setting",
    load: async () => (await import("./commands/config-set.ts")).configSet,
  },
  "config unset": {
    summary: "Take a setting out",
    load: async () => (await import("./commands/config-unset.ts")).configUnset,
  },
  "config path": {
    summary: "Show where the configuration file is",
    load: async () => (await import("./commands/config-path.ts")).configPath,
  },
  "env list": {
    summary: "List env files and the names they set",
    load: async () => (await import("./commands/env-list.ts")).envList,
  },
  "env create": {
    summary: "Make an env file that only you can read",
    load: async () => (await import("./commands/env-create.ts")).envCreate,
  },
  "env path": {
    summary: "Show where an env file is",
    load: async () => (await import("./commands/env-path.ts")).envPath,
  },
  "env run": {
    summary: "Run a command with an env file's variables",
    load: async () => (await import("./commands/env-run.ts")).envRun,
  },
  "env export": {
    summary: "Print an env file's variables for a shell to read",
    load: async () => (await import("./commands/env-export.ts")).envExport,
  },
  "env remove": {
    summary: "Delete an env file",
    load: async () => (await import("./commands/env-remove.ts")).envRemove,
  },
  "secret list": {
    summary: "List secrets by name",
    load: async () => (await import("./commands/secret-list.ts")).secretList,
  },
  "secret set": {
    summary: "Store a secret, read from stdin",
    load: async () => (await import("./commands/secret-set.ts")).secretSet,
  },
  "secret run": {
    summary: "Run a command with secrets in its environment",
    load: async () => (await import("./commands/secret-run.ts")).secretRun,
  },
  "secret remove": {
    summary: "Delete a secret",
    load: async () => (await import("./commands/secret-remove.ts")).secretRemove,
  },
  "task list": {
    summary: "List tasks and what each runs",
    load: async () => (await import("./commands/task-list.ts")).taskList,
  },
  "task run": {
    summary: "Run one task",
    load: async () => (await import("./commands/task-run.ts")).taskRun,
  },
  "task explain": {
    summary: "Show what a task would run, and with which inputs",
    load: async () => (await import("./commands/task-explain.ts")).taskExplain,
  },
  doctor: {
    summary: "Check this machine, and say how to mend what is wrong",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  completions: {
    summary: "Print a completion script for a shell",
    load: async () => (await import("./commands/completions.ts")).completions,
  },
};

/** Called by the completion scripts themselves; no help names it. */
export const HIDDEN_VERBS: Readonly<Record<string, VerbEntry>> = {
  complete: {
    summary: "Answer a shell's request for completions",
    load: async () => (await import("./commands/complete.ts")).complete,
  },
};

export const GROUPS: Readonly<Record<string, string>> = {
  workflow: "Run workflows and look after their runs",
  config: "Read and change settings",
  env: "Look after env files, and use them",
  secret: "Look after secrets, and use them",
  task: "Run single tasks",
};

/** Words of earlier designs, with what does their work now. */
export const RETIRED_VERBS: Readonly<Record<string, string>> = {
  "workflow start": "`akm workflow run <ref>` starts a run and drives it.",
  "workflow next": "`akm workflow run <run id> --max-steps 1` drives one step.",
  "workflow complete": "`akm workflow run <run id>` completes steps itself.",
  "workflow brief": "`akm show <ref>` prints a step's instructions.",
  "workflow report": "`akm workflow status <run id> --units` shows what every unit did.",
  "workflow template": "`akm workflow create <name> --print` prints a workflow to start from.",
  "workflow validate": "`akm lint --type workflows` checks workflows.",
};
