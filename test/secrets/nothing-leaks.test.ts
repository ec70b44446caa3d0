import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EngineHome } from "../engines/engine-home.ts";
import { AkmHome } from "../rig/akm-home.ts";
import { askAll, findLeaks, formsOf, PLANTED, PRINTER, writingsOf } from "./planted-secrets.ts";

const NAMES = ["BOUND", "ENTRY", "URL", "LINES", "AKM_PARAMS"];

/** Plants every secret in its place, and a program that gives them away. */
function plant(home: AkmHome): void {
  home.write("bundle/secrets/bound", PLANTED.BOUND);
  home.write("bundle/secrets/inner", PLANTED.INNER);
  home.write(
    "bundle/env/ci.env",
    `export ENTRY="${PLANTED.ENTRY}"\nURL="postgres://u:$\{secret:inner}"\nLINES='${PLANTED.LINES}'\nONE=a\n`,
  );
  home.write("print.cjs", PRINTER);
}

/** A step that prints all of it; `env` unless it is one that is bound to nothing. */
function printing(id: string, how: string, unit: string, bound = true): string {
  const command = JSON.stringify([process.execPath, "print.cjs", how, ...NAMES]);
  const env = bound ? "env: [env/ci, { BOUND: secrets/bound, MODE: { value: fast } }], " : "";
  return `  - id: ${id}\n    unit: { exec: { command: ${command} }, ${env}on_error: continue${unit} }`;
}

describe("secrets that a run's commands print in every form", () => {
  // shows: schema-360d, schema-386d, schema-518a, schema-518c
  // shows: schema-276b, schema-278d
  test("stand in no byte of the state, the results, the errors or the terminal's output", () => {
    const home = new AkmHome();
    plant(home);
    const steps = [
      printing("text", "text", ""),
      printing("json", "json", ", output: { type: object }"),
      printing("mismatch", "json", ", output: { type: object, required: [more] }"),
      printing("nonsense", "not-json", ", output: { type: object }"),
      printing("fail", "fail", ""),
      printing("pieces", "pieces", ""),
    ];
    const outputs =
      "outputs:\n  text: { from: steps.text.output }\n  param: { from: steps.route.output.value }";
    const route =
      "  - id: route\n    route: { input: params.api_token, when: [{ match: none, step: text }], default: text }";
    home.workflow(
      "leaky",
      `params:\n  api_token: { type: string }\n${outputs}\nsteps:\n${route}\n${steps.join("\n")}`,
      ["text", "json", "mismatch", "nonsense", "fail", "pieces"],
    );
    const words = ["workflow", "run", "workflows/leaky", "--api_token", PLANTED.PARAM];
    const run = home.akm([...words, "--format", "jsonl", "--verbose"]);
    expect(run.status).toBe(0);
    const last = home.newestRun();
    const ends = [run, ...askAll(home, last.id)];
    const { PARAM, ENGINE_KEY: _, ...secrets } = PLANTED;
    expect(findLeaks(Object.values(secrets), ends, home.data)).toEqual([]);
    expect(run.stderr).toContain("the value of ONE is too short to be redacted");

    // A param is shown as what it was given as, and nowhere else.
    expect(last.params).toEqual({ api_token: PARAM });
    const shown = home.akm(["workflow", "status", last.id, "--units", "--format", "json"]).json();
    const elsewhere = JSON.stringify({ ...shown, run: { ...shown.run, params: {} } });
    for (const form of formsOf(PARAM)) expect(elsewhere.includes(form)).toBe(false);
    expect(shown.run.outputs).toMatchObject({ param: "[redacted:params.api_token]" });
  });

  test("as the inputs of a task, stand in the plan alone", () => {
    const home = new AkmHome();
    home.write("print.cjs", PRINTER);
    home.write(
      "bundle/tasks/ship.yml",
      `version: 4\nrun: ${process.execPath} print.cjs text AKM_TASK_INPUTS\ninputs:\n  token: { type: string, required: true }\n`,
    );
    const run = home.akm(["task", "run", "ship", "--token", PLANTED.PARAM, "--format", "jsonl", "--verbose"]);
    expect(run.status).toBe(0);
    expect(run.stderr).toContain("The input token looks like a credential");
    const { id } = home.newestRun();
    const shown = home.akm(["workflow", "status", id, "--units", "--format", "json"]).stdout;
    expect(shown).toContain("[redacted:inputs.token]");
    for (const text of [run.stdout, run.stderr, shown, home.akm(["log", id]).stdout])
      expect(formsOf(PLANTED.PARAM).filter((form) => text.includes(form))).toEqual([]);
  });

  test("leave no part of themselves where an output is cut off", () => {
    const home = new AkmHome();
    plant(home);
    home.workflow("long", `steps:\n${printing("cut", "cut", "")}`, ["cut"]);
    const end = home.run("long", "--format", "json");
    const { output } = home.akm(["workflow", "status", home.newestRun().id, "--format", "json"]).json()
      .workflow.steps[0]?.evidence ?? { output: "" };
    expect(end.status).toBe(0);
    const kept = readFileSync(home.database).toString("latin1") + JSON.stringify(output);
    expect(kept.includes(PLANTED.BOUND.slice(0, 8))).toBe(false);
    expect(kept).toContain("[redacted:");
  });

  // shows: schema-518c
  test("stay hidden from a step that is bound to none of them, in a run that goes on after a crash too", () => {
    const home = new AkmHome();
    plant(home);
    const keep = `{ exec: { command: [sh, -c, 'printf %s "$BOUND" > kept'] }, env: [{ BOUND: secrets/bound }] }`;
    const show = `{ exec: { command: [cat, kept] } }`;
    home.workflow("kept", `steps:\n  - id: a\n    unit: ${keep}\n  - id: b\n    unit: ${show}`, ["a", "b"]);
    expect(home.run("kept", "--max-steps", "1").status).toBe(0);
    const end = home.akm(["workflow", "run", home.newestRun().id, "--format", "json"]);
    expect(end.json().workflow.steps[1]?.evidence.output).toBe("[redacted:BOUND]");
    expect(findLeaks([PLANTED.BOUND], [end], home.data)).toEqual([]);
  });
});

describe("an engine's key that a model says in every form", () => {
  test("stands in no byte of the state, the results, the errors or the terminal's output", async () => {
    const key = PLANTED.ENGINE_KEY;
    const said = writingsOf(key);
    const home = await EngineHome.open(
      ({ bodyText }) =>
        bodyText.includes("Be rude")
          ? { status: 401, raw: JSON.stringify({ error: { message: `no such key: ${said.join(" ")}` } }) }
          : { text: bodyText.includes("In JSON") ? JSON.stringify({ [key]: said }) : said.join("\n") },
      { apiKey: "$PLANTED_KEY" },
    );
    home.source(
      "said",
      "steps:\n  - id: text\n  - id: json\n    unit: { output: { type: object } }\n  - id: rude\n    unit: { on_error: continue }\n" +
        `  - id: passed\n    unit: { exec: { command: [cat, key] } }`,
      "## text\n\nSay it.\n\n## json\n\nIn JSON.\n\n## rude\n\nBe rude.\n\n## passed\n\nShow.\n",
    );
    home.write("key", key);
    const words = ["workflow", "run", "workflows/said", "--format", "json", "--verbose"];
    const run = await home.start(words, { env: { PLANTED_KEY: key } }).ended;
    expect(run.status).toBe(0);
    expect(home.server.requests[0]?.auth).toContain(key);
    expect(run.json().workflow.steps.at(-1)?.evidence.output).toBe("[redacted:PLANTED_KEY]");
    expect(findLeaks([key], [run, ...askAll(home, run.json().run.id)], home.data)).toEqual([]);
  });
});
