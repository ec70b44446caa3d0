import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { openHome } from "./akm.ts";

const { home, akm } = openHome();
afterAll(() => rmSync(home, { recursive: true }));

describe("README", () => {
  test("shows what its first command really prints", () => {
    const readme = readFileSync(path.join(ROOT, "README.md"), "utf8");
    const shown = /^```text\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";
    const words = /node dist\/main\.js (.*)$/m.exec(readme)?.[1]?.split(" ") ?? [];
    const { stdout } = akm(ROOT, ...words, "--format", "text");
    expect(withoutChance(stdout)).toBe(withoutChance(shown));
  });
});

/** Leaves out what differs from run to run: ids, times, where the clone stands, and the padding that follows from them. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<run id>")
    .replaceAll(/\d+(?:\.\d+)?m?s\b/g, "<time>")
    .replaceAll(/ of \S*examples\/hello\.md/g, " of <path>")
    .replaceAll(/ +/g, " ")
    .trim();
}
