// (c) What a command costs before it does anything, against Node doing nothing.
import path from "node:path";
import { fileURLToPath } from "node:url";
import { akm, makeHome } from "./akm.mjs";
import { alternate, timeProcess } from "./measure.mjs";

const hello = path.join(path.dirname(fileURLToPath(import.meta.url)), "../examples/hello.md");

export async function benchColdStart({ rounds }) {
  const place = makeHome();
  try {
    const { result } = await akm(place, ["workflow", "run", hello]);
    const contenders = {
      "node -e 0": async () => (await timeProcess(process.execPath, ["-e", "0"], { env: place.env })).wallMs,
      "akm --version": async () => (await akm(place, ["--version"])).wallMs,
      "akm workflow status": async () => (await akm(place, ["workflow", "status", result.run.id])).wallMs,
    };
    await alternate(contenders, 2);
    return { ms: await alternate(contenders, rounds) };
  } finally {
    place.remove();
  }
}
