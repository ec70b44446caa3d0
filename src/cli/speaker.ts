import type { OutputStream } from "./output-stream.ts";
import { type Style, stderrStyle } from "./style.ts";

/** What akm says to people beside its result, on stderr. */
export interface Speaker {
  style: Style;
  quiet: boolean;
  verbose: boolean;
  /** Something to know; not said when quiet. */
  notice(message: string): void;
  /** Likewise, and kept for the result's `warnings`. */
  warning(message: string): void;
  /** A line of progress; not said when quiet. */
  progress(line: string): void;
  warnings: readonly string[];
}

export function createSpeaker(
  stream: OutputStream,
  env: NodeJS.ProcessEnv,
  options: { quiet: boolean; verbose: boolean; noColor: boolean },
): Speaker {
  const style = stderrStyle(stream, env, options.noColor);
  const warnings: string[] = [];
  const line = (text: string): void => {
    if (!options.quiet) stream.write(`${text}\n`);
  };
  return {
    style,
    quiet: options.quiet,
    verbose: options.verbose,
    notice: line,
    progress: line,
    warning(message) {
      if (warnings.includes(message)) return;
      warnings.push(message);
      line(`${style.yellow("warning:")} ${message}`);
    },
    warnings,
  };
}
