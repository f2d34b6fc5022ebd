import { afterEach, expect, it, vi } from "vitest";
import { ownFigures } from "../../../services/visits/own-figures.ts";

const counting = (counted: { sent: number; fit: number }, waits: number[] = []) => ({
  leads: { countJudged: vi.fn(async () => counted) },
  outcomes: { waitsForCall: vi.fn(async () => waits) },
});
const afternoon = Date.parse("2026-11-23T15:30:00Z");

afterEach(() => vi.useRealTimers());

it("counts 90 whole days", async () => {
  const store = counting({ sent: 100, fit: 31 });
  expect(await ownFigures(store, afternoon)).toEqual({ sent: 100, fit: 31, days: 90, until: "2026-11-23" });
  for (const asked of [store.leads.countJudged, store.outcomes.waitsForCall])
    expect(asked).toHaveBeenCalledWith(Date.parse("2026-08-25"), Date.parse("2026-11-23"));
});

it("says nothing of fewer than a hundred", async () => {
  expect(await ownFigures(counting({ sent: 99, fit: 99 }), afternoon)).toBeUndefined();
});

it("says how long half of the people waited for a call, once fifty calls are known", async () => {
  const minute = 60_000;
  const waits = Array.from({ length: 50 }, (_, nth) => (50 - nth) * 10 * minute);
  const call = async (known: number[]) =>
    (await ownFigures(counting({ sent: 100, fit: 31 }, known), afternoon))?.call;
  expect(await call(waits)).toEqual({ minutes: 260, of: 50 });
  expect(await call(waits.slice(1))).toBeUndefined();
});

it("says nothing when the store fails, or takes longer than half a second", async () => {
  const { outcomes } = counting({ sent: 0, fit: 0 });
  const failing = { outcomes, leads: { countJudged: () => Promise.reject(new Error("no store")) } };
  expect(await ownFigures(failing, afternoon)).toBeUndefined();
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const stuck = { outcomes, leads: { countJudged: () => new Promise<never>(() => {}) } };
  const figures = ownFigures(stuck, afternoon);
  await vi.advanceTimersByTimeAsync(500);
  expect(await figures).toBeUndefined();
});
