import { choice } from "../forms/choice.ts";
import type { Form } from "../forms/form.ts";
import { SHELL_NAMES, type ShellName } from "../shells.ts";

const AS_PROGRAM = "is no shell here; call it as the first word of `run`, with the name of a script";

/** The shell that a `run` is given to. */
export const shell: Form<ShellName> = choice(SHELL_NAMES, {
  python: `\`python\` ${AS_PROGRAM}`,
  node: `\`node\` ${AS_PROGRAM}`,
  perl: `\`perl\` ${AS_PROGRAM}`,
});
