import { isDeepStrictEqual } from "node:util";
import { type Document, Lexer, parseDocument } from "yaml";

/** Wide enough that no text is folded: where a line breaks is the author's choice. */
const NEVER_FOLD = 0;

/**
 * The same YAML in one layout: two spaces a level, lists indented, one space inside braces and none inside brackets,
 * comments and quotes as they are. Undefined for text that is no YAML, and where the library's layout of it holds other values:
 * a reader of the source would not see that of a key it does not look into.
 */
export function formatYaml(text: string): string | undefined {
  const document = parseYaml(text);
  if (document === undefined) return undefined;
  if (document.contents === null && document.comment === null && document.commentBefore === null) return "";
  const padded = document.toString({
    lineWidth: NEVER_FOLD,
    indent: 2,
    indentSeq: true,
    flowCollectionPadding: true,
  });
  const tight = withTightBrackets(padded);
  const after = parseYaml(tight);
  return after !== undefined && isDeepStrictEqual(after.toJS(), document.toJS()) ? tight : undefined;
}

function parseYaml(text: string): Document | undefined {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    intAsBigInt: true,
    uniqueKeys: false,
    keepSourceTokens: true,
  });
  return document.errors.length > 0 ? undefined : document;
}

/** The library pads both kinds of brackets or neither. Its lexer tells a bracket from a character of some text. */
function withTightBrackets(yaml: string): string {
  const words = [...new Lexer().lex(yaml)].filter((word) => !MARKS.includes(word));
  return words
    .filter((word, index) => word !== " " || (words[index - 1] !== "[" && words[index + 1] !== "]"))
    .join("");
}

/** What the lexer puts between the words of the text: the begin of a document, of a scalar, and an unclosed bracket. */
const MARKS = ["\u0002", "\u001F", "\u0018"];
