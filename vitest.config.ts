import { defineConfig } from "vitest/config";
import Progress, { SpecificationFirst } from "./test/progress.ts";
import { holds } from "./test/support/holds.ts";

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

const common = {
  setupFiles: ["test/support/loud-console.ts"],
  // No test replaces a module, so files may share those already loaded: a third of the processor time less.
  isolate: false,
  // For what hangs only; what is slow is a matter of the machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // As the site is served: its pages are built for production, and tests of it run it in their own process.
  env: { NODE_ENV: "production" as const },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SpecificationFirst },
    reporters: process.env.PROGRESS ? [new Progress()] : ["default"],
    // The requirements and the threats, so that a mistyped number fails.
    tags: holds(...upTo(523), ...upTo(143).map((number) => `T${number}` as const)).tags.map((name) => ({
      name,
    })),
    projects: [
      {
        test: {
          ...common,
          name: "node",
          // The laboratory's own tests are of machines: they fill disks and flood sites (tools/lab/vitest.config.ts).
          include: ["test/**/*.test.ts", "tools/lab/{*,*/*,features/*/*}.test.ts"],
          exclude: ["test/output/**", "tools/lab/tests/**"],
          // Node loads tests and sources itself, as it does in production.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        // As React's own build for production has it.
        esbuild: { jsxDev: false },
        // Tests that import pages, whose JSX and styles Node cannot load.
        test: {
          ...common,
          name: "pages",
          env: { NODE_ENV: "test" as const },
          include: ["test/**/*.test.tsx"],
        },
      },
    ],
  },
});
