/** The version a new plan is frozen with; which older ones are still decoded says `plan/upgrade`. */
export const PLAN_IR_VERSION = 6;

/** The version of the tree that both source formats are read into. */
export const SOURCE_IR_VERSION = 1;

/** The prefix mixed into every unit's input hash; a change of what the hash covers bumps it. */
export const INPUT_HASH_VERSION = 7;

/** `schemaVersion` of every JSON result envelope. */
export const RESULT_SCHEMA_VERSION = 1;
