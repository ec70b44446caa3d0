export const COMPLETION_SHELLS: readonly string[] = ["bash", "zsh", "fish", "powershell"];
