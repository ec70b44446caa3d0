import { tables } from "./0001-tables.ts";
import { enginesAndLoops } from "./0002-engines-and-loops.ts";
import { salvageRefs } from "./0003-salvage-refs.ts";

/**
 * In order; a file, once released, never changes. `user_version` counts how many a database has had. What a later
 * one adds must be read as absent by the queries until then: commands that only read take older schemas as they are.
 */
export const MIGRATIONS: readonly string[] = [tables, enginesAndLoops, salvageRefs];
