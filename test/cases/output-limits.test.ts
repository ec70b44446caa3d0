import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { AkmHome } from "../rig/akm-home.ts";

const MIB = 1024 * 1024;
const KEPT_MAX = 8 * MIB;
/** One byte short of the limit, so that the next character lies across it. */
const ALMOST_FULL = `head -c ${KEPT_MAX - 1} /dev/zero | tr '\\0' a`;

describe("more output than is kept", () => {
  // shows: schema-406, schema-408a, schema-408b, schema-410a, schema-412b
  test("is read to its end, cut between characters and marked", () => {
    const home = new AkmHome();
    home.oneStep("cap", `${ALMOST_FULL}; printf '€€€'; head -c 3000000 /dev/zero | tr '\\0' b; touch ended`);
    const done = home.akm(["workflow", "run", "workflows/cap"], {
      env: {
        NODE_OPTIONS: `--import ${join(ROOT, "bench/report-peak.mjs")}`,
        AKM_BENCH_PEAK_FILE: join(home.root, "peak"),
      },
    });
    expect(done.status).toBe(0);
    expect(home.has("ended")).toBe(true);
    expect(done.json().workflow.steps[0]?.evidence.output).toMatchObject({ __akm_truncated__: true });
    expect(Number(home.read("peak"))).toBeLessThan(200);

    const [unit] = home.akm(["workflow", "status", "workflows/cap", "--units"]).json().units;
    const [kept = "", marker = ""] = String(unit?.result).split("\n\n__akm_exec_output_truncated__\n");
    expect(kept.length).toBe(KEPT_MAX - 1);
    expect(kept).toMatch(/^a+$/);
    expect(marker).toBe(`bytes written: ${KEPT_MAX - 1 + 9 + 3_000_000}\nbytes retained: ${KEPT_MAX - 1}\n`);
  });

  // shows: schema-412a
  test("is read by later steps with its marker", () => {
    const home = new AkmHome();
    home.workflow(
      "later",
      [
        "steps:",
        "  - id: a",
        `    unit: { exec: { command: [bash, -c, ${JSON.stringify(`${ALMOST_FULL}; printf '€€€'`)}] } }`,
        "  - id: b",
        "    inputs: [steps.a.output]",
        "    unit: { exec: { command: [env] }, on_error: continue }",
      ].join("\n"),
      ["a", "b"],
    );
    const done = home.run("later");
    const [unit] = home.akm(["workflow", "status", "workflows/later", "--units"]).json().units;
    expect(unit?.result).toContain("__akm_exec_output_truncated__");
    const bytes = Buffer.byteLength(JSON.stringify({ "steps.a.output": unit?.result }));
    expect(done.json().workflow.steps[1]?.notes).toContain(`AKM_INPUTS would be ${bytes} bytes`);
  });

  // shows: schema-410b, schema-414
  test("fails a unit that promised JSON, once, and hands nothing on", () => {
    const home = new AkmHome();
    home.oneStep(
      "json",
      "echo n >> n.log; printf '{\"k\":\"'; head -c 9000000 /dev/zero | tr '\\0' a; printf '\"}'",
      ["output: { type: object }", "retry: { max: 2, on: [non_zero_exit, timeout, parse_error] }"],
    );
    const failed = home.run("json");
    expect(failed.status).toBe(1);
    expect(failed.json().workflow.steps[0]).toMatchObject({
      notes: expect.stringContaining("exec_output_limit"),
      evidence: { output: null },
    });
    expect(home.read("n.log")).toBe("n\n");
  });

  // shows: schema-368, schema-386c, schema-408b, schema-416
  test("on stderr fails nothing, and of a failure its last words are shown", () => {
    const home = new AkmHome();
    const noise = "head -c 20000000 /dev/zero | tr '\\0' e >&2";
    home.oneStep("loud", `${noise}; echo said`);
    expect(home.run("loud").json().workflow.steps[0]?.evidence.output).toBe("said");
    home.oneStep("dying", `${noise}; echo 'last words €' >&2; exit 3`);
    const { notes = "" } = home.run("dying").json().workflow.steps[0] ?? {};
    expect(notes).toMatch(/last words €$/);
    expect(notes.length).toBeLessThan(2500);
    expect(home.akm(["workflow", "status", "workflows/dying", "--units"]).json().units).toMatchObject([
      { failureReason: "non_zero_exit", error: expect.stringMatching(/last words €$/) },
    ]);
  });
});
