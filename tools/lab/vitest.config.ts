import { defineConfig } from "vitest/config";
import project from "../../vitest.config.ts";

/** The tests that are about machines, one file at a time: they fill disks, flood sites and measure. */
export default defineConfig({
  test: {
    tags: project.test!.tags!,
    setupFiles: ["test/support/loud-console.ts"],
    include: ["tools/lab/tests/**/*.test.ts", "tools/lab/features/*/tests/*.test.ts"],
    fileParallelism: false,
    // Like `npm test`: sites may run in the process of the tests, from sources that Node loads itself.
    env: { NODE_ENV: "production" },
    experimental: { viteModuleRunner: false },
    // Several servers and browsers take their time to start on a machine full of other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
