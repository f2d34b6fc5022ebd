import { expect, it } from "vitest";
import { dayCounter, dayStart } from "../../../services/analytics/days.ts";

it.each([
  ["UTC", "2026-06-15T12:34:56.789Z", "2026-06-15T00:00:00.000Z"],
  ["UTC", "2026-06-15T00:00:00.000Z", "2026-06-15T00:00:00.000Z"],
  ["America/New_York", "2026-06-15T03:59:59.999Z", "2026-06-14T04:00:00.000Z"],
  ["America/New_York", "2026-06-15T04:00:00.000Z", "2026-06-15T04:00:00.000Z"],
  ["America/New_York", "2026-11-01T23:00:00.000Z", "2026-11-01T04:00:00.000Z"],
  ["Asia/Kathmandu", "2026-06-15T18:15:00.001Z", "2026-06-15T18:15:00.000Z"],
])("in %s the day of %s began at %s", (zone, at, began) => {
  expect(new Date(dayStart(Date.parse(at), dayCounter(zone))).toISOString()).toBe(began);
});
