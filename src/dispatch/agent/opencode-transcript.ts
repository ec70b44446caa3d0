import { join } from "node:path";
import { tryStat } from "../process/try-stat.ts";
import type { Variables } from "../process/variables.ts";

/** One database of opencode's holds every session; undefined where it is not. */
export function findOpencodeDatabase(environment: Variables): string | undefined {
  const { XDG_DATA_HOME: data, HOME: home } = environment;
  if (data === undefined && home === undefined) return undefined;
  const database = join(data ?? join(home ?? "", ".local", "share"), "opencode", "opencode.db");
  return tryStat(database)?.isFile() ? database : undefined;
}
