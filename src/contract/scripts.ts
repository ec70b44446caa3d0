/** What runs a script, by its extension; the script's path is added at the end. `node` is the Node that runs akm. */
export const SCRIPT_INTERPRETERS = {
  ".sh": ["sh"],
  ".ts": ["node"],
  ".js": ["node"],
  ".mjs": ["node"],
  ".py": ["python3"],
  ".rb": ["ruby"],
  ".pl": ["perl"],
  ".php": ["php"],
  ".lua": ["lua"],
  ".go": ["go", "run"],
  ".ps1": ["powershell", "-File"],
  ".cmd": ["cmd", "/d", "/c"],
  ".bat": ["cmd", "/d", "/c"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ScriptExtension = keyof typeof SCRIPT_INTERPRETERS;

export const SCRIPT_EXTENSIONS = Object.keys(SCRIPT_INTERPRETERS) as ScriptExtension[];
