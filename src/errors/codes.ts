/**
 * Every code a thrown error can carry, with the exit status `akm` ends with and one line of meaning.
 * Codes are stable: scripts read them (spec cli.md, decision C6).
 */
export const ERROR_CODES = {
  UNKNOWN_COMMAND: { exit: 2, meaning: "there is no such command" },
  UNKNOWN_FLAG: { exit: 2, meaning: "the command takes no such flag" },
  INVALID_FLAG_VALUE: { exit: 2, meaning: "a flag's value is not of its form" },
  INVALID_FORMAT_VALUE: { exit: 2, meaning: "--format names no output format" },
  MISSING_REQUIRED_ARGUMENT: { exit: 2, meaning: "the command needs an argument that was not given" },
  PARAM_UNKNOWN: { exit: 2, meaning: "the workflow declares no such param" },
  PARAM_INVALID: { exit: 2, meaning: "a param's value does not satisfy its schema" },
  PARAM_MISSING: { exit: 2, meaning: "a param without a default was not given" },
  PARAMS_ON_ACTIVE_RUN: { exit: 2, meaning: "params cannot change under a run that has started" },
  ASSET_NOT_FOUND: { exit: 1, meaning: "the ref names nothing on this machine" },
  FILE_UNWRITABLE: { exit: 1, meaning: "a file to create cannot be written" },
  RUN_NOT_FOUND: { exit: 1, meaning: "there is no such run" },
  RUN_ID_AMBIGUOUS: { exit: 2, meaning: "the prefix fits several runs" },
  RUN_NOT_RESUMABLE: { exit: 2, meaning: "the run's status does not allow this" },
  RUN_LEASE_HELD: { exit: 75, meaning: "another process drives the run" },
  STATE_DB_CONTENDED: { exit: 75, meaning: "the state database stayed busy" },
  STATE_DB_CORRUPT: { exit: 1, meaning: "the state database cannot be read" },
  STATE_DB_NEWER: { exit: 1, meaning: "the state database was written by a newer akm" },
  STATE_DB_UNWRITABLE: { exit: 1, meaning: "the state database cannot be written" },
  WORKFLOW_SOURCE_INVALID: { exit: 2, meaning: "the workflow file has errors" },
  WORKFLOW_PLAN_UNDECODABLE: { exit: 1, meaning: "the stored plan cannot be read by this akm" },
  WORKFLOW_OUTPUT_INVALID: { exit: 1, meaning: "a declared run output could not be resolved" },
  COMPOSITION_INVALID: { exit: 2, meaning: "the workflow composes something it may not" },
  INPUT_BINDING_INVALID: { exit: 2, meaning: "a with: binding does not fit its target" },
  NOT_YET_SUPPORTED: { exit: 2, meaning: "the workflow uses a key this version cannot run yet" },
  INVALID_CONFIG_FILE: { exit: 78, meaning: "a configuration file cannot be used" },
  ENGINE_UNKNOWN: { exit: 78, meaning: "no engine of that name is configured" },
  ENV_UNRESOLVED: { exit: 2, meaning: "an env or secret reference has no value" },
  RESOURCE_ALREADY_EXISTS: { exit: 2, meaning: "the file to create is already there" },
  TASK_SOURCE_INVALID: { exit: 2, meaning: "the task file has errors" },
  TASK_SCHEMA_VERSION_UNSUPPORTED: { exit: 2, meaning: "the task file's version is not supported" },
  WORKING_DIRECTORY_MISSING: { exit: 1, meaning: "the directory to work in does not exist" },
  OUTPUT_UNWRITABLE: { exit: 1, meaning: "the result could not be written to stdout" },
  SYSTEM_LIMIT: { exit: 1, meaning: "this process may open no more files" },
  INTERNAL: { exit: 70, meaning: "a defect in akm" },
} as const satisfies Record<string, { exit: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CODES;
