import { readdirSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { createVitest } from "vitest/node";
import { type SourceMutant, sourceMutantsOf } from "./source-mutants.ts";

/** The guards' tests are those of the charts that ask them. */
const testsOfGuards = ["branches", "forms", "one-to-one", "v4nv", "v4nv-end"].map(
  (name) => `test/variants/${name}.test.ts`,
);

/** Of what only the lead is made with. */
const testsOfLead = ["derive", "disqualification", "payloads", "variant-rules"].map(
  (name) => `test/lead/${name}.test.ts`,
);

/** The narrowest tests of a rule: those of the rules that import it, and for a part of the lead the lead's too. */
export function testsOf(file: string): string[] {
  if (file === "machines/guards.ts") return testsOfGuards;
  const isOfLead = file.startsWith("machines/lead/");
  const folder = isOfLead ? "test/lead" : "test/rules";
  const own = readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts") && !name.includes(".property."))
    .map((name) => `${folder}/${name}`)
    .filter((test) => readFileSync(test, "utf8").includes(`/${basename(file)}"`));
  return own.length > 0 ? own : testsOfLead;
}

/** Runs tests against one mutant of a file after the other, in memory. */
export async function openTests() {
  let current: { file: string; text: string } | undefined;
  const mutant = {
    name: "mutant",
    enforce: "pre" as const,
    transform: (_: string, id: string) =>
      current && id === resolve(current.file) ? current.text : undefined,
  };
  const vitest = await createVitest(
    "test",
    {
      config: false,
      watch: false,
      include: ["test/{rules,lead,variants}/*.test.ts"],
      reporters: [{}],
      maxWorkers: 1,
      // A busy machine must not pass for a test that noticed.
      testTimeout: 60_000,
      isolate: false,
    },
    { plugins: [mutant] },
  );

  async function passes(tests: readonly string[]): Promise<boolean> {
    const specifications = await vitest.globTestSpecifications([...tests]);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    // What earlier runs said of other tests is among the modules too.
    const asked = testModules.filter(({ moduleId }) => tests.some((test) => resolve(test) === moduleId));
    return (
      unhandledErrors.length === 0 && asked.length === tests.length && asked.every((module) => module.ok())
    );
  }

  return {
    /** The mutants of a file that its tests do not notice, and how many there are. @throws when they fail without one */
    async judge(file: string): Promise<{ count: number; surviving: string[] }> {
      const tests = testsOf(file);
      if (!(await passes(tests))) throw new Error(`the tests of ${file} fail without a mutant`);
      const mutants: SourceMutant[] = sourceMutantsOf(readFileSync(file, "utf8"));
      const surviving: string[] = [];
      for (const { name, text } of mutants) {
        current = { file, text };
        vitest.invalidateFile(resolve(file));
        if (await passes(tests)) surviving.push(name);
      }
      current = undefined;
      vitest.invalidateFile(resolve(file));
      return { count: mutants.length, surviving };
    },
    close: () => vitest.close(),
  };
}
