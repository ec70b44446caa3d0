import { type AssetRef, parseAssetRef, RUN_ID_PREFIX_CHARS_MIN, withoutBundle } from "../contract/index.ts";
import { didYouMean } from "../lib/index.ts";
import { nameSome } from "../lib/name-some.ts";
import type { Bundle } from "./bundles.ts";
import { listWorkflows } from "./list-workflows.ts";
import { REF_FORMS, WORKFLOWS_FOLDER } from "./workflow-ref.ts";

const NAMED_MAX = 10;
const BEGINS_ELSEWHERE = /^[./\\~]/;
/** Fewer of them than name a run. */
const FEW_HEX_DIGITS = /^[0-9a-f]+$/i;

/** What to do about a word that is no ref at all: the ref that was meant by it, where one is near. */
export function adviseOnSpelling(text: string, bundles: readonly Bundle[]): string {
  const task = parseAssetRef(text);
  if (task?.folder === "tasks") return `A task is run with \`akm task run ${task.segments.join("/")}\`.`;
  const near = nearest(text, bundles);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (text.length < RUN_ID_PREFIX_CHARS_MIN && FEW_HEX_DIGITS.test(text))
    return `A run id is named by ${RUN_ID_PREFIX_CHARS_MIN} of its characters or more, a workflow by workflows/<name>.`;
  return REF_FORMS;
}

/** What to do about a file that is not there: the ref that was meant, unless the path says where it begins. */
export function adviseOnPath(text: string, bundles: readonly Bundle[]): string {
  const near = BEGINS_ELSEWHERE.test(text) ? undefined : nearest(text, bundles);
  return near === undefined
    ? `A workflow in a bundle is named ${WORKFLOWS_FOLDER}/<name>, without an extension.`
    : `Did you mean ${near}?`;
}

/** What to do about a ref that nothing stands for: the nearest name, else some of those there are. */
export function adviseOnMissing(ref: AssetRef, bundles: readonly Bundle[]): string {
  const known = knownNames(bundles, ref.bundle !== undefined);
  const name = ref.segments.join("/");
  const near = didYouMean(name, known.keys());
  if (near !== undefined) return `Did you mean ${known.get(near)}?`;
  const refs = [...known.values()];
  if (refs.length === 0) return `Make it with \`akm workflow create ${name}\`.`;
  return `There ${refs.length === 1 ? "is" : "are"} ${nameSome(refs, NAMED_MAX)}; \`akm workflow create ${name}\` makes another.`;
}

function nearest(text: string, bundles: readonly Bundle[]): string | undefined {
  const name = text.replace(/^.*\/\//, "").replace(/\.(?:md|ya?ml)$/i, "");
  const known = knownNames(bundles, false);
  const near = didYouMean(name, known.keys());
  if (near !== undefined) return known.get(near);
  return didYouMean(name, known.values());
}

/** The refs there are by their names, each as it is to be typed. */
function knownNames(bundles: readonly Bundle[], qualified: boolean): Map<string, string> {
  const refOf = new Map<string, string>();
  for (const { ref } of bundles.flatMap(listWorkflows)) {
    const short = withoutBundle(ref);
    const name = short.slice(WORKFLOWS_FOLDER.length + 1);
    if (!refOf.has(name)) refOf.set(name, qualified ? ref : short);
  }
  return refOf;
}
