export const STEP_ID_PATTERN = /^[A-Za-z_][A-Za-z0-9_-]*$/;
export const PARAM_NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const ENV_NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
export const ENGINE_NAME_PATTERN = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
export const ENGINE_NAME_RESERVED_PREFIX = "akm-";

/** Words a param may not be called: `akm workflow run` keeps them for itself (decision S8). */
export const PARAM_NAMES_RESERVED: readonly string[] = [
  "timeout",
  "new",
  "format",
  "quiet",
  "verbose",
  "help",
  "reuse",
  "wait",
  "detach",
];

/** What an exec unit's environment starts from; names absent from akm's own environment stay absent. */
export const ENV_ALLOWLIST: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TERM",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "AKM_EVENT_SOURCE",
];

export const ENV_ALLOWLIST_WINDOWS: readonly string[] = [
  "SystemRoot",
  "SystemDrive",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "LOCALAPPDATA",
  "ProgramData",
  "ProgramFiles",
];
