import { expect, it } from "vitest";
import { holds } from "../../../test/support/holds.ts";
import { startSite } from "../../../test/support/site.ts";
import { outsideCalls } from "./calls.ts";
import { faultMatrix } from "./matrix.ts";

// `npm run lab -- faults` lets each call fail in eleven ways, and judges how long the visitor waits for it. What scripts of a
// page ask fails together in test/journeys/page-scripts.test.ts; one of them here.
const calls = outsideCalls.filter(({ by, name }) => by !== "browser" || name === "TrustedForm script");

it("whatever outside call is answered by an error, the visitor reaches the end, the lead holds the fallback and every message arrives", {
  ...holds(357, 446, 451, 464, 473, 475, 481, 488, 502, 503, "T7"),
  timeout: 300_000,
}, async () => {
  const check = outsideCalls.find(({ name }) => name === "phone check")!;
  const wronged = { ...check, name: "one that does not hold", record: () => ({ phone_valid: "no" }) };
  const cells = await faultMatrix({
    calls: [...calls, wronged],
    ways: ["5xx"],
    sites: 1,
    leewayMs: Number.POSITIVE_INFINITY,
    start: startSite,
  });
  expect(cells.length).toBe(calls.length + 1);
  expect(cells.flatMap(({ call, wrong }) => wrong.map((what) => `${call.name}: ${what}`))).toEqual([
    'one that does not hold: phone_valid is "yes", not "no"',
  ]);
});
