import { defineConfig } from "vitest/config";

const setupFiles = ["test/support/loud-console.ts"];

/** Units first; then what starts servers and browsers, two files at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "units",
          setupFiles,
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: ["test/server/**", "test/journeys/**", "test/output/**"],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "site",
          setupFiles,
          include: ["test/server/**/*.test.ts", "test/journeys/**/*.test.ts"],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // Real browsers race real servers on two busy cores; a true fault fails twice.
          retry: process.env.CI ? 1 : 0,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
