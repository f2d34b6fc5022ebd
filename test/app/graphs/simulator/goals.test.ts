import { expect, it } from "vitest";
import { chartOf } from "../../../../app/graphs/chart-of.ts";
import { goalNamed, goalsOf } from "../../../../app/graphs/simulator/take-me-to.ts";
import { variants } from "../../../../machines/registry.ts";

const groups = goalsOf(variants.get("c")!, (await chartOf("c"))!);

it("the destinations of a chart are its ends, its disqualifications, its states and its transitions", () => {
  expect(groups.map(({ name }) => name)).toEqual([
    "Ends",
    "Disqualification reasons",
    "States",
    "Transitions",
  ]);
  const [ends, reasons, states, ways] = groups.map(({ goals }) => goals);
  expect(ends).toEqual([{ value: "place:thankYou", words: "Thank you" }]);
  expect(reasons!.length).toBeGreaterThan(0);
  expect(states).toContainEqual({ value: "place:AtFault", words: "At fault" });
  expect(ways).toContainEqual({
    value: "way:AtFault->WasUserInjured",
    words: "At fault to Was user injured",
  });
});

it("an address names one of them, or none: what the chart does not have is no destination", () => {
  expect(goalNamed("place:AtFault", groups)).toEqual({ kind: "place", id: "AtFault" });
  expect(goalNamed("way:AtFault->WasUserInjured", groups)).toEqual({
    kind: "way",
    id: "AtFault->WasUserInjured",
  });
  for (const value of [null, "", "place:Nowhere", "reason:", "AtFault"])
    expect(goalNamed(value, groups), String(value)).toBeUndefined();
});
