import {
  ENGINE_NAME_CHARS_MAX,
  ENGINE_NAME_PATTERN,
  ENGINE_NAME_RESERVED_PREFIX,
} from "../../contract/index.ts";
import { type Form, transform } from "../forms/form.ts";
import { text } from "../forms/text.ts";

/** The name of an engine; whether one is configured under it is found out at freeze. */
export const engineName: Form<string> = transform(
  text({
    charsMax: ENGINE_NAME_CHARS_MAX,
    pattern: {
      regex: ENGINE_NAME_PATTERN,
      rule: "must be lower-case letters and digits in parts joined by hyphens, the first a letter",
      code: "invalid-name",
    },
  }),
  (name, node, key, report) => {
    if (!name.startsWith(ENGINE_NAME_RESERVED_PREFIX)) return name;
    const message = `\`${key}\`: names that begin with ${ENGINE_NAME_RESERVED_PREFIX} belong to akm itself`;
    return report.error("reserved-name", node.at, message);
  },
);

/** A model id, or an alias of models.json. */
export const model: Form<string> = text();
