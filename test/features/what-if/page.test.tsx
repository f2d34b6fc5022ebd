import { describe, expect, it } from "vitest";
import { flowWeights } from "../../../app/features/what-if/route.tsx";
import { reportOfAnEdit } from "./worlds.ts";

const { tally, drawn } = reportOfAnEdit();
const [before, after] = [drawn.before.view, drawn.after.view];

describe("visits through both charts of what-if", () => {
  it("go along drawn edges", () => {
    const edges = [...before.edges, ...after.edges].map(({ id }) => id);
    expect(edges).toEqual(expect.arrayContaining(Object.keys(tally.flow)));
  });

  it("enter a place as often as they pass its edges, in either chart", () => {
    const into = (side: 0 | 1) =>
      Object.entries(tally.flow)
        .filter(([id]) => id.endsWith("->HasLawyer"))
        .reduce((sum, [, counts]) => sum + counts[side], 0);
    expect(into(0)).toBe(into(1));
    expect(into(0)).toBeGreaterThan(10);
    const share = (side: "before" | "after") =>
      flowWeights(drawn[side].view, tally, side).nodes?.HasLawyer?.share;
    expect(share("before")).toBe(share("after"));
  });

  it("have a number where it differs, with the difference after the edit", () => {
    const lost = "PoliceReportFiled->HasLawyer";
    const [count] = tally.flow[lost]!;
    expect(flowWeights(before, tally, "before").edges?.[lost]?.text).toBe(`${count}`);
    expect(flowWeights(before, tally, "before").nodes?.WhenWasTheAccident).not.toHaveProperty("text");
    const gained = "WasUserInjured->HasLawyer";
    const [, now] = tally.flow[gained]!;
    expect(flowWeights(after, tally, "after").edges?.[gained]?.text).toBe(`${now} (+${now})`);
    expect(flowWeights(after, { flow: { [gained]: [1_500, 0] } }, "after").edges?.[gained]?.text).toBe(
      "0 (−1,500)",
    );
  });
});
