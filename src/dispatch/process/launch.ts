import type { Variables } from "./variables.ts";

/** All that starting a program takes. */
export interface Launch {
  /** The program and its arguments, as they are handed over. */
  argv: readonly string[];
  /** Absolute. */
  directory: string;
  environment: Variables;
  /** Absent: its stdin is the null device. */
  stdin?: "pipe";
}
