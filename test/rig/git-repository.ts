import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { withoutGitVariables } from "../../src/lib/without-git-variables.ts";
import { FAST_DISK, tempTree } from "./temp-tree.ts";

const CONFIG = `[user]
  name = Ada
  email = ada@example.com
[init]
  defaultBranch = main
[protocol "file"]
  allow = always
[advice]
  detachedHead = false
`;

/** A user with git set up and nothing else, in a directory that goes with the test. */
export class GitUser {
  readonly home = tempTree({ ".gitconfig": CONFIG }, FAST_DISK);

  /** What this user's programs are started with. */
  get environment(): Record<string, string | undefined> {
    return {
      ...withoutGitVariables(process.env),
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, ".config"),
    };
  }

  /** stdout of git, without its last newline; throws what git says when it fails. */
  git(cwd: string, ...words: string[]): string {
    return execFileSync("git", words, {
      cwd,
      env: this.environment,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).replace(/\n$/, "");
  }

  /** Whether git did it. */
  gitSucceeds(cwd: string, ...words: string[]): boolean {
    return spawnSync("git", words, { cwd, env: this.environment, stdio: "ignore" }).status === 0;
  }

  /** A repository below the user's home with one commit of these files. */
  repository(
    name = "repo",
    files: Readonly<Record<string, string>> = {
      "a.txt": "one\n",
      "sub/b.txt": "two\n",
      ".gitignore": "*.log\nbuild/\n",
    },
  ): Repository {
    const path = join(this.home, name);
    this.write(path, files);
    this.git(path, "init", "-q");
    this.git(path, "add", ".");
    this.git(path, "commit", "-q", "-m", "base");
    return new Repository(this, path);
  }

  write(directory: string, files: Readonly<Record<string, string>>): void {
    mkdirSync(directory, { recursive: true });
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), content);
    }
  }
}

export class Repository {
  readonly user: GitUser;
  readonly path: string;

  constructor(user: GitUser, path: string) {
    this.user = user;
    this.path = realpathSync(path);
  }

  git(...words: string[]): string {
    return this.user.git(this.path, ...words);
  }

  get head(): string {
    return this.git("rev-parse", "HEAD");
  }

  /** The refs that were made for what units committed, without their common beginning. */
  salvageRefs(): string[] {
    return this.git("for-each-ref", "--format=%(refname)", "refs/akm")
      .split("\n")
      .filter((line) => line !== "")
      .map((ref) => ref.replace("refs/akm/", ""));
  }

  /** Subjects of all that is reachable from the ref and not from the base branch. */
  subjects(ref: string): string[] {
    return this.git("log", "--format=%s", `refs/akm/${ref}`, "--not", "main").split("\n");
  }

  /** Worktrees that git knows besides the first. */
  worktrees(): string[] {
    return this.git("worktree", "list", "--porcelain")
      .split("\n")
      .filter((line) => line.startsWith("worktree "))
      .map((line) => line.slice("worktree ".length))
      .filter((path) => path !== this.path);
  }
}
