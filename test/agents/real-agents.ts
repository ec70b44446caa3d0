import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AgentPlatform } from "../../src/plan/index.ts";
import type { AgentPackage } from "./install-agent.ts";

/** A real program, reached through one of our platforms. */
export interface RealAgent {
  /** How results name it. */
  name: string;
  platform: AgentPlatform;
  package: AgentPackage;
  args?: string[];
  model?: string;
  /** Points it at a model server, quiet and with no other network, and returns the variables that it needs. */
  setUp(home: string, origin: string): Record<string, string>;
}

const MODEL = "scripted";
const KEY = "test-key";

const CLAUDE: AgentPackage = {
  name: "@anthropic-ai/claude-code",
  version: "2.1.332",
  command: "claude",
  megabytes: 384,
};
const CODEX: AgentPackage = { name: "@openai/codex", version: "0.171.0", command: "codex", megabytes: 424 };
const OPENCODE: AgentPackage = {
  name: "opencode-ai",
  version: "1.18.33",
  command: "opencode",
  megabytes: 354,
};
const GEMINI: AgentPackage = {
  name: "@google/gemini-cli",
  version: "0.61.0",
  command: "gemini",
  megabytes: 100,
};

export const REAL_AGENTS: readonly RealAgent[] = [
  { name: "claude", platform: "claude", package: CLAUDE, model: MODEL, setUp: setUpClaude },
  { name: "codex", platform: "codex", package: CODEX, model: MODEL, setUp: setUpCodex },
  { name: "opencode", platform: "opencode", package: OPENCODE, model: `rig/${MODEL}`, setUp: setUpOpencode },
  {
    name: "opencode-sdk",
    platform: "opencode-sdk",
    package: OPENCODE,
    model: `rig/${MODEL}`,
    setUp: setUpOpencode,
  },
  { name: "gemini", platform: "gemini", package: GEMINI, model: MODEL, setUp: setUpGemini },
  { name: "acp: opencode", platform: "acp", package: OPENCODE, args: ["acp"], setUp: setUpOpencode },
  {
    name: "acp: gemini",
    platform: "acp",
    package: GEMINI,
    args: ["--acp", "-m", MODEL],
    setUp: setUpGemini,
  },
];

function setUpClaude(home: string, origin: string): Record<string, string> {
  return {
    ANTHROPIC_BASE_URL: origin,
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_MODEL: MODEL,
    ANTHROPIC_SMALL_FAST_MODEL: MODEL,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_MAX_RETRIES: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CONFIG_DIR: join(home, "claude"),
    // It refuses some modes to root outside a sandbox; a test machine is one.
    ...(process.getuid?.() === 0 ? { IS_SANDBOX: "1" } : {}),
  };
}

function setUpCodex(home: string, origin: string): Record<string, string> {
  const directory = join(home, "codex");
  write(
    join(directory, "config.toml"),
    `model_provider = "rig"

[model_providers.rig]
name = "rig"
base_url = "${origin}/v1"
env_key = "RIG_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1

[analytics]
enabled = false
`,
  );
  return { CODEX_HOME: directory, RIG_KEY: KEY };
}

function setUpOpencode(home: string, origin: string): Record<string, string> {
  const provider = {
    npm: "@ai-sdk/openai-compatible",
    name: "rig",
    options: { baseURL: `${origin}/v1`, apiKey: KEY },
    models: { [MODEL]: { name: MODEL } },
  };
  const model = `rig/${MODEL}`;
  write(
    join(home, ".config", "opencode", "opencode.json"),
    JSON.stringify({
      autoupdate: false,
      share: "disabled",
      model,
      small_model: model,
      provider: { rig: provider },
    }),
  );
  const off = ["AUTOUPDATE", "MODELS_FETCH", "SHARE", "LSP_DOWNLOAD", "DEFAULT_PLUGINS"];
  return Object.fromEntries(off.map((name) => [`OPENCODE_DISABLE_${name}`, "1"]));
}

function setUpGemini(home: string, origin: string): Record<string, string> {
  write(
    join(home, ".gemini", "settings.json"),
    JSON.stringify({
      security: { auth: { selectedType: "gemini-api-key" } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true },
    }),
  );
  return { GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: origin, GEMINI_CLI_TRUST_WORKSPACE: "true" };
}

function write(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
