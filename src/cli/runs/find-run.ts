import { RUN_ID_PREFIX_CHARS_MIN } from "../../contract/index.ts";
import { AkmError } from "../../errors/index.ts";
import type { JournalReader } from "../../ports/index.ts";
import type { RunRecord } from "../../run/index.ts";

const CANDIDATES_SHOWN_MAX = 5;
const RUN_ID_CHARS = 36;

/** A whole run id or a beginning of one that is long enough, as opposed to a ref or a path. */
export function looksLikeRunId(target: string): boolean {
  return target.length <= RUN_ID_CHARS && /^[0-9a-f]{8}(?:-[0-9a-f-]*)?$/i.test(target);
}

/**
 * The run an id or a unique prefix of one names. Errors: `RUN_NOT_FOUND`, `RUN_ID_AMBIGUOUS`.
 */
export async function findRun(reader: JournalReader | undefined, target: string): Promise<RunRecord> {
  const id = target.toLowerCase();
  if (id.length < RUN_ID_PREFIX_CHARS_MIN) {
    throw runNotFound(
      `"${target}" is too short for a run id: give ${RUN_ID_PREFIX_CHARS_MIN} characters or more.`,
    );
  }
  const ids = (await reader?.findRunIds(id, CANDIDATES_SHOWN_MAX + 1)) ?? [];
  const [only, ...others] = ids;
  if (only !== undefined && others.length > 0 && !ids.includes(id)) {
    const shown = ids.slice(0, CANDIDATES_SHOWN_MAX).join(", ");
    throw new AkmError("RUN_ID_AMBIGUOUS", `"${target}" fits several runs: ${shown}.`, {
      hint: "Give more characters of the id.",
    });
  }
  const run = only === undefined ? undefined : await reader?.loadRun(ids.includes(id) ? id : only);
  if (run === undefined) throw runNotFound(`There is no run ${target}.`);
  return run;
}

export function runNotFound(message: string): AkmError {
  return new AkmError("RUN_NOT_FOUND", message, {
    hint: "`akm workflow list --all-scopes` lists every run.",
  });
}
