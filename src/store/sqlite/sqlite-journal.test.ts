import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeJournalContract } from "../conformance/journal-contract.ts";
import { openJournal } from "./open-journal.ts";

for (const networkFileSystem of [undefined, "nfs"]) {
  const name = networkFileSystem === undefined ? "SQLite" : "SQLite without a write-ahead log";
  describeJournalContract(name, async () => {
    const directory = await mkdtemp(join(tmpdir(), "akm-journal-"));
    const journal = await openJournal({
      path: join(directory, "state.db"),
      onNotice: () => undefined,
      ...(networkFileSystem === undefined ? {} : { networkFileSystem }),
    });
    return {
      journal,
      close: async () => {
        journal.close();
        await rm(directory, { recursive: true });
      },
    };
  });
}
