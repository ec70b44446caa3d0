import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The directory itself and every one above it, nearest first. */
export function* ancestorsOf(directory: string): Generator<string> {
  let current = directory;
  for (;;) {
    yield current;
    const parent = dirname(current);
    if (parent === current) return;
    current = parent;
  }
}

/** The nearest directory, `directory` itself included, that holds `entry`. */
export function nearestWith(directory: string, entry: string): string | undefined {
  for (const ancestor of ancestorsOf(directory)) {
    if (existsSync(join(ancestor, entry))) return ancestor;
  }
  return undefined;
}
