import { InvalidArgumentError } from "commander";
import { describe, expect, it } from "vitest";
import { sinceTime, wholeNumber } from "../../../services/commands/values.ts";
import { printable } from "../../../services/observe/printable.ts";
import { masked } from "../../../services/operations/text.ts";
import { holds } from "../../support/holds.ts";

describe("text in a terminal", () => {
  it("a visitor's text cannot drive the operator's terminal", holds("T24"), () => {
    expect(printable("a\u001b[2Jb\u009b1m\u202e\ud800ñ👩‍👩‍👧")).toBe(
      "a\\u{1b}[2Jb\\u{9b}1m\\u{202e}\\u{d800}ñ👩‍👩‍👧",
    );
    expect(printable("a\u061c\u200b\u{e0041}\u200d")).toBe("a\\u{61c}\\u{200b}\\u{e0041}\\u{200d}");
  });

  it("lists hide addresses and numbers in reasons", () => {
    expect(masked("refused 422 zoe@example.com, +1 (212) 555-0100")).toBe("refused 422 …@… …");
  });

  it("an id of ours is not taken for a phone number", () => {
    const id = "01a21735-5bfe-765e-961c-980183bb482b";
    expect(masked(`the one before is ${id}, not 2125550100`)).toBe(`the one before is ${id}, not …`);
  });
});

const now = Date.UTC(2026, 0, 31);

describe("an option of a command", () => {
  it("--since takes days, times and spans", () => {
    const since = (text: string, zone = "America/Los_Angeles") => sinceTime(text, now)(zone);
    expect(since("7d")).toBe(Date.UTC(2026, 0, 24));
    expect(since("12h")).toBe(Date.UTC(2026, 0, 30, 12));
    expect(since("2026-01-02", "UTC")).toBe(Date.UTC(2026, 0, 2));
    expect(since("2026-01-02")).toBe(Date.UTC(2026, 0, 2, 8));
    expect(since("2026-01-02", "Pacific/Kiritimati")).toBe(Date.UTC(2026, 0, 1, 10));
    expect(since("2026-01-02T03:04")).toBe(Date.UTC(2026, 0, 2, 3, 4));
    expect(since("2026-01-02T03:04:05+01:00")).toBe(Date.UTC(2026, 0, 2, 2, 4, 5));
    for (const bad of ["", "yesterday", "7", "2026", "2026-13-01", "2026-02-30", "1e3d", "2026-01-02x"]) {
      expect(() => sinceTime(bad, now), bad).toThrow(InvalidArgumentError);
    }
  });

  it("--limit takes whole numbers from 1", () => {
    expect(wholeNumber("7")).toBe(7);
    for (const bad of ["0", "-1", "1.5", "x", ""]) {
      expect(() => wholeNumber(bad), bad).toThrow(InvalidArgumentError);
    }
  });
});
