import { describe, expect, it } from "vitest";
import { curve, exponent } from "../../../tools/bench/figure.ts";
import { table } from "../../../tools/bench/report.ts";

const at = (size: number, value: number) => ({ size, values: [value, value * 0.9, value * 1.1] });

describe("the growth of a cost", () => {
  it.each([
    ["flat", 5, 5, 0],
    ["linear", 5, 50, 1],
    ["quadratic", 5, 500, 2],
    ["falling", 5, 0.5, -1],
  ])("is %s", (_word, before, after, wanted) => {
    expect(exponent(at(1_000, before), at(10_000, after))).toBeCloseTo(wanted);
  });

  it("is in the table beside each point but the first", () => {
    const figures = curve("a list", "ms", "leads", [at(1_000, 2), at(10_000, 20)]);
    const lines = table({ benchmark: "growth", about: "", figures }).split("\n");
    expect(lines.find((line) => line.includes("1,000 leads"))).not.toContain("n^");
    expect(lines.find((line) => line.includes("10,000 leads"))).toContain("n^1.00");
  });
});
