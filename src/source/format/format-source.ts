import type { Finding } from "../findings.ts";
import { splitFrontMatter } from "../markdown/split-front-matter.ts";
import { Report } from "../report.ts";
import { formatYaml } from "./format-yaml.ts";
import { sameMeaning } from "./same-meaning.ts";

export type Formatted =
  | { kind: "formatted"; text: string }
  | { kind: "unchanged" }
  /** With errors in it a file's meaning is not known, so that no layout could be said to keep it. */
  | { kind: "refused"; findings: Finding[] };

/** What a reader of one kind of source gives of it. */
export type ReadSource = (bytes: Uint8Array) => { value: unknown; findings: Finding[] };

const LAYOUT_LOST: Finding = {
  severity: "error",
  code: "layout-would-change-meaning",
  message: "this file cannot be laid out anew without changing what it says; it is left as it is",
  line: 1,
  column: 1,
  fixable: false,
};

/**
 * A source file in akm's one layout: YAML throughout, of Markdown the front matter alone, since a body is handed on byte
 * by byte. What is returned reads as the same tree, line ends and a byte order mark kept, and is its own layout. Pure.
 */
export function formatSource(bytes: Uint8Array, read: ReadSource): Formatted {
  const before = read(bytes);
  if (before.value === undefined) return { kind: "refused", findings: before.findings };
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const formatted = layOut(text);
  if (formatted === undefined) return { kind: "refused", findings: [LAYOUT_LOST] };
  if (formatted === text) return { kind: "unchanged" };
  const after = read(new TextEncoder().encode(formatted));
  const isKept = sameMeaning(before.value, after.value) && layOut(formatted) === formatted;
  return isKept ? { kind: "formatted", text: formatted } : { kind: "refused", findings: [LAYOUT_LOST] };
}

const BYTE_ORDER_MARK = "\uFEFF";

function layOut(whole: string): string | undefined {
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const text = whole.slice(mark.length);
  const source = text.startsWith("---") ? splitFrontMatter(text, new Report()) : undefined;
  if (source === undefined) return prefixed(mark, formatted(text));
  const yaml = formatted(source.yaml);
  if (yaml === undefined) return undefined;
  return mark + text.slice(0, source.yamlOffset) + yaml + text.slice(source.yamlOffset + source.yaml.length);
}

function prefixed(mark: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : mark + text;
}

/** In the line ends that the text has. */
function formatted(text: string): string | undefined {
  const isCrlf = text.includes("\r\n");
  const yaml = formatYaml(isCrlf ? text.replaceAll("\r\n", "\n") : text);
  return isCrlf ? yaml?.replaceAll("\n", "\r\n") : yaml;
}
