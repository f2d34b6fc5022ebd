import { afterEach, expect, it, vi } from "vitest";
import { ownFigures } from "../../../services/visits/own-figures.ts";

const counting = (counted: { sent: number; fit: number }) => ({ countJudged: vi.fn(async () => counted) });
const afternoon = Date.parse("2026-11-23T15:30:00Z");

afterEach(() => vi.useRealTimers());

it("counts 90 whole days", async () => {
  const leads = counting({ sent: 100, fit: 31 });
  expect(await ownFigures(leads, afternoon)).toEqual({ sent: 100, fit: 31, days: 90, until: "2026-11-23" });
  expect(leads.countJudged).toHaveBeenCalledWith(Date.parse("2026-08-25"), Date.parse("2026-11-23"));
});

it("says nothing of fewer than a hundred", async () => {
  expect(await ownFigures(counting({ sent: 99, fit: 99 }), afternoon)).toBeUndefined();
});

it("says nothing when the store fails, or takes longer than half a second", async () => {
  const failing = { countJudged: () => Promise.reject(new Error("no store")) };
  expect(await ownFigures(failing, afternoon)).toBeUndefined();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const stuck = { countJudged: () => new Promise<never>(() => {}) };
  const figures = ownFigures(stuck, afternoon);
  await vi.advanceTimersByTimeAsync(500);
  expect(await figures).toBeUndefined();
});
