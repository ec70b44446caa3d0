import {
  ENV_NAME_PATTERN,
  EXEC_COMMAND_ENTRIES_MAX,
  EXEC_COMMAND_ENTRIES_MIN,
  EXEC_COMMAND_ENTRY_BYTES_MAX,
  EXEC_CWD_CHARS_MAX,
  EXEC_PASS_ENV_MAX,
  EXEC_PASS_ENV_MIN,
} from "../../contract/index.ts";
import { EXEC_CWD_PATTERN, execCwdProblem } from "../exec-cwd.ts";
import { type Form, transform, withSchema } from "../forms/form.ts";
import { list } from "../forms/list.ts";
import { optional, record, required } from "../forms/record.ts";
import { text } from "../forms/text.ts";
import type { ExecCommand } from "../workflow.ts";

const argument = withSchema(
  transform(
    text({ blank: "allowed", bytesMax: EXEC_COMMAND_ENTRY_BYTES_MAX }),
    (value, node, name, report) => {
      if (value === "") return report.error("invalid-value", node.at, `\`${name}\` is empty`);
      if (!value.includes("\u0000")) return value;
      return report.error(
        "invalid-text",
        node.at,
        `\`${name}\` holds a NUL character, which no command can be given`,
      );
    },
  ),
  { minLength: 1, pattern: "^[^\\u0000]*$" },
);

const argumentList = list(argument, { min: EXEC_COMMAND_ENTRIES_MIN, max: EXEC_COMMAND_ENTRIES_MAX });

const command: Form<string[]> = {
  schema: argumentList.schema,
  read(node, name, report) {
    if (node.kind !== "scalar" || node.source === "") return argumentList.read(node, name, report);
    const words = JSON.stringify(node.source.trim().split(/\s+/));
    const message = `\`${name}\` is a list of arguments, run without a shell: write ${words}, or ["sh", "-c", "…"]`;
    return report.error("wrong-type", node.at, message);
  },
};

/** A directory inside the unit's working directory. */
export const cwd: Form<string> = withSchema(
  transform(text({ blank: "allowed" }), (value, node, name, report) => {
    const problem = execCwdProblem(value);
    return problem === undefined ? value : report.error("invalid-value", node.at, `\`${name}\` ${problem}`);
  }),
  { maxLength: EXEC_CWD_CHARS_MAX, pattern: EXEC_CWD_PATTERN },
);

const environmentName = text({
  pattern: {
    regex: ENV_NAME_PATTERN,
    rule: "must begin with a letter or _, and go on with letters, digits and _",
    code: "invalid-name",
  },
});

/** An argv command. */
export const exec: Form<ExecCommand> = transform(
  record(
    {
      command: required(command, "The program and its arguments, run without a shell."),
      cwd: optional(cwd, "Where to run it, relative to the unit's working directory and inside it."),
      pass_env: optional(
        list(environmentName, { min: EXEC_PASS_ENV_MIN, max: EXEC_PASS_ENV_MAX }),
        "Names of variables of akm's own environment that the command may see besides the default ones.",
      ),
    },
    {
      what: "`exec`",
      notes: {
        inherit_env: "a command never inherits the whole environment; name variables under `pass_env`",
        env: "environment bindings stand beside `exec`, under the unit's `env`",
        args: "arguments are entries of `command`",
        shell: 'name the shell in `command`: ["sh", "-c", "…"]',
        timeout: "`timeout` stands beside `exec`, in the unit",
      },
    },
  ),
  (value) => ({
    at: value.at,
    command: value.command,
    passEnv: value.pass_env ?? [],
    ...(value.cwd === undefined ? {} : { cwd: value.cwd }),
  }),
);
