import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXPORT_SYNTAXES, exportLines } from "./export-syntax.ts";
import { parseEnvFile } from "./parse-env-file.ts";

const OPEN = `$${"{"}`;

async function parsed(text: string): Promise<Record<string, string> | string> {
  const file = await parseEnvFile(text);
  return file.ok ? Object.fromEntries(file.entries.map(({ name, value }) => [name, value])) : file.problem;
}

describe("an env file", () => {
  test.each<[string, string, Record<string, string>]>([
    ["plain values", "A=1\nB=two words", { A: "1", B: "two words" }],
    ["export", "export A=1\n  export\tB=2", { A: "1", B: "2" }],
    ["blanks around the sign", "A = 1 \nB=  2", { A: "1", B: "2" }],
    ["empty values", "A=\nB=\"\"\nC=''", { A: "", B: "", C: "" }],
    ["comments", "# one\n\n  # two\nA=1 # three\nB=x#y", { A: "1", B: "x" }],
    ["# in quotes", "A=\"x # y\"\nB='x # y'\nC=`x # y` # z", { A: "x # y", B: "x # y", C: "x # y" }],
    ["single quotes, as they are", "A='x\\n\"$B\"'", { A: 'x\\n"$B"' }],
    ["double quotes with line breaks written out", 'A="x\\ny"', { A: "x\ny" }],
    ["double quotes over lines", 'A="x\n# no comment\n\ny"\nB=2', { A: "x\n# no comment\n\ny", B: "2" }],
    ["single quotes over lines", "A='x\ny'\nB=2", { A: "x\ny", B: "2" }],
    [
      "quotes inside others",
      'A="it\'s"\nB=\'say "x"\'\nC=`"it\'s"`',
      { A: "it's", B: 'say "x"', C: '"it\'s"' },
    ],
    ["a quote inside a plain value", "A=it's\nB=5\"", { A: "it's", B: '5"' }],
    ["a backslash before the closing quote", 'A="C:\\dir\\"', { A: "C:\\dir\\" }],
    ["CRLF", 'A=1\r\nB="x\r\ny"\r\n', { A: "1", B: "x\ny" }],
    ["a byte-order mark", "\uFEFFA=1", { A: "1" }],
    ["a name twice", "A=1\nA=2", { A: "2" }],
    [
      "dollars and placeholders, which stay",
      `A=$B ${OPEN}C}
B="${OPEN}secret:db}"`,
      { A: `$B ${OPEN}C}`, B: `${OPEN}secret:db}` },
    ],
    ["no final newline", "A=1\nB='2'", { A: "1", B: "2" }],
    ["nothing", "", {}],
  ])("is read with %s", async (_, text, values) => {
    expect(await parsed(text)).toEqual(values);
  });

  test.each([
    ["a line that says nothing", "A=1\nhunter2\n", "line 2 is neither NAME=value nor a comment"],
    ["a line without a name", "=hunter2", "line 1 is neither NAME=value nor a comment"],
    [
      "a quote that is never closed",
      'A=1\nB="hunter2\nC=3',
      "the quote that line 2 opens is not closed at the end of a line",
    ],
    [
      "text behind a quote",
      "A='it''s # hunter2'",
      "the quote that line 1 opens is not closed at the end of a line",
    ],
    ["a value on the next line", 'A=\n"hunter2"', "line 2 is neither NAME=value nor a comment"],
    ["a name that no variable can have", "my.key=hunter2", '"my.key" is no name a variable can have'],
    ["a name that begins with a digit", "9A=hunter2", '"9A" is no name a variable can have'],
    ["very many blanks", `A=1${"\n".repeat(501)}`, "more than 500 blanks stand in a row"],
  ])("with %s is refused, and no value is told", async (_, text, problem) => {
    expect(await parsed(text)).toBe(problem);
  });

  test.each([
    ["blanks", "\n".repeat(1_000_000)],
    ["blanks between names", `${" ".repeat(400)}A\n`.repeat(2000)],
    ["opening quotes", 'A="'.repeat(300_000)],
    ["opening quotes on lines", 'A="\n'.repeat(200_000)],
    ["alternating quotes", `A='"\``.repeat(200_000)],
    ["backslashes", `A="${"\\".repeat(1_000_000)}`],
    ["one long name", "A".repeat(1_000_000)],
    ["one long value", `A=${"x ".repeat(500_000)}`],
    ["many names", "export A='x' # c\n".repeat(60_000)],
  ])("full of %s is read or refused at once", async (_, text) => {
    const startedAt = performance.now();
    await parseEnvFile(text);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test("is read or refused whatever its text is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        expect(await parseEnvFile(text)).toHaveProperty("ok");
      }),
    );
  });

  test("that was exported comes back as it was", async () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab'\"`\\nr$#{} =\n\r\té") });
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const lines = exportLines(
          [
            { name: "A", value: a },
            { name: "B", value: b },
          ],
          "dotenv",
        );
        fc.pre(lines.ok && !/\s{501}/.test(a + b));
        expect(lines.ok && (await parsed(lines.text))).toEqual({ A: a, B: b });
      }),
      { numRuns: 500 },
    );
  });
});

describe("exported lines", () => {
  const odd = `it's "\\ $HOME\`x\n`;
  test.each([
    ["sh", `export A='it'\\''s "\\ $HOME\`x\n'\n`],
    ["fish", `set -gx A 'it\\'s "\\\\ $HOME\`x\n'\n`],
    ["powershell", `$env:A = 'it''s "\\ $HOME\`x\n'\n`],
  ] as const)("keep every value literal in %s", (syntax, text) => {
    expect(exportLines([{ name: "A", value: odd }], syntax)).toEqual({ ok: true, text });
  });

  test("name a value that the syntax cannot write", () => {
    expect(exportLines([{ name: "A", value: `'\`"` }], "dotenv")).toEqual({ ok: false, name: "A" });
    expect(EXPORT_SYNTAXES).toEqual(["sh", "fish", "powershell", "dotenv"]);
  });
});
