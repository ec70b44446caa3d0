import { describe, expect, test } from "vitest";
import { resolveDirectories, runLocksDirectory, stateDatabasePath } from "./directories.ts";

const cwd = () => "/work-here";

describe("resolveDirectories", () => {
  test("falls back to the home directory's usual places", () => {
    expect(resolveDirectories({ HOME: "/home/ada" }, cwd)).toEqual({
      config: "/home/ada/.config/akm",
      data: "/home/ada/.local/share/akm",
      cache: "/home/ada/.cache/akm",
      sharedBundle: "/home/ada/.local/share/akm/bundle",
    });
  });

  test("XDG directories stand before the home directory's", () => {
    const env = { HOME: "/h", XDG_CONFIG_HOME: "/x/c", XDG_DATA_HOME: "/x/d", XDG_CACHE_HOME: "/x/k" };
    expect(resolveDirectories(env, cwd)).toEqual({
      config: "/x/c/akm",
      data: "/x/d/akm",
      cache: "/x/k/akm",
      sharedBundle: "/x/d/akm/bundle",
    });
  });

  test("akm's own variables stand before all, and may be relative", () => {
    const env = {
      HOME: "/h",
      AKM_CONFIG_DIR: "/c",
      AKM_DATA_DIR: "data",
      AKM_CACHE_DIR: "/k",
      AKM_BUNDLE_DIR: "b",
    };
    expect(resolveDirectories(env, cwd)).toEqual({
      config: "/c",
      data: "/work-here/data",
      cache: "/k",
      bundle: "/work-here/b",
      sharedBundle: "/h/.local/share/akm/bundle",
    });
  });

  test("an empty variable and a relative XDG one count as unset", () => {
    const env = { HOME: "/h", AKM_DATA_DIR: "", AKM_BUNDLE_DIR: "", XDG_CONFIG_HOME: "relative" };
    const directories = resolveDirectories(env, cwd);
    expect(directories.data).toBe("/h/.local/share/akm");
    expect(directories.config).toBe("/h/.config/akm");
    expect(directories).not.toHaveProperty("bundle");
  });

  test("the current directory is not asked for unless something is relative to it", () => {
    const gone = () => {
      throw new Error("deleted");
    };
    expect(resolveDirectories({ HOME: "/h", AKM_DATA_DIR: "/d" }, gone).data).toBe("/d");
  });

  test("state and locks lie in the data directory", () => {
    const directories = resolveDirectories({ HOME: "/h", AKM_DATA_DIR: "/d" }, cwd);
    expect(stateDatabasePath(directories)).toBe("/d/state.db");
    expect(runLocksDirectory(directories)).toBe("/d/workflow-run-locks");
  });
});
