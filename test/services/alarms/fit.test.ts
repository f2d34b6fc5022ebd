import { expect, it } from "vitest";
import { fitOf } from "../../../services/alarms/fit.ts";

const days = 56;
const hours = days * 24;
const eachHour = (value: (hour: number) => number) =>
  Float64Array.from({ length: hours }, (_, at) => value(at));

/** A series on its own: by the hour, 20 events on the first day and one in ten days more. */
const growing = {
  hits: eachHour((hour) => 20 + Math.floor(hour / 24) / 10),
  tries: eachHour(() => 0),
  exposure: eachHour(() => 1),
  hourOfWeek: Uint8Array.from({ length: hours }, (_, hour) => hour % 168),
  isShare: false,
};

it("a series that grows evenly has no shape: a day's level is the average of a week on either side", () => {
  const { shape } = fitOf(growing, hours);
  const average = shape.reduce((sum, each) => sum + each, 0) / shape.length;
  expect(average).toBeCloseTo(1, 4);
});

it("what is expected of a day is the average of the fourteen days before it, and counts their events", () => {
  const { expected, events, shape } = fitOf(growing, hours);
  const hour = 40 * 24;
  // The days 26 to 39.
  expect(expected[hour]! / shape[hour % 168]!).toBeCloseTo(20 + (26 + 39) / 2 / 10, 2);
  expect(expected[13 * 24]).toBe(0);
  expect(expected[14 * 24]! / shape[0]!).toBeCloseTo(20 + 13 / 2 / 10, 2);
  expect(events).toBeCloseTo(14 * 24 * (20 + (42 + 55) / 2 / 10), 0);
});
