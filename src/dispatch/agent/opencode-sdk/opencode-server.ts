import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { AGENT_SERVER_START_MS } from "../../../contract/index.ts";
import type { ProcessIdentity } from "../../../run/index.ts";
import { identifyProcess } from "../../process/process-identity.ts";
import type { Variables } from "../../process/variables.ts";
import type { AgentHost } from "../agent-host.ts";
import { AgentProcess, type Followed } from "../agent-process.ts";
import { launchAgent } from "../launch-agent.ts";
import { failed } from "../outcome.ts";
import type { AgentAttempt, AgentRun } from "../platform.ts";

type NotRun = Extract<AgentRun, { ok: false }>;
export type ServerStart = { ok: true; server: OpencodeServer } | NotRun;

const ADDRESS = /listening on (?<url>http:\/\/\S+)/;
/** What it prints before its address is short. */
const GREETING_CHARS_MAX = 65_536;

/**
 * Starts the program and ends it when our end of its stdin closes: so it goes with us whatever ends us, kill -9 included. The
 * program itself has the null device as its stdin.
 */
const KEEPER = [
  "sh",
  "-c",
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; { cat <&3; kill "$server"; } >/dev/null 2>&1 & wait "$server"; code=$?; trap "" TERM; kill 0; exit "$code"',
  "akm-server",
];

/** A running `opencode serve`. Only who knows its password is served. */
export class OpencodeServer {
  readonly url: string;
  readonly password: string;
  readonly #agent: AgentProcess;
  readonly #stop: AbortController;
  /** Resolves when nothing of it lives. */
  readonly ended: Promise<Followed>;

  constructor(url: string, password: string, running: Running) {
    this.url = url;
    this.password = password;
    this.#agent = running.agent;
    this.#stop = running.stop;
    this.ended = running.ended;
  }

  identify(): ProcessIdentity {
    return identifyProcess(this.#agent.pid);
  }

  /** The end of what it wrote to stderr so far. */
  get stderr(): string {
    return this.#agent.stderr;
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.ended;
  }
}

interface Running {
  agent: AgentProcess;
  stop: AbortController;
  ended: Promise<Followed>;
}

/** Resolves once it can be asked; fails `spawn_failed`. It outlives the attempt that asked for it. */
export async function startServer(
  host: AgentHost,
  attempt: AgentAttempt,
  environment: Variables,
): Promise<ServerStart> {
  const password = randomBytes(24).toString("base64url");
  const isPosix = process.platform !== "win32";
  const launched = await launchAgent(attempt, {
    keeper: isPosix ? KEEPER : [],
    program: "opencode",
    args: ["serve", "--hostname=127.0.0.1", "--port=0"],
    directory: environment.HOME ?? tmpdir(),
    environment: { ...environment, OPENCODE_SERVER_PASSWORD: password },
    stdin: isPosix ? "pipe" : undefined,
  });
  if (!launched.ok) return launched;
  const agent = new AgentProcess(host.processes, launched.command);
  return await awaitAddress(agent, password, attempt);
}

async function awaitAddress(
  agent: AgentProcess,
  password: string,
  attempt: AgentAttempt,
): Promise<ServerStart> {
  const stop = new AbortController();
  let greeting = "";
  let found: (url: string) => void = () => undefined;
  const address = new Promise<string>((resolve) => {
    found = resolve;
  });
  const ended = agent.follow({
    onOutput: (chunk) => {
      if (greeting.length > GREETING_CHARS_MAX) return;
      greeting += chunk.toString("utf8");
      const url = ADDRESS.exec(greeting)?.groups?.url;
      if (url !== undefined) found(url);
    },
    timeoutMs: undefined,
    signal: stop.signal,
  });
  const timer = setTimeout(() => stop.abort(), AGENT_SERVER_START_MS);
  const url = await Promise.race([address, ended.then(() => undefined)]);
  clearTimeout(timer);
  if (url !== undefined)
    return { ok: true, server: new OpencodeServer(url, password, { agent, stop, ended }) };
  return notStarted(attempt, agent.stderr);
}

function notStarted({ engine, scrub }: AgentAttempt, stderr: string): NotRun {
  const message =
    `Engine ${engine.name} (${engine.platform}): its server ended, or told no address within ` +
    `${AGENT_SERVER_START_MS} ms. Install opencode, or name it in engines.${engine.name}.bin.`;
  return { ok: false, failure: failed("spawn_failed", message, {}, scrub(stderr)) };
}
