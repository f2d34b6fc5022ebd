import { expect, it } from "vitest";
import { guardCodes } from "../../../../app/graphs/guards/guard-code.ts";
import { sourcesIn } from "../../../../app/graphs/guards/sources.ts";
import { charts, sourceOf } from "../../../../machines/charts.ts";
import { graphOf } from "../../../../machines/graph/graph.ts";
import * as limits from "../../../../machines/rules/limits.ts";
import { root } from "../../../support/source-files.ts";

const all = sourcesIn(root);

it("a guard is shown as it is written, with what it reads and the limits it compares with", () => {
  const [guard] = guardCodes(["mayStillTreat"], "machines/variants/v4nv.ts", all);
  expect(guard!.file).toBe("machines/guards.ts");
  expect(guard!.source).toBe(
    "mayStillTreat: ({ context: { answers, today } }: Asked) => mayStillTreat(answers, today),",
  );
  expect(guard!.rules).toEqual([
    expect.objectContaining({
      file: "machines/rules/injury-window.ts",
      text: expect.stringMatching(/^export function mayStillTreat.+<= WILLING_TO_TREAT_DAYS;\n}$/s),
    }),
  ]);
  expect(guard!.comment).toBe("Not treated, and at most 14 days since the accident.");
  expect(guard!.reads).toEqual(
    expect.arrayContaining(["answers.doctor_treatment", "answers.injury_year", "today"]),
  );
  expect(guard!.limits).toEqual([
    expect.objectContaining({
      name: "WILLING_TO_TREAT_DAYS",
      value: String(limits.WILLING_TO_TREAT_DAYS),
      words: expect.stringContaining("who was not treated is asked about treatment"),
      file: "machines/rules/limits.ts",
    }),
  ]);
});

it("a guard of several lines is shown to its end", () => {
  const [guard] = guardCodes(["phoneIsBadOrInactive"], "machines/variants/v4nv.ts", all);
  expect(guard!.source).toMatch(/^phoneIsBadOrInactive: .+return !valid \|\| !active;\n},$/s);
});

it("every guard that any chart names is found in its source, at its line", () => {
  for (const chart of charts) {
    const names = [...new Set(graphOf(chart).edges.flatMap(({ guards }) => guards))];
    const found = guardCodes(names, sourceOf(chart.code), all);
    expect(
      found.map(({ name }) => name),
      chart.code,
    ).toEqual(names);
  }
});
