import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasLoneSurrogate } from "../../src/lib/lone-surrogate.ts";
import { EngineHome } from "../engines/engine-home.ts";
import { type AkmEnd, AkmHome, until } from "../rig/akm-home.ts";
import { askAll, findLeaks, PLANTED, PRINTER, writingsOf } from "./planted-secrets.ts";

const SECRET = PLANTED.BOUND;

/** Prints every variable that begins with `S_` in every form, in pieces of the sizes given, to stdout and stderr in turn. */
const IN_PIECES = `
const values = Object.entries(process.env).filter(([name]) => name.startsWith("S_")).map(([, value]) => value);
const bytes = Buffer.from(values.flatMap((value) => {
  const inJson = JSON.stringify(value);
  return [value, inJson, JSON.stringify(inJson), encodeURIComponent(value), new URLSearchParams({ x: value }).toString(),
    ...["", "x", "xx"].map((before) => Buffer.from(before + value).toString("base64"))];
}).join("\\n"));
const sizes = process.argv.slice(2).map(Number);
const write = (stream, piece) => new Promise((written) => stream.write(piece, written));
(async () => {
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length];
    await write(process.stdout, bytes.subarray(at, at + size));
    await write(process.stderr, bytes.subarray(at, at + size));
    at += size;
  }
  process.exitCode = Number(process.env.AKM_ITEM);
})();`;

/** What a variable can hold, and long enough that it stands nowhere by chance. */
const secretValue = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 12, maxLength: 60 }),
    fc.base64String({ minLength: 16, maxLength: 160 }),
    fc.stringMatching(/^[.*+?^$(){}|[\]\\"'\n/<>%&=-]{16,40}$/),
    fc
      .array(fc.string({ minLength: 12, maxLength: 40 }), { minLength: 2, maxLength: 4 })
      .map((lines) => lines.join("\n")),
  )
  .filter((value) => !value.includes("\0") && !hasLoneSurrogate(value) && isUnlikely(value));

/** Its inner bytes are found nowhere else: a run of blanks in the middle of a secret may stand anywhere. */
function isUnlikely(value: string): boolean {
  return value.trim().length >= 12 && new Set(value).size >= 8 && !/(.)\1\1|\s\s/su.test(value);
}

describe("generated secrets", () => {
  test("printed in every form and in any pieces stand in no byte that is kept or shown", {
    timeout: 240_000,
  }, () => {
    const runs = fc.tuple(
      fc.array(secretValue, { minLength: 4, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(runs, ([secrets, sizes]) => {
        const home = new AkmHome();
        home.write("pieces.cjs", IN_PIECES);
        const bindings = secrets.map((secret, index) => {
          home.write(`bundle/secrets/s${index}`, secret);
          return `{ S_${index}: secrets/s${index} }`;
        });
        const command = JSON.stringify([process.execPath, "pieces.cjs", ...sizes.map(String)]);
        home.workflow(
          "said",
          `params: { statuses: { type: array } }\nsteps:\n  - id: s\n    map:\n      over: params.statuses\n      unit: { exec: { command: ${command} }, env: [${bindings.join(", ")}], on_error: continue }`,
          ["s"],
        );
        const run = home.run("said", "--statuses", "[0,1]", "--format", "jsonl", "--verbose");
        expect(run.status).toBe(0);
        expect(run.stdout).toContain("redacted");
        expect(findLeaks(secrets, [run, ...askAll(home, home.newestRun().id)], home.data)).toEqual([]);
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});

function plantedHome(): AkmHome {
  const home = new AkmHome();
  home.write("bundle/secrets/bound", SECRET);
  home.write("print.cjs", PRINTER);
  return home;
}

/** A unit that prints the secret in every form and fails, or not. */
function printing(how: "text" | "fail"): string {
  const command = JSON.stringify([process.execPath, "print.cjs", how, "BOUND"]);
  return `{ exec: { command: ${command} }, env: [{ BOUND: secrets/bound }], on_error: continue }`;
}

describe("a secret", () => {
  test("is not in what a killed run left, its write-ahead log among it", async () => {
    const home = plantedHome();
    const wait = `{ exec: { command: [sh, -c, 'printf %s "$BOUND"; touch waits; exec sleep 300'] }, env: [{ BOUND: secrets/bound }] }`;
    home.workflow(
      "cut",
      `steps:\n  - id: a\n    unit: ${printing("text")}\n  - id: b\n    unit: ${printing("fail")}\n  - id: c\n    unit: ${wait}`,
      ["a", "b", "c"],
    );
    const killed = home.start(["workflow", "run", "workflows/cut", "--verbose"]);
    await until(() => home.has("waits"));
    killed.child.kill("SIGKILL");
    const end = await killed.ended;
    expect(readdirSync(home.data)).toContain("state.db-wal");
    expect(findLeaks([SECRET], [end], home.data)).toEqual([]);
    expect(findLeaks([SECRET], askAll(home, home.newestRun().id), home.data)).toEqual([]);
    expect(home.akm(["workflow", "abandon", home.newestRun().id]).status).toBe(0);
  });

  test("is not in what is told of a worktree where it was used", () => {
    const home = plantedHome();
    const git = (...words: string[]) =>
      execFileSync("git", words, { cwd: home.root, env: home.env(), stdio: "ignore" });
    git("init");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--allow-empty", "-m", "first");
    const leave = `{ exec: { command: [sh, -c, 'echo kept > new.txt; node "$HOME/print.cjs" text BOUND'] }, env: [{ BOUND: secrets/bound }], isolation: worktree }`;
    home.workflow("left", `steps:\n  - id: a\n    unit: ${leave}`, ["a"]);
    const run = home.run("left", "--format", "json", "--verbose");
    expect(run.status).toBe(0);
    const listed = ["text", "json"].map((format) => home.akm(["workflow", "worktrees", "--format", format]));
    expect(listed[1]?.stdout).toContain('"dirty"');
    expect(findLeaks([SECRET], [run, ...listed, ...askAll(home, home.newestRun().id)], home.data)).toEqual(
      [],
    );
  });

  test.each([
    ["an approval's note", ["approve", "--note"], 0],
    ["a rejection that is done again", ["reject", "--reason"], 0],
    ["a rejection that fails its run", ["reject", "--reason"], 1],
  ])("is not in %s", async (_what, [verb = "", flag = ""], rejectedBefore) => {
    const home = await EngineHome.open([{ text: "draft" }]);
    home.write("bundle/secrets/bound", SECRET);
    home.source(
      "a",
      `steps:\n  - id: s\n    gate: { approve: true, max_loops: 2 }\n  - id: t\n    unit: { exec: { command: ["true"] }, env: [{ BOUND: secrets/bound }] }`,
      "## s\n\nWrite it.\n\n## t\n\nGo on.",
    );
    const { id } = (await home.go("workflows/a")).json().run;
    for (let time = 0; time < rejectedBefore; time += 1) {
      await home.call("workflow", "reject", id, "--reason", "Again.");
      await home.go(id);
    }
    const answered = await home.call(
      "workflow",
      verb,
      id,
      flag,
      `It says ${writingsOf(SECRET).join(" and ")}.`,
    );
    expect(answered.status).toBe(0);
    const ends: AkmEnd[] = [answered, ...askAll(home, id)];
    expect(ends.map(({ stdout }) => stdout).join()).toContain("[redacted:BOUND]");
    const went = await home.go(id);
    expect(findLeaks([SECRET], [...ends, went], home.data)).toEqual([]);
    for (const { bodyText } of home.server.requests) expect(bodyText).not.toContain(SECRET.slice(0, 6));
  });

  test("that an agent is handed is not in what the agent says", () => {
    const home = new AkmHome();
    home.write(
      "agent.cjs",
      `require("node:fs").readFileSync(0); process.argv[2] = "text"; process.argv[3] = "AGENT_TOKEN";\n${PRINTER}`,
    );
    const args = [join(home.root, "agent.cjs")];
    const agent = {
      kind: "agent",
      platform: "custom",
      bin: process.execPath,
      args,
      envPassthrough: ["AGENT_TOKEN"],
    };
    home.write("conf/config.json", JSON.stringify({ engines: { agent }, defaults: { engine: "agent" } }));
    home.workflow("ask", "steps:\n  - id: s", ["s"]);
    const run = home.akm(["workflow", "run", "workflows/ask", "--format", "json", "--verbose"], {
      env: { AGENT_TOKEN: SECRET },
    });
    expect(run.status).toBe(0);
    expect(run.stdout).toContain("[redacted:AGENT_TOKEN]");
    expect(findLeaks([SECRET], [run, ...askAll(home, run.json().run.id)], home.data)).toEqual([]);
  });
});
