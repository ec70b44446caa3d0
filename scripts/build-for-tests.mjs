// Vitest calls this once before the tests that run the built program.
import { build, isStale } from "./build.mjs";

export default async function setup() {
  if (await isStale()) await build({ earlier: "keep" });
}
