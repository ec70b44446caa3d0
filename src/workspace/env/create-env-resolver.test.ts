import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { tempTree } from "../../../test/rig/temp-tree.ts";
import { SECRET_BYTES_MAX } from "../../contract/index.ts";
import type { PlanEnvBinding } from "../../plan/index.ts";
import { createEnvResolver } from "./create-env-resolver.ts";

const CI: PlanEnvBinding = { kind: "group", ref: "env/ci" };
const secret = (ref: string, name = "A"): PlanEnvBinding => ({ kind: "secret", name, ref });
const literal = (name: string, value: string): PlanEnvBinding => ({ kind: "literal", name, value });
/** As it stands in an env file. */
const placeholder = (name: string) => `$\{secret:${name}}`;

/** A project directory with its own bundle, a second one from the configuration, and no more. */
class Machine {
  readonly root = tempTree({
    "project/.akm/config.json": '{"bundles":["../shared"]}',
    "shared/.keep": "",
  });
  readonly project = join(this.root, "project");
  readonly #env: Record<string, string>;

  constructor(env: Record<string, string> = {}) {
    const conf = join(this.root, "conf");
    this.#env = { HOME: this.root, AKM_CONFIG_DIR: conf, XDG_DATA_HOME: join(this.root, "data"), ...env };
  }

  write(path: string, content: string | Uint8Array, mode = 0o600): string {
    const full = join(this.root, path);
    mkdirSync(join(full, ".."), { recursive: true });
    writeFileSync(full, content);
    chmodSync(full, mode);
    return full;
  }

  resolve(...bindings: PlanEnvBinding[]) {
    return createEnvResolver(this.#env).resolve(bindings, this.project);
  }

  async variables(...bindings: PlanEnvBinding[]): Promise<Record<string, string> | string> {
    const resolved = await this.resolve(...bindings);
    if (!resolved.ok) return resolved.message;
    return Object.fromEntries(resolved.variables.map(({ name, value }) => [name, value]));
  }
}

describe("bindings", () => {
  // shows: schema-276d
  test("stand for what lies in the bundles, later ones winning", async () => {
    const machine = new Machine();
    machine.write("project/.akm/env/ci.env", "A=1\nB=2\nC=3");
    machine.write("project/.akm/secrets/b", "two");
    expect(await machine.variables(CI, secret("secrets/b", "B"), literal("C", "drei"))).toEqual({
      A: "1",
      B: "two",
      C: "drei",
    });
  });

  test("are looked for in one bundle after the other; a qualified ref in the one it names", async () => {
    const machine = new Machine();
    machine.write("shared/secrets/both", "shared");
    machine.write("shared/secrets/only/here", "deep");
    machine.write("project/.akm/secrets/both", "own");
    expect(await machine.variables(secret("secrets/both"))).toEqual({ A: "own" });
    expect(await machine.variables(secret("shared//secrets/both"))).toEqual({ A: "shared" });
    expect(await machine.variables(secret("secrets/only/here"))).toEqual({ A: "deep" });
    expect(await machine.variables(secret("project//secrets/only/here"))).toContain("was not found");
  });

  test.each<[string, PlanEnvBinding, (machine: Machine) => string]>([
    [
      "a secret",
      secret("secrets/no"),
      ({ root }) =>
        `secrets/no was not found: there is no ${root}/project/.akm/secrets/no, and no ${root}/shared/secrets/no.`,
    ],
    [
      "an env file",
      CI,
      ({ root }) =>
        `env/ci was not found: there is no ${root}/project/.akm/env/ci.env, and no ${root}/shared/env/ci.env.`,
    ],
    [
      "a bundle",
      secret("gone//secrets/a"),
      () => "gone//secrets/a was not found: there is no bundle called gone here.",
    ],
  ])("that name %s that is not there say where it was looked for", async (_, binding, message) => {
    const machine = new Machine();
    expect(await machine.resolve(binding)).toEqual({ ok: false, message: message(machine) });
  });

  test("hold a secret byte for byte, its newline too", async () => {
    const machine = new Machine();
    machine.write("project/.akm/secrets/a", " x \r\n\n");
    expect(await machine.variables(secret("secrets/a"))).toEqual({ A: " x \r\n\n" });
  });

  test.each<[string, string | Uint8Array, string]>([
    ["too large", "x".repeat(SECRET_BYTES_MAX + 1), "is larger than 5242880 bytes"],
    ["not text", Uint8Array.of(0x68, 0xff, 0xfe), "is not UTF-8 text"],
    ["holding a NUL", "hunter2\0", "holds a NUL byte"],
  ])("to a secret that is %s are refused, and it is not told", async (_, content, problem) => {
    const machine = new Machine();
    machine.write("project/.akm/secrets/a", content);
    const message = await machine.variables(secret("secrets/a"));
    expect(message).toContain(problem);
    expect(message).not.toContain("hunter2");
  });

  test("of a broken configuration are unresolved, not a defect", async () => {
    const machine = new Machine();
    machine.write("project/.akm/config.json", "{");
    expect(await machine.variables(CI)).toContain("config.json");
  });

  test("are secrets, but for literals that look like none", async () => {
    const machine = new Machine();
    machine.write("project/.akm/env/ci.env", `URL=postgres://u:${placeholder("pw")}@h\nPLAIN=x`);
    machine.write("project/.akm/secrets/pw", "hunter2");
    const resolved = await machine.resolve(
      CI,
      secret("secrets/pw", "PW"),
      literal("MODE", "fast"),
      literal("API_TOKEN", "abcd"),
      literal("HEADER", "ghp_0123456789abcdef"),
    );
    expect(resolved.ok && resolved.secrets).toEqual([
      { name: "URL", value: "postgres://u:hunter2@h" },
      { name: "PLAIN", value: "x" },
      { name: "project//secrets/pw", value: "hunter2" },
      { name: "PW", value: "hunter2" },
      { name: "API_TOKEN", value: "abcd" },
      { name: "HEADER", value: "ghp_0123456789abcdef" },
    ]);
  });
});

describe("a secret named in an env file", () => {
  test("comes from the file's own bundle", async () => {
    const machine = new Machine();
    machine.write("shared/env/ci.env", `A=${placeholder("pw")}`);
    machine.write("project/.akm/secrets/pw", "the project's");
    expect(await machine.variables(CI)).toMatch(
      /^shared\/\/env\/ci: the value of A names a secret: secrets\/pw was not found: .*shared/,
    );
    machine.write("shared/secrets/pw", "its own $& $1");
    expect(await machine.variables(CI)).toEqual({ A: "its own $& $1" });
  });

  test("cannot lead out of the bundle", async () => {
    const machine = new Machine();
    machine.write("project/outside", "x");
    machine.write("project/.akm/env/ci.env", `A=${placeholder("../../outside")}`);
    expect(await machine.variables(CI)).toContain("is no ref");
  });

  test("is not looked for again in what it put in", async () => {
    const machine = new Machine();
    machine.write("project/.akm/env/ci.env", `A=${placeholder("a")}`);
    machine.write("project/.akm/secrets/a", placeholder("b"));
    expect(await machine.variables(CI)).toEqual({ A: placeholder("b") });
  });
});

describe("names that decide what code runs", () => {
  test.each([
    ["PATH"],
    ["LD_PRELOAD"],
    ["LD_LIBRARY_PATH"],
    ["DYLD_INSERT_LIBRARIES"],
    ["NODE_OPTIONS"],
    ["PYTHONPATH"],
    ["PYTHONSTARTUP"],
    ["GIT_SSH_COMMAND"],
    ["GIT_CONFIG_COUNT"],
    ["BASH_ENV"],
    ["ENV"],
    ["PERL5OPT"],
    ["RUBYOPT"],
    ["JAVA_TOOL_OPTIONS"],
  ])("%s: a warning from the project's bundle, refused from another", async (name) => {
    const machine = new Machine();
    machine.write("shared/env/ci.env", `A=1\n${name}=hunter2`);
    const refused = await machine.variables(CI);
    expect(refused).toMatch(
      new RegExp(`^shared//env/ci .*sets ${name}, which decides what code programs run`),
    );
    expect(refused).not.toContain("hunter2");
    machine.write("project/.akm/env/ci.env", `${name}=/x`);
    const own = await machine.resolve(CI);
    expect(own).toMatchObject({
      ok: true,
      variables: [{ name, value: "/x" }],
      warnings: [`project//env/ci sets ${name}, which decides what code its programs run`],
    });
  });

  test.each([["PYTHONUNBUFFERED"], ["GIT_AUTHOR_NAME"], ["PATHS"], ["MY_PATH"], ["NODE_ENV"]])(
    "%s is not one of them",
    async (name) => {
      const machine = new Machine();
      machine.write("shared/env/ci.env", `${name}=x`);
      expect(await machine.variables(CI)).toEqual({ [name]: "x" });
    },
  );

  test("may come from the bundle that the environment names", async () => {
    const root = tempTree({ "mine/env/ci.env": "NODE_OPTIONS=x" });
    const machine = new Machine({ AKM_BUNDLE_DIR: join(root, "mine") });
    expect(await machine.variables(CI)).toEqual({ NODE_OPTIONS: "x" });
  });
});

describe("a file that others may read", () => {
  test.runIf(process.platform !== "win32")("is named in a warning with its mode", async () => {
    const machine = new Machine();
    const env = machine.write("project/.akm/env/ci.env", `A=${placeholder("pw")}`, 0o644);
    const pw = machine.write("project/.akm/secrets/pw", "hunter2", 0o640);
    const resolved = await machine.resolve(CI);
    expect(resolved.ok && resolved.warnings).toEqual([
      `${env} may be read by others than its owner (mode 0644); chmod 600 mends it`,
      `${pw} may be read by others than its owner (mode 0640); chmod 600 mends it`,
    ]);
  });
});
