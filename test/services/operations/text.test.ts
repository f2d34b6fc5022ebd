import { InvalidArgumentError } from "commander";
import { expect, test } from "vitest";
import { sinceTime, wholeNumber } from "../../../services/commands/values.ts";
import { printable } from "../../../services/observe/printable.ts";
import { masked, table } from "../../../services/operations/text.ts";
import { holds } from "../../support/holds.ts";

test("a visitor's text cannot drive the operator's terminal", holds("T24"), () => {
  expect(printable("a\u001b[2Jb\u009b1m\u202e\ud800ñ👩‍👩‍👧")).toBe(
    "a\\u{1b}[2Jb\\u{9b}1m\\u{202e}\\u{d800}ñ👩‍👩‍👧",
  );
  expect(printable("a\u061c\u200b\u{e0041}\u200d")).toBe("a\\u{61c}\\u{200b}\\u{e0041}\\u{200d}");
});

test("lists hide addresses and numbers in reasons", () => {
  expect(masked("refused 422 zoe@example.com, +1 (212) 555-0100")).toBe("refused 422 …@… …");
});

test("an id of ours is no telephone number", () => {
  const id = "01a21735-5bfe-765e-961c-980183bb482b";
  expect(masked(`the one before is ${id}, not 2125550100`)).toBe(`the one before is ${id}, not …`);
});

test("columns line up", () => {
  expect(table(["a", "bb"], [["ccc", ""]])).toBe("a    bb\nccc\n");
});

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
