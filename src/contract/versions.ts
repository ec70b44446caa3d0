/** The version a new plan is frozen with; {@link PLAN_IR_VERSIONS_READ} are still decoded. */
export const PLAN_IR_VERSION = 6;
export const PLAN_IR_VERSIONS_READ: readonly number[] = [4, 5, 6];

/** The version of the tree that both source formats are read into. */
export const SOURCE_IR_VERSION = 1;

/** The prefix mixed into every unit's input hash; a change of what the hash covers bumps it. */
export const INPUT_HASH_VERSION = 7;

/** `schemaVersion` of every JSON result envelope. */
export const RESULT_SCHEMA_VERSION = 1;
