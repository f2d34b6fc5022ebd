import { expect, it } from "vitest";
import { fuzz } from "../../tools/fuzz/fuzz.ts";

it("no changed request gets an error of ours, hangs, or ends the process", async () => {
  const { requests, statuses, faults } = await fuzz(3_000, 1);
  expect(faults).toEqual([]);
  expect(requests).toBe(3_000);
  // They do reach what they are meant to try: pages, steps that go on, refusals of every layer.
  for (const status of [200, 303, 400, 403, 404, 405, 415, 422])
    expect(statuses[status], `${status}`).toBeGreaterThan(0);
});
