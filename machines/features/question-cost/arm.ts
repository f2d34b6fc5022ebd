import { stepNamed } from "../../steps/index.ts";
import type { Variant } from "../../variant.ts";
import * as all from "../../variants/index.ts";

/** An edit that may be tried as an arm: a question is left out, or asked just before another. */
export type Edit = { question: string; before?: string };

/** What has to be written where for an arm, which shows another survey (docs/experiments.md). */
export type Arm = {
  /** The new survey, in machines/variants. */
  file: string;
  text: string;
  /** Its line in machines/variants/index.ts. */
  line: string;
  /** For the list of experiments in claimpath.yaml. */
  experiment: string;
};

/** @returns undefined for a question that the survey does not have */
export function armOf(
  { code, machine, entries }: Required<Variant>,
  { question, before }: Edit,
): Arm | undefined {
  const names = [question, ...(before === undefined ? [] : [before])];
  if (!names.every((name) => name in machine.root.states && stepNamed(name, machine))) return undefined;
  const [original] = Object.entries(all).find(([, each]) => each.code === code)!;
  const what = before === undefined ? "without" : "later";
  const own = `${code}-${what}-${dashed(question)}`;
  const name = own.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const edit = before === undefined ? "without" : "movedBefore";
  const given = [`${original}.machine`, ...[...names, own].map((each) => JSON.stringify(each))].join(", ");
  const about =
    before === undefined
      ? `${code} without ${question}, to be tried against it.`
      : `${code} with ${question} just before ${before}, to be tried against it.`;
  return {
    file: `machines/variants/${own}.ts`,
    text: `import { ${edit} } from "../parts/rearranged.ts";
import { variant } from "../variant.ts";
import { ${original} } from "./${code}.ts";

/** ${about} */
export const ${name} = variant({
  ...${original},
  code: "${own}",
  entries: { "/survey/${own}": {} },
  landingPart: "",
  machine: ${edit}(${given}),
});
`,
    line: `export { ${name} } from "./${own}.ts"; // ${about.replace(/\.$/, "")}`,
    experiment: `    - id: ${own.slice(0, 32).replace(/-+$/, "")}
      about: ${about}
      paths: [${Object.keys(entries)[0]}]
      arms:
        - { name: as-it-is, weight: 1 }
        - { name: tried, weight: 1, survey: /survey/${own} }
      control: as-it-is
      metric: qualified
`,
  };
}

const dashed = (name: string) =>
  name
    .replace(/[^A-Za-z0-9]/g, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase();
