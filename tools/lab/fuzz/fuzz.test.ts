import { expect, it } from "vitest";
import { fuzz } from "./fuzz.ts";

it("no altered request causes an error of ours, hangs, or ends the process: 300 of the hundred thousand", async () => {
  const { requests, statuses, faults } = await fuzz(300, 2);
  expect(faults).toEqual([]);
  expect(requests).toBe(300);
  // They do reach what they are meant to try: pages, steps that go on, refusals of every layer.
  for (const status of [200, 303, 400, 403, 404, 405, 415, 422])
    expect(statuses[status] ?? 0, `${status} of ${JSON.stringify(statuses)}`).toBeGreaterThan(0);
});
