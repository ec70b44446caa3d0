import { defineConfig } from "rolldown";

/** One small entry; everything heavy sits behind a dynamic import and becomes a chunk of its own. */
export default defineConfig({
  input: { main: "src/main.ts" },
  platform: "node",
  // It carries native binaries that it finds beside its own files.
  external: ["@photostructure/sqlite"],
  output: {
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
  },
});
