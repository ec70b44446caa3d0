import type { AgentPlatform } from "../../plan/index.ts";
import { acp } from "./acp/acp.ts";
import { opencodeSdk } from "./opencode-sdk/opencode-sdk.ts";
import type { Platform } from "./platform.ts";
import { claude } from "./spawned/claude.ts";
import { codex } from "./spawned/codex.ts";
import { custom } from "./spawned/custom.ts";
import { gemini } from "./spawned/gemini.ts";
import { opencode } from "./spawned/opencode.ts";
import { spawned } from "./spawned/run-spawned.ts";

/** Every coding agent that an engine can name. */
export const PLATFORMS: Record<AgentPlatform, Platform> = {
  claude: spawned(claude),
  codex: spawned(codex),
  opencode: spawned(opencode),
  "opencode-sdk": opencodeSdk,
  gemini: spawned(gemini),
  acp,
  custom: spawned(custom),
};
