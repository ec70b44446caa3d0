export { openJournal } from "./sqlite/open-journal.ts";
export type { OpenJournalOptions } from "./sqlite/open-connection.ts";
export { openJournalReader, type OpenReaderOptions } from "./sqlite/open-reader.ts";
export { createRunLock, type RunLockOptions } from "./run-lock/create-run-lock.ts";
export { readLockHolder } from "./run-lock/read-lock-holder.ts";
