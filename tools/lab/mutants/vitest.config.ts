import { defineConfig } from "vitest/config";
import project from "../../../vitest.config.ts";

/** Vitest as StrykerJS runs it: the tests near what is mutated, without the projects. */
export default defineConfig({
  test: {
    tags: project.test!.tags!,
    setupFiles: ["test/support/loud-console.ts"],
    // Its texts of megabytes take minutes once a limit of length is off.
    exclude: ["**/bad-input.test.ts"],
    testTimeout: 60_000,
  },
});
