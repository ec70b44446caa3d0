import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestPermissionRequest, ToolCallUpdate, ToolKind } from "@agentclientprotocol/sdk";
import { afterAll, describe, expect, test } from "vitest";
import { answerPermission } from "./answer-permission.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "akm-permission-")));
const directory = join(root, "work");
mkdirSync(join(directory, "src"), { recursive: true });
writeFileSync(join(root, "secret"), "");
symlinkSync(root, join(directory, "out"));
symlinkSync(join(root, "not-yet"), join(directory, "dangling"));
symlinkSync(directory, join(root, "link-to-work"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const OPTIONS: RequestPermissionRequest["options"] = [
  { optionId: "always", name: "Always", kind: "allow_always" },
  { optionId: "once", name: "Once", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];

function answer(toolCall: Omit<ToolCallUpdate, "toolCallId">, options = OPTIONS, base = directory) {
  return answerPermission({ sessionId: "s", toolCall: { toolCallId: "1", ...toolCall }, options }, base);
}

function at(kind: ToolKind, ...paths: string[]) {
  return answer({ kind, locations: paths.map((path) => ({ path })) });
}

describe("an agent that asks for permission", () => {
  test.each<[string, ToolKind, string[]]>([
    ["a file in its directory", "edit", [join(directory, "src/a.ts")]],
    ["a file that is not there yet", "edit", [join(directory, "new/deep/a.ts")]],
    ["a relative path", "read", ["src/a.ts"]],
    ["its directory itself", "search", [directory]],
    ["a name that begins with two dots", "delete", [join(directory, "..name")]],
    ["several files in it", "move", ["src/a.ts", "src/b.ts"]],
    ["thinking", "think", []],
  ])("is allowed once: %s", (_, kind, paths) => {
    expect(at(kind, ...paths)).toEqual({
      allowed: true,
      response: { outcome: { outcome: "selected", optionId: "once" } },
    });
  });

  test.each<[string, ToolKind, string[]]>([
    ["a file beside its directory", "read", [join(root, "secret")]],
    ["a way out of it", "edit", ["../secret"]],
    ["a link out of it", "read", ["out/secret"]],
    ["a link to what is not there yet", "edit", ["dangling"]],
    ["one file in and one out of it", "move", ["src/a.ts", "/etc/passwd"]],
    ["a file it does not name", "edit", []],
    ["a command, wherever it is said to run", "execute", [directory]],
    ["the network", "fetch", []],
    ["another mode", "switch_mode", []],
    ["anything else", "other", [join(directory, "src/a.ts")]],
  ])("is rejected: %s", (_, kind, paths) => {
    expect(at(kind, ...paths)).toEqual({
      allowed: false,
      response: { outcome: { outcome: "selected", optionId: "no" } },
    });
  });

  test("is rejected where it does not say what it is about", () => {
    expect(answer({ title: "Trust me" }).allowed).toBe(false);
  });

  test("is judged by the files of its changes too", () => {
    const diff = { type: "diff", path: "/etc/passwd", newText: "" } as const;
    expect(answer({ kind: "edit", locations: [{ path: "src/a.ts" }], content: [diff] }).allowed).toBe(false);
  });

  test("may name its directory by a link to it", () => {
    const locations = [{ path: join(directory, "src/a.ts") }];
    expect(answer({ kind: "edit", locations }, OPTIONS, join(root, "link-to-work")).allowed).toBe(true);
  });

  test("is told that it was cancelled where it offers no fitting answer", () => {
    const [always] = OPTIONS;
    const none = { outcome: { outcome: "cancelled" } };
    expect(answer({ kind: "execute" }, always === undefined ? [] : [always]).response).toEqual(none);
    expect(answer({ kind: "think" }, []).allowed).toBe(false);
  });
});
