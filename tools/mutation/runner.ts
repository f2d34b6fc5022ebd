import { setMaxListeners } from "node:events";
import { type RunnerTestCase, TestRunner } from "vitest";
import { SWITCH } from "./instrument.ts";
import { installSwitch, takeReached, turnOn } from "./switch.ts";

/** What a run is asked: to try these mutants test by test, or to have one on from the first import. */
export type Order = { tryEach: number[] } | { haveOn: number };
/** What a test file answers: the mutants it came by, and those of them that a test failed on. */
export type Found = { reached: number[]; killed: number[] };

declare module "vitest" {
  interface ProvidedContext {
    order: Order;
  }
  interface TaskMeta {
    found?: Found;
  }
}

/** Far beyond what any test asks; reached by a loop without end only. */
const ENDLESS = 20_000_000;

/**
 * Runs each test once as it is, then again with each mutant that lay on its way. What a file asks while it
 * is imported (tables, cases made by `describe`) cannot be changed afterwards: such a mutant needs a run of its own.
 */
export default class MutationRunner extends TestRunner {
  private readonly order: Order;
  private readonly reached = new Set<number>();
  private readonly killed = new Set<number>();

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    // Each run of a test listens for its being called off.
    setMaxListeners(0);
    this.order = this.injectValue("order");
    installSwitch(SWITCH);
    if ("haveOn" in this.order) turnOn(this.order.haveOn, ENDLESS);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    this.see();
    await run();
    if ("haveOn" in this.order) return;
    const { reached, asked } = this.see();
    if (await fails(run)) return;
    for (const mutant of this.order.tryEach) {
      if (!reached.has(mutant) || this.killed.has(mutant)) continue;
      turnOn(mutant, 100 * asked + 10_000);
      if (await fails(run)) this.killed.add(mutant);
    }
    turnOn(0);
    takeReached();
    test.file.meta.found = { reached: [...this.reached], killed: [...this.killed] };
  }

  private see() {
    const seen = takeReached();
    for (const mutant of seen.reached) this.reached.add(mutant);
    return seen;
  }
}

async function fails(run: () => unknown): Promise<boolean> {
  try {
    await run();
    return false;
  } catch {
    return true;
  }
}
