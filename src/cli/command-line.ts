import type { Machine } from "../compose.ts";
import { AkmError } from "../errors/index.ts";
import type { Call, FlagValues } from "./call.ts";
import { exitStatusOf, exitStatusOfError } from "./exit.ts";
import { findVerb } from "./find-verb.ts";
import { chooseFormat, formatForErrors, type OutputFormat } from "./format.ts";
import type { Host } from "./host.ts";
import { parseWords } from "./parse-words.ts";
import { renderResult } from "./render/render-result.ts";
import { reportError } from "./report-error.ts";
import { createSpeaker } from "./speaker.ts";
import { stdoutStyle } from "./style.ts";
import type { Answer, Verb } from "./verb.ts";

/**
 * Carries out one command line and resolves with the exit status, once all output is written or its reader is gone.
 * Never rejects: a thrown error becomes the error object and its status.
 */
export async function runCommandLine(
  words: readonly string[],
  host: Host,
  machine: Machine,
  version: string,
): Promise<number> {
  const failure = {
    format: formatForErrors(formatWord(words), host),
    noColor: words.includes("--no-color"),
  };
  host.onCrash((error) => void endCrashed(error, failure, host, machine));
  const status = await answered(words, host, machine, version, failure);
  await flushed(host);
  const lost = host.stdout.failure();
  if (lost === undefined) return status;
  const error = unwritable(lost);
  reportError(error, failure.format, host, failure.noColor);
  await flushed(host);
  return status === 0 ? exitStatusOfError(error) : status;
}

/** The command did its work, but what it had to say is not all there. */
function unwritable(cause: Error): AkmError {
  return new AkmError("OUTPUT_UNWRITABLE", `The result could not be written to stdout: ${cause.message}`, {
    hint: "Make room, or send the output elsewhere; for a run, `akm workflow status <run id>` shows the result again.",
    cause,
  });
}

/** How an error is written, as far as is known yet. */
interface ErrorStyle {
  format: OutputFormat;
  noColor: boolean;
}

/**
 * A defect that surfaced outside of the command's own course; the run it may have driven can be resumed. Its children are
 * killed last, in the turn that ends the process: a loop that saw them die would take that for how they came out.
 */
async function endCrashed(
  error: unknown,
  { format, noColor }: ErrorStyle,
  host: Host,
  machine: Machine,
): Promise<void> {
  reportError(error, format, host, noColor);
  await flushed(host);
  machine.endNow();
  host.exitNow(exitStatusOfError(error));
}

async function flushed(host: Host): Promise<void> {
  await Promise.all([host.stdout.flush(), host.stderr.flush()]);
}

async function answered(
  words: readonly string[],
  host: Host,
  machine: Machine,
  version: string,
  failure: ErrorStyle,
): Promise<number> {
  try {
    const found = findVerb(words);
    if (found.kind === "group") return await answerGroup(found.group, found.rest, host, version);
    const verb = await found.entry.load();
    const parsed = parseWords(found.name, verb, found.rest);
    if (parsed.flags.version === true) return printed(host, version);
    if (parsed.flags.help === true)
      return printed(host, await helpOn(found.name, verb, parsed.args, machine));
    const chosen = await chooseFormatFor(verb, parsed.flags, host, machine);
    failure.format = chosen.format;
    const say = createSpeaker(host.stderr, host.env, {
      quiet: parsed.flags.quiet === true,
      verbose: parsed.flags.verbose === true,
      noColor: parsed.flags["no-color"] === true,
    });
    const call: Call = { ...parsed, format: chosen.format, formatStated: chosen.stated, host, machine, say };
    return await finish(await verb.run(call), call);
  } catch (error) {
    reportError(error, failure.format, host, failure.noColor);
    return exitStatusOfError(error);
  }
}

async function helpOn(
  name: string,
  verb: Verb,
  [target]: readonly string[],
  machine: Machine,
): Promise<string> {
  const { verbHelp } = await import("./help.ts");
  if (name !== "workflow run" || target === undefined) return verbHelp(name, verb);
  const { paramsHelp } = await import("./params/params-help.ts");
  return verbHelp(name, verb, await paramsHelp(machine, target));
}

async function answerGroup(
  group: string | undefined,
  rest: readonly string[],
  host: Host,
  version: string,
): Promise<number> {
  if (rest.includes("--version") || rest.includes("-V")) return printed(host, version);
  const { groupHelp } = await import("./help.ts");
  printed(host, groupHelp(group));
  const asked = rest.includes("--help") || rest.includes("-h");
  return exitStatusOf({ kind: asked ? "done" : "no-command" });
}

async function chooseFormatFor(verb: Verb, flags: FlagValues, host: Host, machine: Machine) {
  const flag = typeof flags.format === "string" ? flags.format : undefined;
  try {
    return await chooseFormat(flag, host, machine);
  } catch (error) {
    if (!verb.worksWithBrokenConfig || flag !== undefined) throw error;
    return { format: formatForErrors(undefined, host), stated: false };
  }
}

async function finish(answer: Answer, call: Call): Promise<number> {
  if (answer.result !== undefined) {
    // On a terminal both are one screen: what happened on the way stands before what came of it.
    await call.host.stderr.flush();
    const style = stdoutStyle(call.host.stdout, call.host.env, call.flags["no-color"] === true);
    // Both may go to one terminal, where the last line of progress belongs above the result.
    await call.host.stderr.flush();
    call.host.stdout.write(await renderResult(answer.result, call.format, style));
  }
  return exitStatusOf(answer.ending);
}

function printed(host: Host, text: string): number {
  host.stdout.write(`${text}\n`);
  return exitStatusOf({ kind: "done" });
}

/** The word after `--format`, before the words are known to make sense. */
function formatWord(words: readonly string[]): string | undefined {
  const joined = words.find((word) => word.startsWith("--format="));
  if (joined !== undefined) return joined.slice("--format=".length);
  const at = words.indexOf("--format");
  return at === -1 ? undefined : words[at + 1];
}
