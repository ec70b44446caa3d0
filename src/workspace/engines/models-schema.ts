import { z } from "zod";
import type { Json } from "../../contract/index.ts";
import { formatPath } from "../../lib/index.ts";

const text = z.string("must be text").min(1, "must not be empty");
const model = z.union([text, z.strictObject({ engine: text })], 'must be a model id or {"engine": "<name>"}');

const modelsSchema = z.strictObject({
  version: z.literal(1, "must be 1"),
  aliases: z.record(text, z.record(text, model)),
});

/** A `models.json` file's content. */
export type ModelsFile = z.infer<typeof modelsSchema>;

/** Every problem at once, each naming the key by its path. */
export function checkModels(
  value: Json,
): { ok: true; models: ModelsFile } | { ok: false; problems: string[] } {
  const checked = modelsSchema.safeParse(value);
  if (checked.success) return { ok: true, models: checked.data };
  return {
    ok: false,
    problems: checked.error.issues.map(({ path, message }) => {
      const place = path.map((segment) => (typeof segment === "number" ? segment : String(segment)));
      return `${place.length === 0 ? "the file" : formatPath(place)}: ${message}`;
    }),
  };
}
