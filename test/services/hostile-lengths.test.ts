import { describe, expect, it } from "vitest";
import { withoutCountryCode } from "../../app/ui/typing-mask.tsx";
import { readArrival } from "../../machines/lead/tracking.ts";
import { findEntry } from "../../machines/registry.ts";
import { hasBadWords, isOnFirstList, isOnSecondList } from "../../machines/rules/content-filter.ts";
import { isGibberishName } from "../../machines/rules/gibberish-name.ts";
import { enoughWords } from "../../machines/rules/qualification.ts";
import { deviceClass } from "../../services/analytics/device.ts";
import { pathOnly } from "../../services/observe/log.ts";
import { reasonOf } from "../../services/providers/certificates.ts";
import { csvCell } from "../../services/providers/csv.ts";
import { parseAddress } from "../../services/providers/email-check.ts";
import { embeddedGibberishCheck } from "../../services/providers/gibberish.ts";
import { normalEmail, normalPhone } from "../../services/store/engine/address-hash.ts";
import { clean } from "../../services/store/engine/clean.ts";
import { holds } from "../support/holds.ts";

const gibberish = embeddedGibberishCheck();

/** Whatever reads a visitor's text, or a service's, before or without a cap on its length. */
const readers: Record<string, (text: string) => unknown> = {
  "the survey at a path": findEntry,
  "the class of a browser": deviceClass,
  "the first list of words": isOnFirstList,
  "the second list of words": isOnSecondList,
  "the list of bad words": hasBadWords,
  "a name": (text) => isGibberishName(text, { oid: "1", reservedSurnames: ["Doe"] }),
  "a description": (text) => gibberish.judge(text),
  "a number of words": enoughWords,
  "a telephone number": (text) => withoutCountryCode(text, ""),
  "an e-mail address": parseAddress,
  "a reach to be hashed": (text) => [normalEmail(text), normalPhone(text)],
  "a path in the log": pathOnly,
  "a column of text": clean,
  "a cell": csvCell,
  "a vendor's reason": reasonOf,
};

/** What patterns stumble over: much that fits, and an end that does not. */
const pieces = [
  "/",
  "a",
  "1",
  " ",
  "a@",
  "@",
  ".",
  "a.",
  "(",
  "1-",
  "+",
  "Android",
  "'",
  '"',
  "\u0301",
  "🙂",
  "\r\n",
];
const hostile = (length: number) =>
  pieces.flatMap((piece) => {
    const long = piece.repeat(length / piece.length);
    return [`${long}\u0000`, `/${long}!`, `1${long}x`];
  });

/** Milliseconds of processor time of this thread, which nothing else on the machine adds to. */
function spentOn(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before).user / 1_000;
}

/**
 * Eight times the text takes eight times the work, and 64 times where the work grows with the square: each time, while
 * collecting garbage and compiling add to one measurement or another.
 */
function growsWithSquare(read: (text: string) => unknown, length: number): boolean {
  const [short, long] = [hostile(length), hostile(8 * length)];
  const spent = (texts: string[]) => spentOn(() => texts.forEach((text) => void read(text)));
  return [1, 2, 3].every(() => {
    const once = spent(short);
    return spent(long) > 25 * once + 100;
  });
}

describe("what judges a visitor's text", holds("T18"), () => {
  it.each(Object.keys(readers))("takes no more than in proportion to its length: %s", (name) => {
    expect(growsWithSquare(readers[name]!, 12_500)).toBe(false);
  });

  it("would be noticed to take more", () => {
    expect(growsWithSquare((text) => /\/+$/.test(text), 2_500)).toBe(true);
  });

  it("reads no more of a query than a page may bear", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => [`p${index}`, ""]);
    const { query } = readArrival("/survey/c", new URLSearchParams(names), "", { keepsQuery: true });
    expect(Object.keys(query)).toHaveLength(100);
  });
});
