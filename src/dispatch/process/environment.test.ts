import { describe, expect, test } from "vitest";
import { BaseEnvironment, findUnresolved, layerEnvironment } from "./environment.ts";
import type { Variables } from "./variables.ts";

const OWN = {
  PATH: "/opt/tools",
  HOME: "/home/me",
  MY_TOKEN: "leak",
  HTTP_PROXY: "http://u:p@h",
  CARGO_HOME: "/c",
};

function base(
  own: NodeJS.ProcessEnv,
  passEnv: string[] = [],
  platform: NodeJS.Platform = "linux",
): Variables {
  return new BaseEnvironment(own, platform).passing(passEnv);
}

describe("what a command sees of akm's own environment", () => {
  // shows: schema-460a, schema-466b
  test("is the allowlist, and a name that akm does not have is absent", () => {
    expect(base(OWN)).toEqual({ PATH: "/opt/tools", HOME: "/home/me" });
  });

  // shows: schema-466a
  test.each([
    ["linux", []],
    [
      "win32",
      [
        ...[
          "SystemRoot",
          "SystemDrive",
          "WINDIR",
          "COMSPEC",
          "PATHEXT",
          "USERPROFILE",
          "HOMEDRIVE",
          "HOMEPATH",
        ],
        ...["APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles"],
      ],
    ],
  ] as const)("is on %s what the description lists, where akm has all of it and more", (platform, more) => {
    const listed = [
      ...["PATH", "HOME", "USER", "LOGNAME", "SHELL", "LANG", "LC_ALL", "LC_CTYPE", "TERM", "TZ"],
      ...["TMPDIR", "TEMP", "TMP", "AKM_EVENT_SOURCE", ...more],
    ];
    const others = ["CI", "AWS_PROFILE", "GITHUB_TOKEN", "http_proxy", "NODE_OPTIONS", "LC_TIME", "PWD"];
    const own = Object.fromEntries([...listed, ...others].map((name) => [name, "/opt/x"]));
    expect(Object.keys(base(own, [], platform)).toSorted()).toEqual(listed.toSorted());
  });

  test("keeps a name that is there and empty", () => {
    expect(base({ PATH: "/opt/tools", TZ: "" })).toEqual({ PATH: "/opt/tools", TZ: "" });
  });

  // shows: schema-479b
  test("is widened by the names of pass_env, missing ones staying absent", () => {
    expect(base(OWN, ["CARGO_HOME", "SCCACHE_DIR"])).toEqual({
      PATH: "/opt/tools",
      HOME: "/home/me",
      CARGO_HOME: "/c",
    });
  });

  test("has no name that only an object's prototype has", () => {
    expect(Object.keys(base({ PATH: "/opt/tools" }, ["constructor", "toString", "__proto__"]))).toEqual([
      "PATH",
    ]);
  });

  test("is made once for a target", () => {
    const environment = new BaseEnvironment(OWN, "linux");
    const shared = ["CARGO_HOME"];
    expect(environment.passing(shared)).toBe(environment.passing(shared));
    expect(environment.passing([])).toBe(environment.passing([]));
  });

  test("on Windows has the system's names too, spelled in any case", () => {
    expect(base({ Path: "C:\\tools", SYSTEMROOT: "C:\\Windows", Token: "leak" }, [], "win32")).toEqual({
      PATH: "C:\\tools",
      SystemRoot: "C:\\Windows",
    });
  });
});

describe("the layers", () => {
  const context = { AKM_PARAMS: "{}", AKM_RUN_ID: "r" };

  // shows: schema-460b
  test("put bindings over akm's own names, later ones over earlier", () => {
    const bindings = [
      { kind: "literal", name: "HOME", value: "/first" },
      { kind: "literal", name: "HOME", value: "/second" },
      { kind: "literal", name: "MODE", value: "" },
    ] as const;
    expect(layerEnvironment(base(OWN), bindings, context, "linux")).toEqual({
      PATH: "/opt/tools",
      HOME: "/second",
      MODE: "",
      ...context,
    });
  });

  // shows: schema-426, schema-460b
  test("leave the caller's spelling of a context name out, whether it applies or not", () => {
    const own = {
      PATH: "/opt/tools",
      AKM_PARAMS: "spoofed",
      AKM_ITEM: "spoofed",
      AKM_TASK_INPUTS: "spoofed",
    };
    const bindings = [{ kind: "literal", name: "AKM_INPUTS", value: "spoofed" }] as const;
    const variables = layerEnvironment(base(own, ["AKM_PARAMS", "AKM_ITEM"]), bindings, context, "linux");
    expect(variables).toEqual({ PATH: "/opt/tools", ...context });
  });

  test("do so on Windows in any case of letters", () => {
    const bindings = [{ kind: "literal", name: "akm_item", value: "spoofed" }] as const;
    const variables = layerEnvironment(
      base({ akm_params: "x" }, ["akm_params"], "win32"),
      bindings,
      {},
      "win32",
    );
    expect(variables).toEqual({});
  });

  test("take a variable called __proto__ for a variable", () => {
    const bindings = [{ kind: "literal", name: "__proto__", value: "data" }] as const;
    const variables = layerEnvironment({}, bindings, {}, "linux");
    expect(Object.entries(variables)).toEqual([["__proto__", "data"]]);
  });

  test("do not change what is shared", () => {
    const shared = base(OWN);
    layerEnvironment(shared, [{ kind: "literal", name: "MODE", value: "x" }], context, "linux");
    expect(shared).toEqual({ PATH: "/opt/tools", HOME: "/home/me" });
  });
});

describe("bindings that need a secret store", () => {
  test("are found by their reference", () => {
    const literal = { kind: "literal", name: "A", value: "1" } as const;
    expect(findUnresolved([literal])).toBeUndefined();
    expect(findUnresolved([literal, { kind: "secret", name: "B", ref: "secrets/b" }])).toBe("secrets/b");
    expect(findUnresolved([{ kind: "group", ref: "env/prod" }])).toBe("env/prod");
  });
});
