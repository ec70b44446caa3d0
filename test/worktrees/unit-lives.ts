/** What units do in the chaos test, each step of it noted where no worktree reaches. */
export function lifeScript(ledger: string, base: string): string {
  return `life="$$-$RANDOM-$AKM_DISPATCH_ID"
note() { echo "$life $*" >>${ledger}; }
write() { note drop "$1"; mkdir -p "$(dirname "$1")"; echo "$2" >"$1" && note wrote "$2" "$1"; }
remove() { note drop "$1"; rm -f "$1"; }
ignored() { mkdir -p build; echo nothing >build/x; echo nothing >"$1.log"; }
commit() { git add -A && git commit -q --allow-empty -m c && note saved; }
amend() { git add -A && git commit -q --amend --allow-empty -m a && note saved; }
stage() { git add -A; }
stash() { git stash -q -u && note saved; }
back() { note drop-all; git reset -q --hard HEAD~1; }
branch() { git checkout -q -b "b-$life-$RANDOM"; }
home() { git checkout -q --detach ${base}; }
destroy() { note drop-all; at="$PWD"; cd /; rm -rf "$at"; exit 0; }
fail() { exit 3; }
hang() { sleep 30; }
eval "\${AKM_ITEM:1:-1}" 2>/dev/null
exit 0
`;
}

/** Deterministic: the same seed gives the same lives. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, and not including, the bound. */
  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.below(choices.length)] ?? choices[0];
  }
}

const FILES: readonly [string, ...string[]] = ["a.txt", "sub/b.txt", "new", "d e/f", "ü/ñ 1", "sub/deep/er"];

/** One unit's life as a line of shell; `prefix` makes its tokens its own. */
export function randomLife(chance: Chance, prefix: string): string {
  const count = 1 + chance.below(5);
  const acts = Array.from({ length: count }, (_, index) => randomAct(chance, `${prefix}-${index}.`));
  const end = chance.pick(["", "", "", "", "", "", "", "", "fail", "fail", "destroy", "hang"]);
  return [...acts, end].filter((act) => act !== "").join("; ");
}

function randomAct(chance: Chance, token: string): string {
  const file = `'${chance.pick(FILES)}'`;
  const write = `write ${file} ${token}`;
  return chance.pick([
    write,
    write,
    write,
    "commit",
    "commit",
    "amend",
    "back",
    `remove ${file}`,
    "stage",
    "branch",
    "home",
    "stash",
    `ignored ${token}`,
  ]);
}

/** From the notes: what must be found again, with who wrote it. A thing its own unit took away is nobody's loss. */
export function expectedTokens(notes: string): Set<string> {
  const lives = new Map<string, { there: Map<string, string>; saved: Set<string> }>();
  for (const line of notes.split("\n").filter((text) => text !== "")) {
    const [life = "", what, ...rest] = line.split(" ");
    const known = lives.get(life) ?? { there: new Map(), saved: new Set() };
    lives.set(life, known);
    if (what === "wrote") known.there.set(rest.slice(1).join(" "), rest[0] ?? "");
    else if (what === "drop") known.there.delete(rest.join(" "));
    else if (what === "drop-all") known.there.clear();
    else for (const token of known.there.values()) known.saved.add(token);
  }
  return new Set([...lives.values()].flatMap(({ there, saved }) => [...there.values(), ...saved]));
}
