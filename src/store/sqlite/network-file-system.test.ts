import { describe, expect, test } from "vitest";
import { mountedType, networkFileSystem } from "./network-file-system.ts";

const FUSE = 0x65735546;

describe("telling a network file system", () => {
  test.each([
    ["nfs", 0x6969, "nfs"],
    ["an SMB share", 0xfe534d42, "smb2"],
    ["a folder of the host in a virtual machine", 0x01021997, "9p"],
    ["ext4", 0xef53, undefined],
    ["tmpfs", 0x01021994, undefined],
    ["btrfs", 0x9123683e, undefined],
  ])("by its number: %s", (_, type, name) => {
    expect(networkFileSystem(type, () => "not asked")).toBe(name);
  });

  test.each([
    ["fuse.sshfs", "fuse.sshfs"],
    ["fuse.rclone", "fuse.rclone"],
    ["virtiofs", "virtiofs"],
    ["fuse.fuse-overlayfs", undefined],
    ["fuseblk", undefined],
    [undefined, "fuse"],
  ])("by its name where FUSE stands for many: %s", (mounted, name) => {
    expect(networkFileSystem(FUSE, () => mounted)).toBe(name);
  });

  test("by the innermost mount around the directory", () => {
    const mountInfo = [
      "22 1 253:0 / / rw,relatime shared:1 - ext4 /dev/vda rw",
      "40 22 0:45 / /home rw shared:2 - nfs4 server:/home rw",
      "41 40 0:46 / /home/me/my\\040disk rw - fuse.sshfs me@host: rw",
      "",
    ].join("\n");
    expect(mountedType("/srv", mountInfo)).toBe("ext4");
    expect(mountedType("/home/me", mountInfo)).toBe("nfs4");
    expect(mountedType("/home/me/my disk/data", mountInfo)).toBe("fuse.sshfs");
    expect(mountedType("/home/me/my disks", mountInfo)).toBe("nfs4");
    expect(mountedType("/homeless", mountInfo)).toBe("ext4");
  });
});
