const UNIT = /:(solo|[0-9a-f]+)(?:#(\d+))?(?:~l(\d+))?$/;

/** Which attempt of which unit, as names of refs and directories tell it. */
export interface AttemptName {
  runId: string;
  stepId: string;
  unitId: string;
  attempt: number;
}

/** `<hex or solo>[-n][-l<k>]`: the unit within its step, in characters that a ref and a file name can have. */
export function unitSlug(unitId: string): string {
  const [, item = "unit", copy, loop] = UNIT.exec(unitId) ?? [];
  return `${item}${copy === undefined ? "" : `-${copy}`}${loop === undefined ? "" : `-l${loop}`}`;
}

/** The folder of a unit's salvage refs; each attempt's ref is its number below it (decision R18). */
export function unitRefs({ runId, stepId, unitId }: AttemptName): string {
  return `refs/akm/${runId}/${stepId}/${unitSlug(unitId)}`;
}

/** The attempt's own ref, and the names that follow where one attempt left several ends: `1`, `1-2`, `1-3`… */
export function salvageRefs(name: AttemptName, count: number): string[] {
  const first = `${unitRefs(name)}/${name.attempt}`;
  return Array.from({ length: count }, (_, at) => (at === 0 ? first : `${first}-${at + 1}`));
}
