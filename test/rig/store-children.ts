import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { rolldown } from "rolldown";
import type { StoreRequests } from "./store-program.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** A process of its own with the store in it; see `store-program.ts` for what it can be asked. */
export interface StoreChild {
  pid: number;
  /** Resolves with the answer, rejects with its `{ code, message }`. */
  ask<Name extends keyof StoreRequests>(
    name: Name,
    ...values: Parameters<StoreRequests[Name]>
  ): Promise<Awaited<ReturnType<StoreRequests[Name]>>>;
  /** The next message that is no answer. */
  said(): Promise<unknown>;
  /** Resolves when it is dead. */
  kill(): Promise<void>;
}

export interface StoreChildren {
  start(): StoreChild;
  /** Kills those that still live. */
  end(): Promise<void>;
}

/** Bundles the program, since Node 20 runs no TypeScript. */
export async function prepareStoreChildren(): Promise<StoreChildren> {
  const directory = await mkdtemp(path.join(tmpdir(), "akm-store-program-"));
  await chmod(directory, 0o755);
  const file = path.join(directory, "program.mjs");
  const build = await rolldown({
    input: path.join(import.meta.dirname, "store-program.ts"),
    platform: "node",
    logLevel: "silent",
  });
  await build.write({ file, format: "esm" });
  await build.close();
  const children: StoreChild[] = [];
  return {
    start: () => {
      const child = startChild(file);
      children.push(child);
      return child;
    },
    end: async () => {
      await Promise.all(children.map((child) => child.kill()));
      await rm(directory, { recursive: true });
    },
  };
}

function startChild(file: string): StoreChild {
  const env = { ...process.env, NODE_PATH: path.join(ROOT, "node_modules"), NODE_OPTIONS: "" };
  const child = fork(file, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return {
    pid: child.pid ?? 0,
    ask: async (name, ...values) => {
      child.send({ name, values });
      const answer = await nextMessage(child, isAnswer);
      if ("error" in answer) throw answer.error;
      return answer.value;
    },
    said: () => nextMessage(child, (message): message is unknown => !isAnswer(message)),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

type Answer = { value: never } | { error: { code: string; message: string } };

function isAnswer(message: unknown): message is Answer {
  return typeof message === "object" && message !== null && ("value" in message || "error" in message);
}

function nextMessage<T>(child: ChildProcess, fits: (message: unknown) => message is T): Promise<T> {
  return new Promise((resolve, reject) => {
    const take = (message: unknown) => {
      if (!fits(message)) return;
      settle();
      resolve(message);
    };
    const fail = () => {
      settle();
      reject(new Error("the store program ended before it answered"));
    };
    const settle = () => {
      child.off("message", take);
      child.off("exit", fail);
    };
    child.on("message", take);
    child.on("exit", fail);
  });
}
