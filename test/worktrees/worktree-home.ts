import { join } from "node:path";
import { AkmHome } from "../rig/akm-home.ts";
import { GitUser, type Repository } from "../rig/git-repository.ts";

/** A listed worktree, as far as tests look. */
export interface ShownWorktree {
  runId: string;
  unitId: string;
  path: string;
  state: string;
  live: boolean;
  salvageRefs: string[];
  ageMs: number;
}

export interface ShownAttempt {
  unitId: string;
  status: string;
  attempt: number;
  failureReason: string | null;
  error: string | null;
  worktreePath?: string;
  salvageRefs?: string[];
}

/** An akm of the test's own, whose user has git, and a repository to run it in. */
export class WorktreeHome extends AkmHome {
  readonly user = new GitUser();
  readonly repository: Repository = this.user.repository();

  override env(extra: Record<string, string | undefined> = {}): Record<string, string> {
    return super.env({ HOME: this.user.home, ...extra });
  }

  /** A workflow of one step `s`, whose units run the script each in a worktree of its own. */
  isolated(name: string, script: string, lines: readonly string[] = []): void {
    this.oneStep(name, script, ["isolation: worktree", ...lines]);
  }

  /** The same, once for each item. */
  isolatedMap(name: string, script: string, items: readonly unknown[], lines: readonly string[] = []): void {
    const unit = [
      `exec: { command: ${JSON.stringify(["bash", "-c", script])} }`,
      "isolation: worktree",
      ...lines,
    ];
    this.workflow(
      name,
      [
        `params: { items: { type: array, default: ${JSON.stringify(items)} } }`,
        "steps:",
        "  - id: s",
        "    map:",
        "      over: params.items",
        "      concurrency: 8",
        "      unit:",
        ...unit.map((line) => `        ${line}`),
      ].join("\n"),
      ["s"],
    );
  }

  /** Runs it in the repository. */
  runHere(name: string, words: readonly string[] = [], env: Record<string, string> = {}) {
    return this.akm(["workflow", "run", `workflows/${name}`, ...words], { cwd: this.repository.path, env });
  }

  attempts(): ShownAttempt[] {
    const { id } = this.newestRun();
    const shown: { units: ShownAttempt[] } = JSON.parse(
      this.akm(["workflow", "status", id, "--units", "--all-scopes"]).stdout,
    );
    return shown.units;
  }

  worktrees(...words: string[]): { worktrees: ShownWorktree[]; pruned?: string[] } {
    return JSON.parse(this.akm(["workflow", "worktrees", ...words]).stdout);
  }

  get worktreesDirectory(): string {
    return join(this.root, "cache/worktrees");
  }
}
