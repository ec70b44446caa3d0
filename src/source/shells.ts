/** The shells a `run` can be given to, each with the words that stand before its line. */
const SHELL_WORDS = {
  sh: ["sh", "-c"],
  bash: ["bash", "-c"],
  zsh: ["zsh", "-c"],
  pwsh: ["pwsh", "-NoProfile", "-Command"],
  powershell: ["powershell", "-NoProfile", "-Command"],
  cmd: ["cmd", "/d", "/s", "/c"],
} as const satisfies Record<string, readonly string[]>;

export type ShellName = keyof typeof SHELL_WORDS;

export const SHELL_NAMES = Object.keys(SHELL_WORDS) as ShellName[];

export const SHELL_DEFAULT: ShellName = "sh";

/** The argv that has a shell run one text. */
export function shellCommand(shell: ShellName, text: string): string[] {
  return [...SHELL_WORDS[shell], text];
}
