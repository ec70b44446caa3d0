import { Lexer, parseDocument } from "yaml";

/** Wide enough that no text is folded: where a line breaks is the author's choice. */
const NEVER_FOLD = 0;

/**
 * The same YAML in one layout: two spaces a level, lists indented, one space inside braces and none inside brackets,
 * comments and quotes as they are. Undefined for text that is no YAML. Whether it still says the same is for the caller to find out.
 */
export function formatYaml(text: string): string | undefined {
  const document = parseDocument(text, {
    version: "1.2",
    schema: "core",
    intAsBigInt: true,
    uniqueKeys: false,
    keepSourceTokens: true,
  });
  if (document.errors.length > 0) return undefined;
  if (document.contents === null && document.comment === null && document.commentBefore === null) return "";
  const padded = document.toString({
    lineWidth: NEVER_FOLD,
    indent: 2,
    indentSeq: true,
    flowCollectionPadding: true,
  });
  return withTightBrackets(padded);
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
