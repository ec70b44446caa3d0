export { isDirectory } from "./is-directory.ts";
export { makeDirectories } from "./make-directories.ts";
export { removeTree } from "./remove-tree.ts";
export { hasEnded, listPids, type ProcStat, readProcStat } from "./proc-stat.ts";
export {
  type IdentityToken,
  isRunning,
  readBootId,
  readPidNamespace,
  readStartToken,
} from "./process-identity.ts";
