import { REDACTED_BYTES_MIN } from "../../contract/index.ts";
import { findCredentials } from "../../lib/credential-likeness.ts";
import type { Report } from "../report.ts";
import type { EnvBinding, Step } from "../workflow.ts";

/** Literals stand in the file for everyone to read: what looks like a secret among them is warned of. */
export function checkEnvLiterals(step: Step, report: Report): void {
  if (step.kind !== "route") checkLiterals(step.unit.env, report);
}

export function checkLiterals(bindings: readonly EnvBinding[], report: Report): void {
  for (const binding of bindings) if (binding.kind === "literal") checkLiteral(binding, report);
}

function checkLiteral({ name, value, at }: Extract<EnvBinding, { kind: "literal" }>, report: Report): void {
  if (findCredentials({ [name]: value }).length === 0) return;
  const remedy = `store it with \`akm secret set <name>\` and bind \`${name}: secrets/<name>\``;
  report.warning("literal-secret", at, `the literal \`${name}\` looks like a secret; ${remedy}`);
  if (Buffer.byteLength(value.trim()) >= REDACTED_BYTES_MIN) return;
  const message = `\`${name}\` is under ${REDACTED_BYTES_MIN} bytes, too short to be redacted from what the unit prints`;
  report.warning("short-secret", at, message);
}
