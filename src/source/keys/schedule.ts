import { cronProblem } from "../cron.ts";
import { type Form, transform } from "../forms/form.ts";
import { text } from "../forms/text.ts";

/** One cron line of five fields. akm starts nothing by itself: it is for whatever does. */
export const cronLine: Form<string> = transform(text(), (value, node, name, report) => {
  const problem = cronProblem(value);
  if (problem === undefined) return value;
  return report.error("invalid-value", node.at, `\`${name}\` ${problem}`);
});
