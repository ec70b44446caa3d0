import { findCredentials } from "../../lib/credential-likeness.ts";
import type { PlanEnvBinding } from "../../plan/index.ts";
import type { EnvEntry, ResolvedEnv } from "../../ports/index.ts";
import { parseAssetRef } from "../assets/asset-ref.ts";
import type { Asset } from "../assets/find-asset.ts";
import type { Bundle } from "../bundles.ts";
import { readSecret } from "../secrets/read-secret.ts";
import { isDangerousName } from "./dangerous-names.ts";
import { readEnvGroup } from "./read-env-group.ts";

/** What one binding adds. */
type Contribution = Extract<ResolvedEnv, { ok: true }>;
type Failure = Extract<ResolvedEnv, { ok: false }>;

export interface BindingContext {
  bundles: readonly Bundle[];
  /** Whether the bundle is the project's own, so that its owner may set what he likes. */
  isOwn(bundle: Bundle): boolean;
}

/** The values that bindings stand for; later ones win (decision S4). */
export async function resolveBindings(
  bindings: readonly PlanEnvBinding[],
  context: BindingContext,
): Promise<ResolvedEnv> {
  const variables = new Map<string, EnvEntry>();
  const secrets: EnvEntry[] = [];
  const warnings: string[] = [];
  for (const binding of bindings) {
    const resolved = await resolveBinding(binding, context);
    if (!resolved.ok) return resolved;
    for (const entry of resolved.variables) variables.set(entry.name, entry);
    secrets.push(...resolved.secrets);
    warnings.push(...resolved.warnings);
  }
  return { ok: true, variables: [...variables.values()], secrets, warnings };
}

async function resolveBinding(
  binding: PlanEnvBinding,
  context: BindingContext,
): Promise<Contribution | Failure> {
  switch (binding.kind) {
    case "literal":
      return literal(binding);
    case "secret":
      return secret(binding.name, binding.ref, context);
    case "group":
      return await group(binding.ref, context);
  }
}

/** A literal stands in the workflow for everyone to read, so it is hidden only where it looks like what should not stand there. */
function literal({ name, value }: EnvEntry): Contribution {
  const entry = { name, value };
  const secrets = findCredentials({ [name]: value }).length > 0 ? [entry] : [];
  return { ok: true, variables: [entry], secrets, warnings: [] };
}

function secret(name: string, text: string, { bundles }: BindingContext): Contribution | Failure {
  const ref = parseAssetRef(text, "secrets");
  if (ref === undefined) return notARef(text);
  const read = readSecret(ref, bundles);
  if (!read.ok) return read;
  const entry = { name, value: read.value };
  return { ok: true, variables: [entry], secrets: [entry], warnings: read.warnings };
}

async function group(text: string, { bundles, isOwn }: BindingContext): Promise<Contribution | Failure> {
  const ref = parseAssetRef(text, "env");
  if (ref === undefined) return notARef(text);
  const read = await readEnvGroup(ref, bundles);
  if (!read.ok) return read;
  const dangerous = read.entries.map(({ name }) => name).filter((name) => isDangerousName(name));
  if (dangerous.length > 0 && !isOwn(read.asset.bundle)) return refused(read.asset, dangerous);
  const warnings = dangerous.map(
    (name) => `${read.asset.ref} sets ${name}, which decides what code its programs run`,
  );
  return {
    ok: true,
    variables: read.entries,
    secrets: [...read.entries, ...read.secrets],
    warnings: [...read.warnings, ...warnings],
  };
}

function refused({ ref, path }: Asset, dangerous: readonly string[]): Failure {
  const message =
    `${ref} (${path}) sets ${dangerous.join(", ")}, which decides what code programs run; ` +
    "only the project's own bundle may.";
  return { ok: false, message };
}

function notARef(text: string): Failure {
  return { ok: false, message: `${text} is no ref of an env or a secret asset.` };
}
