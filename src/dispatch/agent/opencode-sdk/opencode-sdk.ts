import { setTimeout as sleep } from "node:timers/promises";
import type { Release } from "../../../lib/semaphore.ts";
import { Deadline } from "../../llm/deadline.ts";
import type { AgentHost } from "../agent-host.ts";
import type { Followed } from "../agent-process.ts";
import { emptyReport } from "../agent-report.ts";
import { findOpencodeDatabase } from "../opencode-transcript.ts";
import type { AgentAttempt, AgentEnding, AgentRun, Platform } from "../platform.ts";
import type { OpencodeServer } from "./opencode-server.ts";
import { OpencodeServers } from "./opencode-servers.ts";
import { promptSession } from "./prompt-session.ts";
import { unhurriedFetch } from "./unhurried-fetch.ts";

/** A connection breaks before the end of its process is known. */
const SERVER_DEATH_MS = 1000;

/** opencode by its SDK: a session an attempt, on a server that units of one environment share. */
export const opencodeSdk: Platform = async (host, attempt) => {
  const release = await takeTurn(host, attempt);
  const deadline = new Deadline(attempt.signal, attempt.timeoutMs);
  host.opencodeServers ??= new OpencodeServers(host);
  try {
    if (deadline.end !== undefined) return over(deadline, undefined);
    return await host.opencodeServers.lend(attempt, async (start) => {
      const started = await Promise.race([start, ended(deadline.signal)]);
      if (started === undefined) return over(deadline, undefined);
      return started.ok ? await ask(started.server, attempt, deadline) : started;
    });
  } finally {
    deadline.clear();
    release?.();
  }
};

/** A lent model server has no more agents on it at once than units of its own; the timeout runs from the turn on. */
async function takeTurn(host: AgentHost, { engine, signal }: AgentAttempt): Promise<Release | undefined> {
  return engine.llmEngine === undefined ? undefined : await host.llm.gates.enter(engine.llmEngine, signal);
}

function ended(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

async function ask(server: OpencodeServer, attempt: AgentAttempt, deadline: Deadline): Promise<AgentRun> {
  attempt.onProcess(() => server.identify());
  const { createOpencodeClient } = await import("@opencode-ai/sdk/v2/client");
  const client = createOpencodeClient({
    baseUrl: server.url,
    directory: attempt.directory,
    headers: { authorization: `Basic ${Buffer.from(`opencode:${server.password}`).toString("base64")}` },
    fetch: unhurriedFetch,
  });
  const report = emptyReport();
  try {
    await promptSession(client, attempt, report, deadline.signal);
  } catch (error) {
    const followed = deadline.end === undefined ? await deathOf(server) : undefined;
    if (followed !== undefined) return { ok: true, report, ...followed, isCut: false };
    if (deadline.end === undefined) report.error = { message: messageOf(error) };
  }
  const transcriptPath = findOpencodeDatabase(attempt.environment);
  if (transcriptPath !== undefined) report.usage.transcriptPath = transcriptPath;
  return over(deadline, server, report);
}

function over({ end }: Deadline, server: OpencodeServer | undefined, report = emptyReport()): AgentRun {
  return { ok: true, ending: endingOf(end), report, stderr: server?.stderr ?? "", isCut: false };
}

/** How it ended, when it is its end that broke the connection; undefined when it lives. */
async function deathOf(server: OpencodeServer): Promise<Followed | undefined> {
  const lives = new AbortController();
  const waited = sleep(SERVER_DEATH_MS, undefined, { signal: lives.signal }).catch(() => undefined);
  const followed = await Promise.race([server.ended, waited]);
  lives.abort();
  return followed;
}

function endingOf(end: Deadline["end"]): AgentEnding {
  switch (end) {
    case undefined:
      return { kind: "dismissed" };
    case "timeout":
      return { kind: "timed-out" };
    default:
      return { kind: "aborted" };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
