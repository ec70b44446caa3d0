import { CST, Lexer, Parser } from "yaml";
import type { FindingCode } from "../finding-codes.ts";
import type { PositionAt } from "../line-index.ts";
import type { Report } from "../report.ts";

/** Far above a schema of 64 levels inside a step; far below what the stack of a recursive reader holds. */
const NESTING_MAX = 256;

/** Well under a second of work; a front matter that uses every bound of the format stays below. */
const LEXEMES_MAX = 200_000;

/** After this many refused constructs or errors the text is an attack or no YAML; reading on tells nothing new. */
const COMPLAINTS_MAX = 50;

export interface CollectedTokens {
  tokens: CST.Token[];
  /** Whether anything was refused on the way. */
  refused: boolean;
}

/**
 * Runs the YAML lexer and parser side by side under our bounds, so that hostile input is refused before anything
 * recursive sees it. Anchors, aliases, tags, directives and further documents are refused here, by name.
 */
export function collectTokens(
  text: string,
  positionAt: PositionAt,
  report: Report,
): CollectedTokens | undefined {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  let refusals = 0;
  let errors = 0;
  let isScalarText = false;
  let isAtStart = true;
  for (const lexeme of new Lexer().lex(text)) {
    const offset = parser.offset;
    const refusal = isScalarText ? undefined : refusalOf(lexeme, isAtStart);
    isAtStart &&= BEFORE_CONTENT.has(CST.tokenType(lexeme));
    if (refusal !== undefined) {
      report.error(refusal.code, positionAt(offset), refusal.message);
      refusals += 1;
    }
    isScalarText = !isScalarText && lexeme === CST.SCALAR;
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === "error") errors += 1;
    }
    lexemes += 1;
    if (parser.stack.length > NESTING_MAX) {
      const message = `values are nested more than ${NESTING_MAX} levels deep here`;
      return report.error("yaml-too-deep", positionAt(offset), message);
    }
    if (lexemes > LEXEMES_MAX) {
      const message = "there is more YAML before this place than a source file may hold";
      return report.error("yaml-too-large", positionAt(offset), message);
    }
    if (refusals > COMPLAINTS_MAX) return undefined;
    if (errors > COMPLAINTS_MAX) break;
  }
  for (const token of parser.end()) tokens.push(token);
  return { tokens, refused: refusals > 0 };
}

interface Refusal {
  code: FindingCode;
  message: string;
}

const ALIAS: Refusal = {
  code: "yaml-alias",
  message:
    "anchors (&name) and aliases (*name) are not taken; write the value out, or quote text that begins with & or *",
};
const TAG: Refusal = {
  code: "yaml-tag",
  message: "tags (!name) are not taken; quote the value if the exclamation mark is part of it",
};
const DIRECTIVE: Refusal = {
  code: "yaml-directive",
  message: "directives (%YAML, %TAG) are not taken; the format is always YAML 1.2",
};
const DOCUMENTS: Refusal = {
  code: "yaml-documents",
  message: "this is to be one YAML document; take the document marker out",
};

/** What may stand before a document without being part of it. */
const BEFORE_CONTENT: ReadonlySet<CST.TokenType | null> = new Set([
  "byte-order-mark",
  "doc-mode",
  "space",
  "newline",
  "comment",
  "directive-line",
]);

/** A marker before the one document there is says nothing that is not so, and many files begin with it. */
function refusalOf(lexeme: string, isAtStart: boolean): Refusal | undefined {
  switch (CST.tokenType(lexeme)) {
    case "anchor":
    case "alias":
      return ALIAS;
    case "tag":
      return TAG;
    case "directive-line":
      return DIRECTIVE;
    case "doc-start":
      return isAtStart ? undefined : DOCUMENTS;
    case "doc-end":
      return DOCUMENTS;
    default:
      return undefined;
  }
}
