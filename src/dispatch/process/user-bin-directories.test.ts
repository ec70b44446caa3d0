import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/rig/dispatch-command.ts";
import { supplementPath } from "./user-bin-directories.ts";
import type { Variables } from "./variables.ts";

let home: ReturnType<typeof temporaryDirectory>;

beforeEach(() => {
  home = temporaryDirectory();
  mkdirSync(join(home.path, ".local/bin"), { recursive: true });
});
afterEach(() => home.remove());

function supplemented(path: string | undefined, platform: NodeJS.Platform = "linux"): string | undefined {
  const variables: Variables = { HOME: home.path };
  if (path !== undefined) variables.PATH = path;
  supplementPath(variables, platform);
  return variables.PATH;
}

describe("PATH", () => {
  // shows: schema-468
  test.each(["/usr/local/bin:/usr/bin:/bin", "/opt/tools", "/usr/bin:/home/me/bin"])(
    "%s stays as it is",
    (path) => {
      expect(supplemented(path)).toBe(path);
    },
  );

  // shows: schema-468
  test.each(["/usr/bin:/bin", "/usr/bin:/bin:/usr/sbin:/sbin"])(
    "%s, as a scheduler leaves it, gets the user's directories behind it",
    (path) => {
      const directories = (supplemented(path) ?? "").split(":");
      expect(directories.slice(0, path.split(":").length).join(":")).toBe(path);
      expect(directories).toContain(join(home.path, ".local/bin"));
      expect(directories).toContain(dirname(process.execPath));
      expect(directories).not.toContain(join(home.path, ".cargo/bin"));
    },
  );

  // shows: schema-468
  test.each([undefined, ""])("%j gets the system's directories and the user's", (path) => {
    expect(supplemented(path)).toMatch(/^\/usr\/local\/bin:\/usr\/bin:\/bin:/);
    expect(supplemented(path)).toContain(join(home.path, ".local/bin"));
  });

  test("is left alone on Windows", () => {
    expect(supplemented(undefined, "win32")).toBeUndefined();
  });
});
