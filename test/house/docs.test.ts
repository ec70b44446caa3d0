import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { CONFIG_KEYS, ENGINES_KEY } from "../../src/workspace/config-keys.ts";
import { GENERATED_BLOCKS } from "./generated-blocks.ts";
import { ROOT, readSourceTree } from "./source-tree.ts";

const ROOT_PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
const pages = [...ROOT_PAGES, ...markdownUnder("docs")];
const BLOCK = /<!-- begin (.+?) -->\n([\s\S]*?)<!-- end -->/g;

describe("pages", () => {
  test.each(pages)(
    "%s shows the code's own values (`AKM_UPDATE_DOCS=1 npx vitest run test/house` writes them)",
    (page) => {
      const text = readPage(page);
      const expected = text.replaceAll(BLOCK, (_, name: string) => {
        const block = GENERATED_BLOCKS[name];
        if (block === undefined) throw new Error(`${page} asks for "${name}", which nothing generates`);
        return `<!-- begin ${name} -->\n${block()}\n<!-- end -->`;
      });
      if (process.env.AKM_UPDATE_DOCS === "1") writeFileSync(path.join(ROOT, page), expected);
      else expect(text).toBe(expected);
    },
  );

  test("every generated block is shown somewhere", () => {
    const shown = pages.flatMap((page) => [...readPage(page).matchAll(BLOCK)].map((match) => match[1]));
    expect(Object.keys(GENERATED_BLOCKS).filter((name) => !shown.includes(name))).toEqual([]);
  });

  test.each(pages)("%s links to nothing that is not there", (page) => {
    const targets = [...readPage(page).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(
      (match) => match[1] ?? "",
    );
    const missing = targets.filter((target) => !existsSync(path.join(ROOT, path.dirname(page), target)));
    expect(missing).toEqual([]);
  });
});

describe("README", () => {
  test("opens with the two set-up commands, of which CI runs the second", () => {
    const commands = [...readPage("README.md").matchAll(/^```sh\n([\s\S]*?)^```/gm)].map((match) =>
      match[1]?.trim(),
    );
    expect(commands).toHaveLength(2);
    expect(readPage(".ci/run")).toContain(`\n${commands[1]}\n`);
  });
});

describe("the page on configuration", () => {
  const page = readPage("docs/configuration.md");
  const named = (section: string) => {
    const rows =
      (page.split(`\n## ${section}\n`)[1] ?? "").split("\n## ")[0]?.matchAll(/^\| (`.+?) \|/gm) ?? [];
    return [...rows].flatMap(([, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  };

  test("has a row for every key there is, and for no other", () => {
    expect(named("Keys").toSorted()).toEqual([...CONFIG_KEYS, `${ENGINES_KEY}.<name>`].toSorted());
  });

  test("names every variable of its environment that akm reads, and no other", () => {
    const read = readSourceTree().flatMap(({ text }) =>
      [...text.matchAll(/(?<!process\.)\b(?:env|environment)\.([A-Z][A-Z_]+)\b/g)].map(([, name]) => name),
    );
    const patterned = "AKM_ENGINE_<NAME>_API_KEY";
    expect(named("Variables").toSorted()).toEqual([...new Set([...read, patterned])].toSorted());
  });
});

describe("decision records", () => {
  test("are all in the index", () => {
    const records = readdirSync(path.join(ROOT, "docs/adr")).filter((file) => /^\d{4}-/.test(file));
    const index = readPage("docs/adr/README.md");
    expect(records.filter((file) => !index.includes(`(${file})`))).toEqual([]);
  });

  test("that the code names are there", () => {
    const numbers = readSourceTree().flatMap(({ text }) =>
      [...text.matchAll(/ADR (\d{4})/g)].map(([, number]) => number),
    );
    const index = readPage("docs/adr/README.md");
    expect(numbers).not.toEqual([]);
    expect(numbers.filter((number) => !index.includes(`[${number}]`))).toEqual([]);
  });
});

function markdownUnder(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file));
}

function readPage(page: string): string {
  return readFileSync(path.join(ROOT, page), "utf8");
}
