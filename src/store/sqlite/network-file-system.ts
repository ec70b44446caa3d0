import { readFileSync, realpathSync, statfsSync } from "node:fs";

/** `f_type` of statfs(2) on Linux, for what shares no memory between the machines that mount it. */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, "nfs"],
  [0x517b, "smb"],
  [0xff534d42, "cifs"],
  [0xfe534d42, "smb2"],
  [0x01021997, "9p"],
  [0x5346414f, "afs"],
  [0x73757245, "coda"],
  [0x00c36400, "ceph"],
  [0x0bd00bd0, "lustre"],
  [0x47504653, "gpfs"],
  [0x19830326, "beegfs"],
  [0x7461636f, "ocfs2"],
  [0x01161970, "gfs2"],
  [0x786f4256, "vboxsf"],
]);
const FUSE_TYPE = 0x65735546;
const FUSE_LOCAL = /^(fuseblk|fuse\.(fuse-overlayfs|ntfs-3g|bindfs|encfs|gocryptfs|cryfs|mergerfs))$/;

/**
 * The name of the network file system a directory is on, or undefined. A write-ahead log needs memory shared by
 * all who have the file open, which those lack. Only Linux tells by number; elsewhere every disk counts as local.
 */
export function networkFileSystemOf(directory: string): string | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const { type } = statfsSync(directory);
    // Numbers above 2^31 come back negative on some versions of Node.
    return networkFileSystem(type >>> 0, () =>
      mountedType(realpathSync(directory), readFileSync("/proc/self/mountinfo", "utf8")),
    );
  } catch {
    return undefined;
  }
}

/** FUSE stands for many: those known to be of this machine are local, every other may not be. */
export function networkFileSystem(type: number, fuseName: () => string | undefined): string | undefined {
  if (type !== FUSE_TYPE) return NETWORK_TYPES.get(type);
  const name = fuseName() ?? "fuse";
  return FUSE_LOCAL.test(name) ? undefined : name;
}

/** The file system type of the innermost mount around a path, as proc(5) lists mounts. */
export function mountedType(path: string, mountInfo: string): string | undefined {
  let found: { point: string; type: string } | undefined;
  for (const line of mountInfo.split("\n")) {
    const [before = "", after = ""] = line.split(" - ");
    const point = unescapeOctal(before.split(" ")[4] ?? "");
    const type = after.split(" ")[0] ?? "";
    const around = point === "/" || path === point || path.startsWith(`${point}/`);
    if (point !== "" && around && point.length >= (found?.point.length ?? 0)) found = { point, type };
  }
  return found?.type;
}

function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
