import { join } from "node:path";
import { createVitest } from "vitest/node";
import { root } from "../../test/support/source-files.ts";
import { instrumented } from "./instrument.ts";
import type { Mutant } from "./operators.ts";
import type { Found, Order } from "./runner.ts";

/** One vitest for all of a file's mutants: the file is transformed once, with every mutant behind its switch. */
export async function openSession(file: string, mutants: readonly Mutant[]) {
  const path = join(root, file);
  const vitest = await createVitest(
    "test",
    {
      root,
      config: false,
      watch: false,
      pool: "threads",
      maxWorkers: 1,
      bail: 1,
      runner: join(import.meta.dirname, "runner.ts"),
      reporters: [{}],
      silent: true,
      update: false,
      testTimeout: 60_000,
    },
    {
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          transform: (text, id) => (id.split("?")[0] === path ? instrumented(text, mutants) : undefined),
        },
      ],
    },
  );

  async function run(test: string, order: Order) {
    vitest.provide("order", order);
    const specification = vitest.projects[0]!.createSpecification(join(root, test));
    const { testModules } = await vitest.runTestSpecifications([specification]);
    // Files of earlier runs are told of again.
    return testModules.find(({ moduleId }) => moduleId === specification.moduleId)!;
  }

  return {
    /** Runs one test file, with these mutants tried test by test; undefined when it fails without any. */
    async tryEach(test: string, numbers: number[]): Promise<Found | undefined> {
      const module = await run(test, { tryEach: numbers });
      return module.ok() ? (module.meta().found ?? { reached: [], killed: [] }) : undefined;
    },
    /** True when a test file fails with the mutant on from the first import. */
    async fails(test: string, mutant: number): Promise<boolean> {
      const module = await run(test, { haveOn: mutant });
      return !module.ok();
    },
    close: () => vitest.close(),
  };
}
