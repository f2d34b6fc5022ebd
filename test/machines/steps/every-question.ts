import { variants } from "../../../machines/registry.ts";
import { stepNamed, steps } from "../../../machines/steps/index.ts";
import type { Step } from "../../../machines/steps/step.ts";

/** Short codes of every variant and flow (ruling 7). */
const codes =
  "a b c d e f g dui vw3 short-video progress-bar medical-treatment medical-treatment-2 linear-short sl-v2 v4nv v4nv-es crash-comped v4nv-rz v4g v4nv-ep v7 v5nv v4nv-1to1 v4nv-d1 v4nv-d2 v4nv-x1 one-page multi-step ticket benefits".split(
    " ",
  );

/** Every step, and after them those that some variants ask otherwise, with the first such variant. */
export const everyQuestion: { name: string; asked: string; step: Step }[] = [];

for (const asked of ["", ...codes]) {
  for (const name of Object.keys(steps)) {
    const step = stepNamed(name, variants.get(asked)?.machine)!;
    if (!everyQuestion.some((known) => known.step === step)) everyQuestion.push({ name, asked, step });
  }
}
