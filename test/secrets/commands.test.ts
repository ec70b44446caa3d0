import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome, until } from "../rig/akm-home.ts";

const json = (...words: string[]) => [...words, "--format", "json"];

function home(files: Record<string, string> = {}): AkmHome {
  const machine = new AkmHome();
  for (const [path, content] of Object.entries(files)) chmodSync(machine.write(path, content), 0o600);
  return machine;
}

describe("akm secret", () => {
  test("stores what stdin says without one final newline, for its owner alone", () => {
    const machine = home();
    const end = machine.akm(json("secret", "set", "deploy/token"), { input: "hunter2\n\n" });
    const path = join(machine.root, "bundle/secrets/deploy/token");
    expect(JSON.parse(end.stdout)).toEqual({
      ok: true,
      shape: "secret-set",
      schemaVersion: 1,
      ref: "bundle//secrets/deploy/token",
      path,
      created: true,
    });
    expect(readFileSync(path, "utf8")).toBe("hunter2\n");
    expect([path, join(path, ".."), join(path, "../..")].map((each) => statSync(each).mode & 0o777)).toEqual([
      0o600, 0o700, 0o700,
    ]);
    expect(machine.akm(json("secret", "set", "secrets/deploy/token"), { input: "new" }).stdout).toContain(
      '"created": false',
    );
    expect(readFileSync(path, "utf8")).toBe("new");
    const { secrets, shape } = JSON.parse(machine.akm(json("secret", "list")).stdout);
    expect({ secrets, shape }).toEqual({
      shape: "secret-list",
      secrets: [{ ref: "bundle//secrets/deploy/token" }],
    });
  });

  test("removes a secret, and no env file of that name", () => {
    const machine = home({ "bundle/secrets/ci": "x", "bundle/env/ci.env": "A=1\n" });
    const end = machine.akm(json("secret", "remove", "ci"));
    const path = join(machine.root, "bundle/secrets/ci");
    expect(end.json()).toEqual({
      ok: true,
      shape: "secret-remove",
      schemaVersion: 1,
      ref: "bundle//secrets/ci",
      path,
    });
    expect([machine.has("bundle/secrets/ci"), machine.has("bundle/env/ci.env")]).toEqual([false, true]);
    expect(machine.akm(json("secret", "remove", "ci")).error().code).toBe("ASSET_NOT_FOUND");
  });

  test("stores nothing where there is no value, too large a one, or no ref", () => {
    const machine = home();
    expect(machine.akm(json("secret", "set", "a")).error()).toMatchObject({
      code: "MISSING_REQUIRED_ARGUMENT",
    });
    const large = "x".repeat(5 * 1024 * 1024 + 1);
    expect(machine.akm(json("secret", "set", "a"), { input: large }).error()).toMatchObject({
      code: "INVALID_FLAG_VALUE",
    });
    expect(machine.akm(json("secret", "set", "../a"), { input: "x" }).error()).toMatchObject({
      code: "ASSET_NOT_FOUND",
    });
    expect(machine.akm(json("secret", "list")).stdout).toContain('"secrets": []');
  });

  test("goes to a project's own bundle, which keeps it out of git", () => {
    const machine = home({ "project/.keep": "" });
    const cwd = join(machine.root, "project");
    const end = machine.akm(json("secret", "set", "a"), {
      input: "x",
      cwd,
      env: { AKM_BUNDLE_DIR: undefined },
    });
    expect(end.status).toBe(0);
    expect(machine.read("project/.akm/.gitignore")).toBe("env/\nsecrets/\n");
  });

  test("runs a command with the secrets named, its streams and status untouched", () => {
    const machine = home({ "bundle/secrets/a": "hunter2", "bundle/secrets/b": "two" });
    const script = 'cat; printf "%s %s" "$A" "$B" >&2; exit 7';
    const words = ["secret", "run", "secrets/a", "A", "b", "B", "--", "sh", "-c", script];
    const end = machine.akm(words, { input: "in\0put" });
    expect(end).toMatchObject({ status: 7, stdout: "in\0put", stderr: "hunter2 two" });
    expect(machine.akm(["secret", "run", "a", "A", "--", "sh", "-c", "kill -TERM $$"]).status).toBe(143);
  });

  test.each([
    [["secret", "run", "secrets/a", "A"], "MISSING_REQUIRED_ARGUMENT"],
    [["secret", "run", "secrets/a", "A", "secrets/b", "--", "true"], "MISSING_REQUIRED_ARGUMENT"],
    [["secret", "run", "secrets/a", "a-b", "--", "true"], "INVALID_FLAG_VALUE"],
    [["secret", "run", "secrets/no", "A", "--", "true"], "ENV_UNRESOLVED"],
    [["secret", "run", "secrets/a", "A", "--", "no-such-program"], "ASSET_NOT_FOUND"],
    [["env", "run", "env/no", "--", "true"], "ENV_UNRESOLVED"],
    [["env", "path", "env/no"], "ASSET_NOT_FOUND"],
    [["env", "remove", "env/no"], "ASSET_NOT_FOUND"],
  ])("%j ends with %s", (words, code) => {
    const machine = home({ "bundle/secrets/a": "x" });
    const end = machine.akm(words, { env: { AKM_FORMAT: "json" } });
    expect(end.stdout).toBe("");
    expect(end.error().code).toBe(code);
  });
});

describe("akm env", () => {
  const CI = 'A=1\nexport B=`it\'\'s "x" # y`\nC="two\nlines"\n';

  test("makes, lists, finds and removes env files, and shows no value", () => {
    const machine = home({ ".env": "TOKEN=hunter2\nOTHER='x'\n" });
    const path = join(machine.root, "bundle/env/ci.env");
    const created = machine.akm(json("env", "create", "ci", "--from-file", ".env"));
    expect(JSON.parse(created.stdout)).toMatchObject({ shape: "env-create", ref: "bundle//env/ci", path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(machine.akm(json("env", "create", "ci")).error().code).toBe("RESOURCE_ALREADY_EXISTS");
    const listed = machine.akm(json("env", "list"));
    expect(JSON.parse(listed.stdout)).toEqual({
      ok: true,
      shape: "env-list",
      schemaVersion: 1,
      envs: [{ ref: "bundle//env/ci", keys: ["TOKEN", "OTHER"] }],
    });
    expect(listed.stdout + listed.stderr + created.stdout).not.toContain("hunter2");
    expect(machine.akm(["env", "path", "ci", "--format", "text"]).stdout).toBe(`${path}\n`);
    expect(machine.akm(json("env", "remove", "ci")).status).toBe(0);
    expect(machine.has("bundle/env/ci.env")).toBe(false);
  });

  test("refuses to take in what is no env file, and does not show it", () => {
    const machine = home();
    const end = machine.akm(json("env", "create", "ci", "--from-file", "-"), { input: "A=1\nhunter2\n" });
    expect(end.error()).toMatchObject({
      code: "INVALID_FLAG_VALUE",
      error: expect.stringContaining("line 2"),
    });
    expect(end.stderr).not.toContain("hunter2");
  });

  test("prints lines that a shell reads back, or JSON, or a file for its owner alone", () => {
    const machine = home({ "bundle/env/ci.env": CI });
    const lines = machine.akm(["env", "export", "ci"]).stdout;
    const read = spawnSync("sh", ["-c", `${lines}\nprintf "%s|%s|%s" "$A" "$B" "$C"`], { encoding: "utf8" });
    expect(read.stdout).toBe(`1|it''s "x" # y|two\nlines`);
    const { values } = JSON.parse(machine.akm(json("env", "export", "ci")).stdout);
    expect(values).toEqual({ A: "1", B: `it''s "x" # y`, C: "two\nlines" });
    const out = machine.akm(json("env", "export", "ci", "--as", "dotenv", "--out", "x.env"));
    expect(JSON.parse(out.stdout)).toMatchObject({ shape: "env-export", keys: ["A", "B", "C"] });
    expect(statSync(join(machine.root, "x.env")).mode & 0o777).toBe(0o600);
    expect(machine.akm(json("env", "export", "ci", "--as", "csh")).error().code).toBe("INVALID_FLAG_VALUE");
  });

  test("runs a command in akm's own environment with the file's variables over it", () => {
    const machine = home({ "bundle/env/ci.env": CI });
    const end = machine.akm(["env", "run", "env/ci", "--", "sh", "-c", 'printf "%s %s" "$A" "$OWN"'], {
      env: { A: "outer", OWN: "own" },
    });
    expect(end).toMatchObject({ status: 0, stdout: "1 own", stderr: "" });
  });

  test("hands signals on to the command, and ends as it does", async () => {
    const machine = home({ "bundle/env/ci.env": CI });
    const script = "trap 'echo ended; exit 9' TERM; echo ready; while :; do sleep 0.05; done";
    const running = machine.start(["env", "run", "ci", "--", "sh", "-c", script]);
    await until(() => running.stdout.includes("ready"));
    running.child.kill("SIGTERM");
    expect(await running.ended).toMatchObject({ status: 9, stdout: "ready\nended\n" });
  });

  test("never puts a value on a command line", async () => {
    const machine = home({ "bundle/env/ci.env": "A=hunter2" });
    const child = spawn(
      process.execPath,
      [AKM, "env", "run", "ci", "--", "sh", "-c", "ps -ww -eo args; sleep 0"],
      {
        env: machine.env(),
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    let seen = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      seen += text;
    });
    await new Promise((closed) => child.on("close", closed));
    expect(seen).not.toContain("hunter2");
  });
});

describe("values that say nothing", () => {
  test("mask nothing, and the short ones are named", () => {
    const machine = home({ "bundle/env/odd.env": `E=""\nONE="a"\nNL="\\n"\nDOT="."\nSTAR=".*"\n` });
    const command = `[sh, -c, "echo 'banana foo.bar'; echo 'banana foo.bar' >&2; exit 1"]`;
    machine.workflow(
      "emp",
      `steps:\n  - id: s\n    unit: { exec: { command: ${command} }, env: [env/odd] }`,
      ["s"],
    );
    const end = machine.run("emp", "--format", "json");
    expect(end.json().workflow.steps[0]?.notes).toContain("banana foo.bar");
    const named = end.json().warnings.map((warning) => /value of (\S+) is too short/.exec(warning)?.[1]);
    expect(named.filter((name) => name !== undefined)).toEqual(["ONE", "DOT", "STAR"]);
  });
});

describe("the input hash of a unit", () => {
  // shows: schema-518b
  test("is that of the names it is bound to, whatever their values are", () => {
    const machine = home({ "bundle/secrets/token": "hunter2", "bundle/env/ci.env": "A=one" });
    const unit = `{ exec: { command: ["true"] }, env: [env/ci, { TOKEN: secrets/token }] }`;
    machine.workflow("w", `steps:\n  - id: s\n    unit: ${unit}`, ["s"]);
    const hash = () => {
      expect(machine.run("w", "--new").status).toBe(0);
      const [attempt] = machine.akm(["workflow", "status", "workflows/w", "--units"]).json().units;
      return attempt?.inputHash;
    };
    const before = hash();
    machine.write("bundle/secrets/token", "correct horse");
    machine.write("bundle/env/ci.env", "A=two");
    expect(hash()).toBe(before);
    expect(before).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("a unit that is bound to a secret", () => {
  // shows: engine-44, reuse-80
  test("is given the secret of the moment, which its input hash does not know", () => {
    const home = new AkmHome();
    home.oneStep("s", 'printf %s "$TOKEN" | wc -c', ["env: { TOKEN: secrets/token }"]);
    const seen = ["one-secret", "another-secret"].map((secret) => {
      home.write("bundle/secrets/token", secret);
      const { run, workflow } = home.run("s").json();
      const { units } = home.akm(["workflow", "status", run.id, "--units"]).json();
      return { length: workflow.steps[0]?.evidence.output, hash: units[0]?.inputHash };
    });
    expect(seen.map(({ length }) => length)).toEqual(["10", "14"]);
    expect(seen[0]?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(seen[1]?.hash).toBe(seen[0]?.hash);
  });
});

describe("a unit whose env cannot be resolved", () => {
  // shows: schema-569b
  // shows: engine-49
  test("fails before anything starts, naming the ref and where it was looked for; it can be resumed", () => {
    const machine = home();
    const unit = `{ exec: { command: [sh, -c, "touch ran; echo $A"] }, env: [env/ci] }`;
    machine.workflow("w", `steps:\n  - id: s\n    unit: ${unit}`, ["s"]);
    const end = machine.run("w", "--format", "json");
    expect(end.status).toBe(1);
    expect(end.json().workflow.steps[0]?.notes).toContain("s:solo (env_unresolved)");
    expect(end.json().workflow.steps[0]?.notes).toContain(join(machine.root, "bundle/env/ci.env"));
    expect(machine.has("ran")).toBe(false);
    machine.write("bundle/env/ci.env", "A=hunter2");
    const { id } = machine.newestRun();
    expect(machine.akm(["workflow", "resume", id]).status).toBe(0);
    const again = machine.akm(json("workflow", "run", id));
    expect(again.json().workflow.steps[0]?.evidence.output).toBe("[redacted:A]");
  });

  // shows: schema-426
  test("is never given what would stand in the way of the engine's own variables", () => {
    const machine = home({ "bundle/env/ci.env": "AKM_RUN_ID=spoofed\nAKM_PARAMS=spoofed\nMINE=mine" });
    const unit = `{ exec: { command: [sh, -c, "env"] }, env: [env/ci] }`;
    machine.workflow("w", `steps:\n  - id: s\n    unit: ${unit}`, ["s"]);
    const output = String(machine.run("w", "--format", "json").json().workflow.steps[0]?.evidence.output);
    expect(output).toContain(`AKM_RUN_ID=${machine.newestRun().id}`);
    expect(output).toContain("MINE=[redacted:MINE]");
    expect(output).not.toContain("spoofed");
  });
});
