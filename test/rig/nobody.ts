import { spawnSync } from "node:child_process";
import { AKM } from "./akm-home.ts";

/** Root may read and write anything, so as root the command is run as somebody else. */
export const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;

export const CAN_RUN_AS_NOBODY =
  NOBODY === undefined ||
  spawnSync(process.execPath, [AKM, "--version"], { uid: NOBODY, gid: NOBODY }).status === 0;
