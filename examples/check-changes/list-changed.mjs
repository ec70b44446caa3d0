// Prints {"files": [...]}: what differs from the commit in the param `since`, deleted files left out.
import { spawnSync } from "node:child_process";

const { since } = JSON.parse(process.env.AKM_PARAMS);
const baseExists = spawnSync("git", ["rev-parse", "--verify", "--quiet", `${since}^{commit}`]).status === 0;

// A first commit and a shallow clone have nothing to compare with: then every tracked file counts as changed.
const tracked = baseExists ? git("diff", "--name-only", "--diff-filter=d", since) : git("ls-files");
const untracked = git("ls-files", "--others", "--exclude-standard");
const files = [...new Set([...tracked, ...untracked])].sort();
process.stdout.write(JSON.stringify({ files }));

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", [...args, "-z"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.split("\0").filter((file) => file !== "");
}
