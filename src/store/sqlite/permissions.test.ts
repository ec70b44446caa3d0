import { chmod, chown, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { prepareStoreChildren, type StoreChildren } from "../../../test/rig/store-children.ts";
import { newRun } from "../conformance/samples.ts";
import { openJournal } from "./open-journal.ts";

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** Root may write whatever the permissions say, so the store is used by processes that gave that right up. */
describe.skipIf(!isRoot)("the state database of a user who may not write", { timeout: 60_000 }, () => {
  let children: StoreChildren;
  let root: string;
  let path: string;
  beforeAll(async () => {
    children = await prepareStoreChildren();
  });
  afterAll(() => children.end());
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "akm-permissions-"));
    await chmod(root, 0o755);
    path = join(root, "data", "state.db");
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  const writeRun = async (runId: string) => {
    const journal = await openJournal({ path, onNotice: () => undefined });
    await journal.createRun(newRun(runId), { alsoIfActive: true });
    journal.close();
  };
  const asNobody = async () => {
    const child = children.start();
    await child.ask("become", NOBODY);
    return child;
  };
  const give = async (mode: { directory: number; files: number }) => {
    const data = join(root, "data");
    for (const file of [data, ...(await readdir(data)).map((name) => join(data, name))]) {
      await chown(file, NOBODY, NOBODY);
      await chmod(file, file === data ? mode.directory : mode.files);
    }
  };

  test("is refused before anything is written, can still be read, and works again afterwards", async () => {
    await writeRun("run-1");
    await give({ directory: 0o500, files: 0o400 });
    const child = await asNobody();
    await expect(child.ask("open", path)).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(join(root, "data")),
    });
    expect(await child.ask("list", path)).toEqual(["run-1"]);
    await give({ directory: 0o700, files: 0o600 });
    expect(await (await asNobody()).ask("open", path)).toEqual([]);
  });

  test("can be read with no other file beside it", async () => {
    await writeRun("run-1");
    for (const suffix of ["-wal", "-shm"]) await rm(`${path}${suffix}`, { force: true });
    await give({ directory: 0o500, files: 0o400 });
    expect(await (await asNobody()).ask("list", path)).toEqual(["run-1"]);
  });

  test("is read with the changes of a killed engine, or the file that is missing for it is named", async () => {
    const engine = children.start();
    await engine.ask("open", path);
    await engine.ask("createRun", "run-1", true);
    await engine.kill();
    await give({ directory: 0o500, files: 0o400 });
    expect(await (await asNobody()).ask("list", path)).toEqual(["run-1"]);
    await rm(`${path}-shm`);
    await expect((await asNobody()).ask("list", path)).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining("state.db-shm"),
    });
  });

  test("is said to be unreadable where not even reading is allowed", async () => {
    await writeRun("run-1");
    await give({ directory: 0o700, files: 0o000 });
    await expect((await asNobody()).ask("list", path)).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(path),
    });
  });

  test("is refused where its directory cannot be made", async () => {
    await expect((await asNobody()).ask("open", path)).rejects.toMatchObject({
      code: "STATE_DB_UNWRITABLE",
      message: expect.stringContaining(path),
    });
  });
});
