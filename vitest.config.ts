import { defineConfig } from "vitest/config";

const setupFiles = ["test/support/loud-console.ts"];

/** Units run in parallel; what starts servers, databases and browsers runs one file at a time. */
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
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
