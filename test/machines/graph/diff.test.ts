import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { accountOf, type ChartDifference, compareCharts, kinds } from "../../../machines/graph/account.ts";
import { comparedEdges, comparedStates, isSame } from "../../../machines/graph/diff.ts";
import { type Charted, graphOf } from "../../../machines/graph/graph.ts";
import { variants } from "../../../machines/registry.ts";
import { mutantsOf } from "../../paths/model/mutants.ts";
import { type Config, edits } from "./planted.ts";

const between = (one: Charted, other: Charted) => compareCharts(accountOf(one), accountOf(other));
const chart = (code: string): Charted => variants.get(code)!;
const configured = (config: Config): Charted => ({ code: "c", machine: createMachine(config as never) });
const configOf = (code: string) => variants.get(code)!.machine.config as Config;

/** What differs, kind by kind: `+`, `-` and `~` before an id. */
const described = (difference: ChartDifference) =>
  kinds.flatMap((kind) => {
    const { gained, lost, changed } = difference[kind];
    const signed = (sign: string, ids: readonly string[]) => ids.map((id) => `${sign} ${kind} ${id}`);
    return [
      ...signed("+", gained),
      ...signed("-", lost),
      ...signed(
        "~",
        changed.map(({ id }) => id),
      ),
    ];
  });

const plain = configured(configOf("c"));

describe("what was edited in C's chart", () => {
  it.each(edits)("is reported as it is: $name", ({ edit, tells }) => {
    const changed = structuredClone(withNames(configOf("c"))) as Config;
    edit(changed);
    const difference = described(between(plain, configured(changed)));
    const isHarmless = tells.length === 0;
    expect(difference.filter((line) => isHarmless || !line.includes(" paths "))).toEqual(tells);
  });
});

/** A config without its functions, which are not data. */
function withNames(config: Config): unknown {
  return JSON.parse(JSON.stringify(config));
}

describe.each(["c", "one-page", "dui"])("every small mutation of %s", (code) => {
  it("is reported as an edge, and as no state", () => {
    const whole = graphOf(chart(code));
    const mutants = mutantsOf(variants.get(code)!.machine);
    expect(mutants.length).toBeGreaterThan(30);
    for (const { name, machine } of mutants) {
      const mutated = graphOf({ code, machine });
      const edges = comparedEdges(whole, mutated);
      expect(isSame(edges), name).toBe(false);
      if (name.endsWith(": dropped")) expect(edges.lost.length, name).toBeGreaterThan(0);
      expect(isSame(comparedStates(whole, mutated)), name).toBe(true);
    }
  });
});

it("the same chart under another name is alike", () => {
  const { questions, ...others } = between(chart("medical-treatment"), chart("medical-treatment-2"));
  expect(described({ questions, ...others })).toEqual([]);
});

it("two variants differ by what one has and the other has not", () => {
  const difference = between(chart("v4nv"), chart("v7"));
  expect(described(difference).filter((line) => !line.includes(" paths "))).toEqual([
    "+ states GetStartedFirstStep",
    "+ edges GetStartedFirstStep#NEXT#pathContainsSurveyV4nv#WhenWasTheAccident",
    "+ edges GetStartedFirstStep#NEXT##AutoAccidentCaseWorth",
    "- edges StartPath#always#pathContainsSurveyV4nv#WhenWasTheAccident",
    "~ edges StartPath#always##AutoAccidentCaseWorth",
    "+ questions GetStartedFirstStep",
  ]);
  expect(difference.paths.gained.every((path) => path.startsWith("GetStartedFirstStep > "))).toBe(true);
});

it("the same question asked otherwise is reported", () => {
  expect(described(between(chart("c"), chart("vw3")))).toContain("+ states TypeOfMedicalTreatmentVW3");
  const { questions } = between(chart("v4nv"), chart("v4nv"));
  expect(isSame(questions)).toBe(true);
  expect(between(chart("c"), chart("v4nv")).questions.changed.map(({ id }) => id)).toContain(
    "WasUserInjured",
  );
});

it("an end that is gained, and a reason to disqualify that is lost, are reported", () => {
  const { outcomes } = between(chart("c"), chart("one-page"));
  expect(outcomes).toEqual({
    gained: ["end Disqualified"],
    lost: ["dq_reason is_gibberish|yes"],
    changed: [],
  });
});
