import { describe, expect, test } from "vitest";
import {
  agentEngine,
  commandTarget,
  judgedGate,
  llmEngine,
  planOf,
  unitStep,
} from "../../../test/rig/build-plan.ts";
import { requestOf } from "../../../test/rig/dispatch-command.ts";
import type { PlanEnvBinding } from "../../plan/index.ts";
import type { DispatchRequest, EnvResolver } from "../../ports/index.ts";
import { Redactor } from "./redactor.ts";
import { SecretKeeper } from "./secret-keeper.ts";

const TOKEN: PlanEnvBinding = { kind: "secret", name: "TOKEN", ref: "secrets/token" };

/** Knows the secrets it is given by ref, as they are at the moment it is asked. */
class Vault implements EnvResolver {
  readonly values: Record<string, string>;
  warnings: string[] = [];

  constructor(values: Record<string, string> = {}) {
    this.values = values;
  }

  async resolve(bindings: readonly PlanEnvBinding[]) {
    const entries: { name: string; value: string }[] = [];
    for (const binding of bindings) {
      if (binding.kind !== "secret") continue;
      const value = this.values[binding.ref];
      if (value === undefined) return { ok: false as const, message: `${binding.ref} was not found.` };
      entries.push({ name: binding.name, value });
    }
    return { ok: true as const, variables: entries, secrets: entries, warnings: this.warnings };
  }
}

function keeperOf(vault: Vault | undefined, environment: NodeJS.ProcessEnv = {}) {
  const redactor = new Redactor();
  const keeper = new SecretKeeper({ environment, envResolver: vault, redactor });
  const warnings: string[] = [];
  const handedOn: DispatchRequest[] = [];
  const bind = (env: readonly PlanEnvBinding[]) =>
    keeper.bound(
      requestOf({ command: ["true"], env }),
      (message) => warnings.push(message),
      async (request) => {
        handedOn.push(request);
        return { status: "completed" };
      },
    );
  const prepare = (run: Parameters<SecretKeeper["prepareRun"]>[0]) =>
    keeper.prepareRun(run, (message) => warnings.push(message));
  return { bind, prepare, redactor, warnings, handedOn };
}

describe("a unit that is bound to secrets", () => {
  test("is handed on with their values, which are hidden from then on", async () => {
    const { bind, redactor, handedOn } = keeperOf(new Vault({ "secrets/token": "hunter2" }));
    expect(await bind([TOKEN])).toEqual({ status: "completed" });
    expect(handedOn[0]?.env).toEqual([{ kind: "literal", name: "TOKEN", value: "hunter2" }]);
    expect(redactor.text("hunter2")).toBe("[redacted:TOKEN]");
  });

  // shows: schema-276d
  // shows: engine-44
  test("gets the value of the moment, and the old one stays hidden", async () => {
    const vault = new Vault({ "secrets/token": "hunter2" });
    const { bind, redactor, handedOn } = keeperOf(vault);
    await bind([TOKEN]);
    vault.values["secrets/token"] = "correct horse";
    await bind([TOKEN]);
    expect(handedOn[1]?.env).toEqual([{ kind: "literal", name: "TOKEN", value: "correct horse" }]);
    expect(redactor.text("hunter2, correct horse")).toBe("[redacted:TOKEN], [redacted:TOKEN]");
  });

  // shows: engine-49
  test("fails before anything starts when one is missing", async () => {
    const { bind, handedOn } = keeperOf(new Vault());
    expect(await bind([TOKEN])).toEqual({
      status: "failed",
      failureReason: "env_unresolved",
      error: "secrets/token was not found. Nothing was started.",
    });
    expect(handedOn).toEqual([]);
  });

  // shows: engine-47a
  test("can have literals alone where nothing resolves refs", async () => {
    const { bind, handedOn } = keeperOf(undefined);
    const literal: PlanEnvBinding = { kind: "literal", name: "A", value: "1" };
    await bind([literal]);
    expect(handedOn[0]?.env).toEqual([literal]);
    expect(await bind([TOKEN])).toMatchObject({ failureReason: "env_unresolved" });
  });

  test("has each warning said once, however many units there are", async () => {
    const vault = new Vault({ "secrets/token": "abc" });
    vault.warnings = ["the file may be read by others"];
    const { bind, warnings } = keeperOf(vault);
    for (let unit = 0; unit < 3; unit += 1) await bind([TOKEN]);
    expect(warnings).toEqual([
      "the file may be read by others",
      "the value of TOKEN is too short to be redacted (under 4 bytes)",
    ]);
  });
});

describe("a run that is prepared", () => {
  test("has the secrets of all its steps hidden before the first of them starts", async () => {
    const vault = new Vault({ "secrets/token": "hunter2" });
    const { prepare, redactor, warnings } = keeperOf(vault);
    const missing: PlanEnvBinding = { kind: "secret", name: "GONE", ref: "secrets/gone" };
    const plan = planOf([unitStep("a"), unitStep("b", {}, { env: [missing, TOKEN] })]);
    await prepare({ plan, params: {} });
    expect(redactor.text("hunter2")).toBe("[redacted:TOKEN]");
    expect(warnings).toEqual([
      "secrets/gone was not found. Unless that changes, the unit that needs it will fail.",
    ]);
  });

  test("has the keys of all its engines hidden", async () => {
    const environment = {
      MY_KEY: "key-of-unit",
      AKM_ENGINE_MY_MODEL_API_KEY: "key-of-judge",
      AKM_ENGINE_SERVER_API_KEY: " key-of-server ",
      ANTHROPIC_API_KEY: "key-of-agent",
      HTTP_PORT: "8080",
    };
    const { prepare, redactor } = keeperOf(undefined, environment);
    const agent = agentEngine({
      envPassthrough: ["ANTHROPIC_API_KEY", "HTTP_PORT", "NOT_SET"],
      llmEngine: llmEngine({ name: "server" }),
    });
    const plan = planOf([
      unitStep("a", {}, { target: commandTarget(llmEngine({ apiKeyVariable: "MY_KEY" })) }),
      unitStep("b", { gate: judgedGate({ judge: llmEngine({ name: "my-model" }) }) }),
      unitStep("c", {}, { target: commandTarget(agent) }),
    ]);
    await prepare({ plan, params: {} });
    expect(redactor.text("key-of-unit key-of-judge key-of-server key-of-agent 8080")).toBe(
      "[redacted:MY_KEY] [redacted:AKM_ENGINE_MY_MODEL_API_KEY] [redacted:AKM_ENGINE_SERVER_API_KEY] " +
        "[redacted:ANTHROPIC_API_KEY] 8080",
    );
  });

  // shows: schema-278d
  test("has params that look like credentials hidden, and no others", async () => {
    const { prepare, redactor } = keeperOf(undefined);
    await prepare({ plan: planOf([unitStep("a")]), params: { api_token: "hunter2", name: "heron" } });
    expect(redactor.text("hunter2 heron")).toBe("[redacted:params.api_token] heron");
  });
});
