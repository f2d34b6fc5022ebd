import { expect, it } from "vitest";
import { errorStates } from "../../../machines/features/screens/error-states.ts";
import { errorKeys, parseAnswer } from "../../../machines/fields/parse-answer.ts";
import { graphOf } from "../../../machines/graph/graph.ts";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { stepsOf } from "../../../machines/visit/outline.ts";
import { today } from "../../support/lead-facts.ts";

const byService = ["emailRefused", "emailBlocked", "phoneRefused", "zipUnknown", "zipUnheardOf"];

const all = [...variants.values()].map(({ code, machine }) => {
  const graph = graphOf({ code, machine });
  const names = stepsOf(machine, (name) => stepNamed(name) !== undefined);
  return { code, states: names.flatMap((name) => errorStates(stepNamed(name, machine)!, graph, today)) };
});

it("everything that can be wrong with an answer is among the surveys' error states", () => {
  const shown = new Set(all.flatMap(({ states }) => states.flatMap(({ errors }) => Object.values(errors))));
  expect([...shown].sort()).toEqual([...errorKeys].sort());
});

it("the form refuses these values with the listed errors", () => {
  const graph = graphOf(variants.get("v4nv")!);
  for (const name of stepsOf(variants.get("v4nv")!.machine, (each) => stepNamed(each) !== undefined)) {
    const step = stepNamed(name, variants.get("v4nv")!.machine)!;
    for (const { errors, values } of errorStates(step, graph, today)) {
      if (Object.values(errors).some((key) => byService.includes(key))) continue;
      const parsed = parseAnswer(step, values, today);
      expect(parsed.ok ? {} : parsed.errors).toEqual(errors);
    }
  }
});

it("a service's refusals are shown where the chart asks it, and nowhere else", () => {
  const refusedIn = (code: string) =>
    all
      .find((each) => each.code === code)!
      .states.flatMap(({ errors }) => Object.values(errors).filter((key) => byService.includes(key)));
  expect(refusedIn("c").sort()).toEqual(["emailBlocked", "emailRefused", "phoneRefused", "zipUnheardOf"]);
  expect(refusedIn("one-page").sort()).toEqual(byService.slice(0, 4).sort());
  expect(refusedIn("benefits")).toEqual([]);
});
