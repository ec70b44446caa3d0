// The floor under any engine written for Node: spawn, read both pipes, wait. `node bare-loop.mjs <count> <width>`
import { spawn } from "node:child_process";

const [count, width] = process.argv.slice(2).map(Number);
let started = 0;

await Promise.all(Array.from({ length: width }, worker));

async function worker() {
  while (started < count) {
    started += 1;
    await runOne();
  }
}

function runOne() {
  return new Promise((resolve, reject) => {
    const chunks = [];
    const child = spawn("true", [], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (status) =>
      status === 0 ? resolve(chunks) : reject(new Error(`true ended with ${status}`)),
    );
  });
}
