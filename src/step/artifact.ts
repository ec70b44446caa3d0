import type { Json, JsonObject } from "../contract/index.ts";
import { validate } from "../lib/json-schema/index.ts";

export type Promoted = { ok: true; artifact: Json } | { ok: false; errors: string[] };

/** Checks a step's artifact against its declared schema before the step may complete. */
export function promoteArtifact(artifact: Json, schema: JsonObject | undefined): Promoted {
  if (schema === undefined) return { ok: true, artifact };
  const checked = validate(artifact, schema);
  if (checked.ok) return { ok: true, artifact };
  return {
    ok: false,
    errors: checked.errors.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`)),
  };
}
