export { makeDirectories } from "./make-directories.ts";
export {
  type IdentityToken,
  isRunning,
  readBootId,
  readPidNamespace,
  readStartToken,
} from "./process-identity.ts";
