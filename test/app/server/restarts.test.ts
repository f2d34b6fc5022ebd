import { expect, it } from "vitest";
import { restarts, steadyMs } from "../../../app/server/processes/supervise.ts";

it("a worker that lived is replaced soon, one that dies at once ever later, up to half a minute", () => {
  const { after } = restarts();
  expect([1, 2].map(() => after(steadyMs, true))).toEqual([250, 250]);
  const waits = Array.from({ length: 10 }, () => after(steadyMs - 1, true));
  expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
  expect(after(steadyMs, true)).toBe(250);
});

it("there is an end to it when nobody serves: at the sixth in a row", () => {
  const { after } = restarts();
  const waits = Array.from({ length: 6 }, () => after(0, false));
  expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, undefined]);
});

it("it goes on while others serve, and one that lived begins the count again", () => {
  const { after } = restarts();
  for (let ended = 0; ended < 20; ended++) expect(after(0, true)).toBeDefined();
  expect(after(steadyMs, false)).toBe(250);
  expect(after(0, false)).toBe(500);
});
