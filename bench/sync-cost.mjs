// What the disk itself asks for durability: bare appends, each made durable before the next.
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { makeHome } from "./akm.mjs";
import { alternate } from "./measure.mjs";

export async function benchSyncCost({ count, rounds }) {
  const place = makeHome();
  try {
    const append = (sync) => () => appendMany(path.join(place.home, "appends"), count, sync);
    return { count, ms: await alternate({ synced: append(true), "not synced": append(false) }, rounds) };
  } finally {
    place.remove();
  }
}

function appendMany(file, count, sync) {
  const descriptor = openSync(file, "w");
  const record = Buffer.alloc(4096, 1);
  const startedAt = performance.now();
  for (let n = 0; n < count; n += 1) {
    writeSync(descriptor, record);
    if (sync) fdatasyncSync(descriptor);
  }
  closeSync(descriptor);
  return performance.now() - startedAt;
}
