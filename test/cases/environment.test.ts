import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { AKM, AkmHome } from "../rig/akm-home.ts";

/** What a unit's command finds in its environment when akm is started with this one. */
function seen(home: AkmHome, env: NodeJS.ProcessEnv, passEnv = ""): Record<string, string> {
  home.workflow(
    "e",
    `steps:\n  - id: s\n    unit: { exec: { command: [${JSON.stringify(process.execPath)}, -p, JSON.stringify(process.env)]${passEnv} }, output: { type: object } }`,
    ["s"],
  );
  const { stdout, stderr } = spawnSync(process.execPath, [AKM, "workflow", "run", "workflows/e", "--new"], {
    cwd: home.root,
    env,
    encoding: "utf8",
  });
  expect(stderr).not.toContain("error");
  return JSON.parse(stdout).workflow.steps[0].evidence.output;
}

/** Set by the system for every program, or by akm for every unit. */
function withoutOwn(env: Record<string, string>): string[] {
  return Object.keys(env)
    .filter((name) => !name.startsWith("AKM_") && !name.startsWith("__CF"))
    .toSorted();
}

describe("a command's environment", () => {
  // shows: schema-362b, schema-424b, schema-460a, schema-470
  test("is a short list, however large and secret the one around akm is", () => {
    const home = new AkmHome();
    const junk = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`JUNK${index}`, "y".repeat(120_000)]),
    );
    const listed = {
      LANG: "C.UTF-8",
      LC_ALL: "C.UTF-8",
      TMPDIR: "/tmp",
      TZ: "Asia/Tokyo",
      TERM: "dumb",
      USER: "me",
    };
    const env = seen(home, {
      ...home.env(listed),
      ...junk,
      MY_TOKEN: "leak-me",
      HTTP_PROXY: "http://u:p@h",
      https_proxy: "http://u:p@h",
      AWS_SECRET_ACCESS_KEY: "leak-me",
      CI: "true",
      LD_PRELOAD: "",
      NODE_OPTIONS: "--no-deprecation",
      AKM_PARAMS: "spoofed",
      AKM_RUN_ID: "spoofed",
      AKM_ITEM: "spoofed",
      AKM_INPUTS: "spoofed",
    });
    expect(withoutOwn(env)).toEqual(["HOME", "PATH", ...Object.keys(listed)].toSorted());
    expect(env).toMatchObject({ ...listed, HOME: home.root });
    expect(Object.values(env)).not.toContain("spoofed");
    expect(
      Object.keys(env)
        .filter((name) => name.startsWith("AKM_"))
        .toSorted(),
    ).toEqual(["AKM_ATTEMPT", "AKM_DISPATCH_ID", "AKM_PARAMS", "AKM_RUN_ID", "AKM_STEP_ID", "AKM_UNIT_ID"]);
    expect(env).toMatchObject({
      AKM_PARAMS: "{}",
      AKM_STEP_ID: "s",
      AKM_UNIT_ID: "s:solo",
      AKM_ATTEMPT: "1",
    });
  });

  // shows: schema-466b
  test("lacks what akm's own lacks, rather than holding it empty", () => {
    const home = new AkmHome();
    const { AKM_BUNDLE_DIR, AKM_DATA_DIR, PATH } = home.env();
    expect(withoutOwn(seen(home, { PATH, AKM_BUNDLE_DIR, AKM_DATA_DIR }))).toEqual(["PATH"]);
    expect(
      withoutOwn(seen(home, { AKM_BUNDLE_DIR, AKM_DATA_DIR, TZ: "" })).filter((name) => name !== "PATH"),
    ).toEqual(["TZ"]);
  });

  // shows: schema-479b, schema-481
  // shows: engine-47b
  test("is widened by name, and a name that is not set is absent", () => {
    const home = new AkmHome();
    const env = seen(
      home,
      { ...home.env(), MINE: "mine", EMPTY: "", HTTP_PROXY: "http://proxy" },
      ", pass_env: [MINE, EMPTY, NOT_SET, HTTP_PROXY, __proto__]",
    );
    expect(env).toMatchObject({ MINE: "mine", EMPTY: "", HTTP_PROXY: "http://proxy" });
    expect(withoutOwn(env)).toEqual(["EMPTY", "HOME", "HTTP_PROXY", "MINE", "PATH"]);
  });
});

describe.skipIf(process.platform === "win32")("context that the system would not take", () => {
  // shows: schema-438a, schema-456
  test.each([
    ["fits", 97_000, "completed"],
    ["is over what one variable may hold", 99_000, "failed"],
    ["is over what the system starts at all", 3_000_000, "failed"],
  ])("%s: a unit is started or says what is too large", (_, bytes, status) => {
    const home = new AkmHome();
    home.chain("big", {
      a: `head -c ${bytes} /dev/zero | tr '\\0' z`,
      b: "printenv AKM_INPUTS | wc -c > b.ran",
    });
    const step = home.run("big").json().workflow.steps[1];
    expect([step?.status, home.has("b.ran")]).toEqual([status, status === "completed"]);
    if (status === "failed")
      expect(step?.notes).toMatch(/exec_context_too_large.*AKM_INPUTS would be \d+ bytes/);
  });
});
