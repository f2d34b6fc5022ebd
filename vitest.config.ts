import { defineConfig } from "vitest/config";

const setupFiles = ["test/support/loud-console.ts"];

/** No test replaces a module, so files may share those already loaded: a third of the processor time less. */
const common = {
  setupFiles,
  isolate: false,
  // One fewer than the processors unless told, which on two leaves one idle.
  maxWorkers: 2,
};

/** For tests that start servers and browsers. */
const site = {
  ...common,
  // Real browsers race real servers on two busy cores; a true fault fails twice.
  retry: process.env.CI ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Units first; then what starts servers and browsers, two files at a time. `npm run walks` has the longest ones. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "units",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/server/**", "test/journeys/**", "test/walks/**", "test/output/**"],
          // A database server on a machine full of other work takes its time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...site,
          name: "site",
          include: ["test/server/**/*.test.ts", "test/journeys/**/*.test.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...site,
          name: "walks",
          include: ["test/walks/**/*.test.ts"],
          sequence: { groupOrder: 2 },
          testTimeout: 300_000,
        },
      },
    ],
  },
});
