import { defineConfig } from "vitest/config";

const WHOLE_PROGRAM = ["test/**/*.test.ts"];
const NEEDS_NO_BUILD = ["test/house/**/*.test.ts"];

export default defineConfig({
  test: {
    pool: "threads",
    // Most tests wait for processes: one worker on two cores, the default there, leaves both of them idle.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: { name: "unit", testTimeout: 20_000, include: ["src/**/*.test.ts", ...NEEDS_NO_BUILD] },
      },
      {
        extends: true,
        test: {
          name: "program",
          include: WHOLE_PROGRAM,
          exclude: NEEDS_NO_BUILD,
          globalSetup: "scripts/build-for-tests.mjs",
          testTimeout: 60_000,
        },
      },
    ],
  },
});
