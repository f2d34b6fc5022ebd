import { expect, it } from "vitest";
import { aheadOfPace, shareOfDay } from "../../../services/features/terms/pace.ts";
import { hours } from "../../../services/settings/destinations/hours.ts";

const zone = "America/New_York";
const at = (time: string) => Date.parse(time);

it("the share of a day is one of the owner's day, which has 23 or 25 hours where clocks are changed", () => {
  expect(shareOfDay(at("2026-11-30T12:00:00-05:00"), zone)).toBeCloseTo(0.5);
  expect(shareOfDay(at("2026-11-30T23:00:00-05:00"), "UTC")).toBeCloseTo(4 / 24);
  expect(shareOfDay(at("2026-11-01T12:00:00-05:00"), zone)).toBeCloseTo(13 / 25);
  expect(shareOfDay(at("2027-03-14T12:00:00-04:00"), zone)).toBeCloseTo(11 / 23);
});

it("a receiver with hours has its pace in them alone", () => {
  const open = [hours.parse("mon-fri 08:00-18:00")];
  expect(shareOfDay(at("2026-11-30T07:00:00-05:00"), zone, open)).toBe(0);
  expect(shareOfDay(at("2026-11-30T10:30:00-05:00"), zone, open)).toBeCloseTo(0.25);
  expect(shareOfDay(at("2026-11-30T20:00:00-05:00"), zone, open)).toBe(1);
  expect(shareOfDay(at("2026-11-29T12:00:00-05:00"), zone, open)).toBeUndefined();
});

it("less than a twentieth of the cap is no difference", () => {
  expect(aheadOfPace(30, 40, 0.5)).toBe(10);
  expect(aheadOfPace(12, 40, 0.5)).toBe(-8);
  expect(aheadOfPace(21, 40, 0.5)).toBe(0);
  expect(aheadOfPace(22, 40, 0.5)).toBe(2);
});
