// (g) What a question to a model costs beside the question itself: units of an engine against a bare fetch, one at a time.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { akm, makeHome } from "./akm.mjs";
import { startLoopbackModel } from "./loopback-model.mjs";
import { alternate, timeProcess } from "./measure.mjs";

const bareFetch = path.join(path.dirname(fileURLToPath(import.meta.url)), "bare-fetch.mjs");
/** The first of them open the connection and warm the code. */
const WARM_UP = 20;

/** Milliseconds a unit, from question to question as the server is asked them, so that no start-up counts. */
export async function benchAsk({ count, rounds }) {
  const model = await startLoopbackModel();
  const place = makeHome();
  try {
    writeConfig(place, model.endpoint);
    const workflow = writeWorkflow(place, count + WARM_UP);
    const contenders = {
      akm: () =>
        msPerQuestion(model, async () => {
          const { result } = await akm(place, ["workflow", "run", workflow, "--new"]);
          if (!result.done) throw new Error("the run did not finish");
        }),
      "bare fetch": () =>
        msPerQuestion(model, () =>
          timeProcess(process.execPath, [bareFetch, model.endpoint, String(count + WARM_UP)], {
            cwd: place.project,
            env: place.env,
          }),
        ),
    };
    await alternate(contenders, 1);
    return { count, ms: await alternate(contenders, rounds) };
  } finally {
    place.remove();
    await model.close();
  }
}

async function msPerQuestion({ askedAt }, ask) {
  askedAt.length = 0;
  await ask();
  const counted = askedAt.slice(WARM_UP);
  return (counted.at(-1) - counted[0]) / (counted.length - 1);
}

function writeConfig(place, endpoint) {
  const config = {
    engines: { bench: { kind: "llm", endpoint, model: "bench" } },
    defaults: { engine: "bench" },
  };
  mkdirSync(place.env.AKM_CONFIG_DIR);
  writeFileSync(path.join(place.env.AKM_CONFIG_DIR, "config.json"), JSON.stringify(config));
}

function writeWorkflow(place, count) {
  writeFileSync(path.join(place.project, "items.json"), JSON.stringify([...Array(count).keys()]));
  const file = path.join(place.project, "ask.md");
  writeFileSync(file, WORKFLOW);
  return file;
}

const WORKFLOW = `---
type: workflow
description: A map of one question
steps:
  - id: list
    unit: { exec: { command: [cat, items.json] } }
    output: { type: array }
  - id: ask
    map: { over: steps.list.output, concurrency: 1 }
---

# Ask

## list

Prints the items.

## ask

Say what the bird does.
`;
