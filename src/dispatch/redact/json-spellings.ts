/** What a writer of JSON escapes besides quotes, backslashes and control characters. */
interface Habit {
  /** Everything beyond ASCII. */
  ascii?: true;
  upperCaseHex?: true;
  slash?: true;
  /** `<`, `>`, `&` and the line separators of JavaScript. */
  html?: true;
  /** Quotes as `\u0022`, and `+`, `'`, `` ` ``. */
  strict?: true;
  delete?: true;
}

/** JavaScript and most others; Python and Ruby; Java; PHP in two ways; Go; .NET; jq. */
const HABITS: readonly Habit[] = [
  {},
  { ascii: true },
  { ascii: true, upperCaseHex: true },
  { slash: true, ascii: true },
  { slash: true },
  { html: true },
  { html: true, ascii: true, upperCaseHex: true, strict: true },
  { delete: true },
];
const PATTERNS = new Map(HABITS.map((habit) => [habit, escapedBy(habit)]));
const PLAIN = escapedBy({});

/** What no writer escapes. */
const ORDINARY = /^[A-Za-z0-9._~-]*$/;

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

/**
 * What a text becomes inside a JSON string, as the common writers of JSON put it there, and inside JSON text within another
 * JSON string; each also as our own journal writes it once more. Of JavaScript alone unless `thorough`.
 */
export function jsonSpellings(text: string, thorough: boolean): string[] {
  if (ORDINARY.test(text)) return [];
  const printed = new Set<string>();
  for (const habit of thorough ? HABITS : HABITS.slice(0, 1)) {
    const once = escapeIn(text, habit);
    for (const spelling of [once, escapeIn(once, habit), escapeIn(once, {})]) printed.add(spelling);
  }
  return [...printed, ...[...printed].map((spelling) => escapeIn(spelling, {}))];
}

function escapeIn(text: string, habit: Habit): string {
  return text.replace(PATTERNS.get(habit) ?? PLAIN, (character) => {
    const short = habit.strict && character === '"' ? undefined : SHORT_ESCAPES[character];
    if (short !== undefined) return short;
    if (character === "/") return "\\/";
    const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${habit.upperCaseHex ? hex.toUpperCase() : hex}`;
  });
}

/** Halves of a surrogate pair are escaped one by one, so the pattern takes UTF-16 units. */
function escapedBy(habit: Habit): RegExp {
  const characters = [
    '"\\\\\\x00-\\x1f',
    habit.ascii ? "\\x80-\\uffff" : "",
    habit.slash ? "/" : "",
    habit.html ? "<>&\\u2028\\u2029" : "",
    habit.strict ? "'+`" : "",
    habit.delete ? "\\x7f" : "",
  ];
  return new RegExp(`[${characters.join("")}]`, "g");
}
