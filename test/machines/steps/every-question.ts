import { variants } from "../../../machines/registry.ts";
import { stepNamed, steps } from "../../../machines/steps/index.ts";
import type { Step } from "../../../machines/steps/step.ts";

/** Every step, and after them those that some variants ask otherwise, with the first such variant. */
export const everyQuestion: { name: string; asked: string; step: Step }[] = [];

for (const asked of ["", ...variants.keys()]) {
  for (const name of Object.keys(steps)) {
    const step = stepNamed(name, variants.get(asked)?.machine)!;
    if (!everyQuestion.some((known) => known.step === step)) everyQuestion.push({ name, asked, step });
  }
}
