import { describe, expect, test } from "vitest";
import { checkDiskRoom, judgeDiskRoom } from "./disk-space.ts";

const MIB_IN_BLOCKS = 256;

function judged(freeMib: number, inodes: { files: number; ffree: number }) {
  return judgeDiskRoom("data-directory", "/data", {
    bavail: freeMib * MIB_IN_BLOCKS,
    bsize: 4096,
    ...inodes,
  });
}

describe("judgeDiskRoom", () => {
  const some = { files: 1000, ffree: 10 };
  test.each([
    ["less than 10 MiB fail", 9, some, "fail", "9 MiB free"],
    ["no inode fails, however much room there is", 5000, { files: 1000, ffree: 0 }, "fail", "no inode free"],
    ["10 MiB are a warning", 10, some, "warn", "only 10 MiB"],
    ["less than 100 MiB are a warning", 99, some, "warn", "only 99 MiB"],
  ])("%s", (_, freeMib, inodes, status, words) => {
    expect(judged(freeMib, inodes)).toMatchObject({ status, message: expect.stringContaining(words) });
    expect(judged(freeMib, inodes)?.fix).toContain("AKM_DATA_DIR");
  });

  test("100 MiB are enough, also where inodes are not counted", () => {
    expect(judged(100, some)).toBeUndefined();
    expect(judged(100, { files: 0, ffree: 0 })).toBeUndefined();
  });
});

test("what cannot be asked is no trouble", () => {
  expect(checkDiskRoom("data-directory", "/nowhere/at/all")).toBeUndefined();
});
