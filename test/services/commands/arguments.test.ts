import { expect, test } from "vitest";
import { limitOf, sinceTime } from "../../../services/commands/arguments.ts";
import { BadUsage } from "../../../services/commands/command-line.ts";
import { masked, printable, table } from "../../../services/commands/text.ts";

const now = Date.UTC(2026, 0, 31);

test("--since takes days, times and spans", () => {
  expect(sinceTime(undefined, now)).toBeUndefined();
  expect(sinceTime("7d", now)).toBe(Date.UTC(2026, 0, 24));
  expect(sinceTime("12h", now)).toBe(Date.UTC(2026, 0, 30, 12));
  expect(sinceTime("2026-01-02", now)).toBe(Date.UTC(2026, 0, 2));
  expect(sinceTime("2026-01-02T03:04", now)).toBe(Date.UTC(2026, 0, 2, 3, 4));
  expect(sinceTime("2026-01-02T03:04:05+01:00", now)).toBe(Date.UTC(2026, 0, 2, 2, 4, 5));
  for (const bad of ["", "yesterday", "7", "2026", "2026-13-01", "1e3d", "2026-01-02x"]) {
    expect(() => sinceTime(bad, now), bad).toThrow(BadUsage);
  }
});

test("--limit takes whole numbers from 1", () => {
  expect(limitOf(undefined, 50)).toBe(50);
  expect(limitOf("7", 50)).toBe(7);
  for (const bad of ["0", "-1", "1.5", "x", ""]) expect(() => limitOf(bad, 50), bad).toThrow(BadUsage);
});

test("a visitor's text cannot drive the operator's terminal", () => {
  expect(printable("a\u001b[2Jb\u009b1m\u202e\ud800ñ👩‍👩‍👧")).toBe(
    "a\\u{1b}[2Jb\\u{9b}1m\\u{202e}\\u{d800}ñ👩‍👩‍👧",
  );
});

test("lists hide addresses and numbers in reasons", () => {
  expect(masked("refused 422 zoe@example.com, +1 (212) 555-0100")).toBe("refused 422 …@… …");
});

test("columns line up", () => {
  expect(table(["a", "bb"], [["ccc", ""]])).toBe("a    bb\nccc\n");
});
