interface CronField {
  what: string;
  min: number;
  max: number;
  /** Words for numbers, the first one for `min`. */
  names?: readonly string[];
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

const FIELDS: readonly CronField[] = [
  { what: "minute", min: 0, max: 59 },
  { what: "hour", min: 0, max: 23 },
  { what: "day of the month", min: 1, max: 31 },
  { what: "month", min: 1, max: 12, names: MONTHS },
  // Sunday has two numbers.
  { what: "day of the week", min: 0, max: 7, names: WEEKDAYS },
];

const ORDER = "minute, hour, day of the month, month, day of the week";

/** Why a text is no cron line of five fields, as the end of a sentence about it; undefined when it is one. */
export function cronProblem(line: string): string | undefined {
  const words = line.trim().split(/[ \t]+/);
  if (line.trim().startsWith("@")) return `is a nickname; write the five fields out: ${ORDER}`;
  if (words.length !== FIELDS.length) {
    const count = line.trim() === "" ? "no fields" : `${words.length} field${words.length === 1 ? "" : "s"}`;
    return `has ${count}, and cron takes five: ${ORDER}`;
  }
  for (const [index, field] of FIELDS.entries()) {
    const problem = fieldProblem(words[index] ?? "", field);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function fieldProblem(word: string, field: CronField): string | undefined {
  for (const part of word.split(",")) {
    const problem = partProblem(part, field);
    if (problem !== undefined) return `${problem} as the ${field.what}`;
  }
  return undefined;
}

/** One of `*`, `n`, `n-m`, each with `/step` after it or not. */
function partProblem(part: string, field: CronField): string | undefined {
  const [range = "", step, more] = part.split("/");
  if (more !== undefined) return `has two steps in ${quoted(part)}`;
  if (step !== undefined && !isWithin(step, 1, field.max))
    return `has the step ${quoted(step)}, not 1 to ${field.max},`;
  if (range === "*") return undefined;
  const [first = "", last, extra] = range.split("-");
  if (extra !== undefined) return `has ${quoted(range)}, which is no range,`;
  for (const end of last === undefined ? [first] : [first, last])
    if (numberOf(end, field) === undefined) return `has ${quoted(end)}, not ${allowed(field)},`;
  const from = numberOf(first, field);
  const to = last === undefined ? from : numberOf(last, field);
  if (from === undefined || to === undefined || from <= to) return undefined;
  return `has the range ${quoted(range)}, which runs backwards,`;
}

function numberOf(word: string, { min, max, names }: CronField): number | undefined {
  const named = names?.indexOf(word.toUpperCase()) ?? -1;
  if (named !== -1) return named + min;
  return isWithin(word, min, max) ? Number(word) : undefined;
}

function isWithin(word: string, min: number, max: number): boolean {
  return /^[0-9]{1,2}$/.test(word) && Number(word) >= min && Number(word) <= max;
}

function allowed({ min, max, names }: CronField): string {
  const words = names === undefined ? "" : ` or ${names[0]} to ${names.at(-1)}`;
  return `${min} to ${max}${words}`;
}

function quoted(word: string): string {
  return JSON.stringify(word.length > 30 ? `${word.slice(0, 30)}…` : word);
}
