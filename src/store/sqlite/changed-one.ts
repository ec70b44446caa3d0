import { AkmError } from "../../errors/index.ts";

/** An entry about a row that is not there, or no longer as the entry takes it to be, is a defect of the caller. */
export function changedOne({ changes }: { changes: number | bigint }, row: string): void {
  if (Number(changes) !== 1)
    throw new AkmError("INTERNAL", `The journal has no ${row} that this could be recorded of.`);
}
