import type { OutputStream } from "./output-stream.ts";

/** Colours for one stream; every function returns its text as it is where colour is off. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export const PLAIN: Style = styleOf(false);

/**
 * Colour is for terminals. `NO_COLOR` and `--no-color` turn it off, `TERM=dumb` too; `FORCE_COLOR` turns it on for
 * stderr alone, since stdout is for results (decision C3).
 */
export function stdoutStyle(stream: OutputStream, env: NodeJS.ProcessEnv, noColor: boolean): Style {
  return styleOf(!noColor && !refused(env) && stream.isTerminal && env.TERM !== "dumb");
}

export function stderrStyle(stream: OutputStream, env: NodeJS.ProcessEnv, noColor: boolean): Style {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return styleOf(!noColor && !refused(env) && (forced || (stream.isTerminal && env.TERM !== "dumb")));
}

function refused(env: NodeJS.ProcessEnv): boolean {
  return env.NO_COLOR !== undefined && env.NO_COLOR !== "";
}

function styleOf(coloured: boolean): Style {
  const paint = (name: keyof typeof CODES) => (text: string) =>
    coloured ? `\u001b[${CODES[name][0]}m${text}\u001b[${CODES[name][1]}m` : text;
  return {
    bold: paint("bold"),
    dim: paint("dim"),
    red: paint("red"),
    green: paint("green"),
    yellow: paint("yellow"),
  };
}
