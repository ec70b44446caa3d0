import { defineConfig } from "rolldown";

/** What every command starts with. In one file: at start-up each file costs more than the code in it. */
const COMMAND_LINE =
  /[\\/]src[\\/](?:contract|errors|compose\.ts|cli[\\/](?:(?!help)[a-z-]+\.ts|render|envelopes|commands[\\/]workflow-status|runs[\\/](?:find-|picture|status-answer)))/;

/** What looks at the disk and at runs. The schemas of configuration files wait until there is one to check. */
const STATE = /[\\/]src[\\/](?:workspace[\\/](?!(?:[a-z]+[\\/])?[a-z]+-schema)|store[\\/])/;

/** One small entry; everything heavy sits behind a dynamic import and becomes a chunk of its own. */
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  // A warning is a package that would be missing on another machine, or code that does not do what it says.
  onLog(level, log, handle) {
    if (level === "warn") throw new Error(log.message);
    handle(level, log);
  },
  // It carries native binaries that it finds beside its own files.
  external: ["@photostructure/sqlite"],
  // Our modules do nothing when loaded, so a door may be entered without loading all that it leads to.
  treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]/, sideEffects: false }] },
  output: {
    // ADR 0008: Node starts CommonJS without its loader for modules, which costs more than all of ours does.
    format: "cjs",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    codeSplitting: {
      groups: [
        { name: "command-line", test: COMMAND_LINE },
        { name: "state", test: STATE },
      ],
    },
  },
});
