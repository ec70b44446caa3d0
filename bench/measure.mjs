// Timing processes and comparing what came out. Everything is sequential: one timed process at a time.
import { spawn } from "node:child_process";
import { once } from "node:events";

/** Runs a program to its end; wall time in ms from before the spawn to the exit. Throws when it fails. */
export async function timeProcess(file, args, { cwd, env = process.env, expectStatus = 0 } = {}) {
  const startedAt = performance.now();
  const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const [status, signal] = await once(child, "exit");
  const wallMs = performance.now() - startedAt;
  if (status !== expectStatus) {
    throw new Error(`${file} ${args.join(" ")} ended with ${status ?? signal}\n${await stderr}`);
  }
  return { wallMs, stdout: await stdout };
}

/** Decodes at the end: a split character must not become two. */
async function collect(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * Runs the contenders A B C, A B C, … so that a slow minute of the machine meets all of them alike.
 * Each is an async function that returns one number; the result holds the median, lowest and highest of each.
 */
export async function alternate(contenders, rounds) {
  const samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(contenders)) samples[name].push(await measure(round));
  }
  return Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, summary(values)]));
}

export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, low: sorted[0], high: sorted.at(-1), rounds: sorted.length };
}
