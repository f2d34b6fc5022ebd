import { describe, expect, it } from "vitest";
import { holds } from "../../../test/support/holds.ts";
import { outsideCalls } from "../faults/calls.ts";
import { faultMatrix } from "../faults/matrix.ts";

const failures = (cells: Awaited<ReturnType<typeof faultMatrix>>) =>
  cells.filter(({ wrong }) => wrong.length > 0).map(({ call, fault, wrong }) => [call.name, fault, ...wrong]);

describe("whatever outside call fails, in whatever way", () => {
  it("the visitor reaches the end in time, the lead holds the fallback and every message arrives", {
    ...holds(357, 446, 451, 464, 473, 475, 481, 488, 502, 503, "T7"),
    timeout: 600_000,
  }, async () => {
    const cells = await faultMatrix({ sites: 2 });
    expect(failures(cells)).toEqual([]);
    expect(cells.length).toBe(outsideCalls.length * 11);
  });

  it("and a cell that does not hold is seen", holds("T7"), async () => {
    const check = outsideCalls.find(({ name }) => name === "phone check")!;
    const wronged = { ...check, record: () => ({ phone_valid: "no" }) };
    const cells = await faultMatrix({ calls: [wronged], ways: ["5xx"], sites: 1 });
    expect(failures(cells)).toEqual([["phone check", "5xx", 'phone_valid is "yes", not "no"']]);
  });
});
