import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/source-tree.ts";
import { makeDirectory, openHome } from "./akm.ts";

const { home, akm } = openHome();
afterAll(() => rmSync(home, { recursive: true }));
const hello = path.join(ROOT, "examples/hello.md");

describe("examples/hello.md", () => {
  test("greets the default names in their order", () => {
    const { status, stdout } = akm(makeDirectory(home, "plain"), "workflow", "run", hello);
    expect(JSON.parse(stdout)).toMatchObject({
      done: true,
      run: { status: "completed", outputs: { card: "Hello, Ada! Hello, Grace! Hello, Margaret!" } },
    });
    expect(status).toBe(0);
  });

  test("greets the names it is given", () => {
    const words = ["workflow", "run", hello, "--names", "Bo", "--names", "Cy"];
    const { stdout } = akm(makeDirectory(home, "given"), ...words);
    expect(JSON.parse(stdout).run.outputs).toEqual({ card: "Hello, Bo! Hello, Cy!" });
  });
});
