import { readMarkdown, type Workflow } from "../../src/source/index.ts";

export const HEAD = "type: workflow\ndescription: d\n";

/** A Markdown workflow's text; without a body, each step gets a section of one line. */
export function markdown(frontMatter: string, body?: string): string {
  const ids = [...frontMatter.matchAll(/\bid: ?([A-Za-z_][\w-]*)/g)].map(([, id]) => id);
  const sections = [...new Set(ids)].map((id) => `## ${id}\n\nwork\n`).join("\n");
  return `---\n${frontMatter.trimEnd()}\n---\n${body ?? sections}`;
}

export function read(text: string) {
  return readMarkdown(new TextEncoder().encode(text));
}

/** Each finding as `line:column code`, warnings with a `?` in front, in the order they are reported. */
export function findingsIn(text: string): string[] {
  return read(text).findings.map(
    ({ severity, line, column, code }) => `${severity === "warning" ? "?" : ""}${line}:${column} ${code}`,
  );
}

export function messagesIn(text: string): string[] {
  return read(text).findings.map((finding) => finding.message);
}

export function workflowIn(text: string): Workflow {
  const { workflow, findings } = read(text);
  if (workflow === undefined) throw new Error(`not a workflow: ${JSON.stringify(findings, null, 1)}`);
  return workflow;
}
