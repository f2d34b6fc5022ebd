import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { sinceTime, wholeNumber } from "../../../services/commands/values.ts";

const now = Date.UTC(2026, 0, 31);

test("--since takes days, times and spans", () => {
  expect(sinceTime("7d", now)).toBe(Date.UTC(2026, 0, 24));
  expect(sinceTime("12h", now)).toBe(Date.UTC(2026, 0, 30, 12));
  expect(sinceTime("2026-01-02", now)).toBe(Date.UTC(2026, 0, 2));
  expect(sinceTime("2026-01-02T03:04", now)).toBe(Date.UTC(2026, 0, 2, 3, 4));
  expect(sinceTime("2026-01-02T03:04:05+01:00", now)).toBe(Date.UTC(2026, 0, 2, 2, 4, 5));
  for (const bad of ["", "yesterday", "7", "2026", "2026-13-01", "1e3d", "2026-01-02x"]) {
    expect(() => sinceTime(bad, now), bad).toThrow(InvalidArgumentError);
  }
});

test("--limit takes whole numbers from 1", () => {
  expect(wholeNumber("7")).toBe(7);
  for (const bad of ["0", "-1", "1.5", "x", ""]) {
    expect(() => wholeNumber(bad), bad).toThrow(InvalidArgumentError);
  }
});
