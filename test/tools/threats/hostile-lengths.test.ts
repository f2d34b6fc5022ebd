import { describe, expect, it } from "vitest";
import { withoutCountryCode } from "../../../app/ui/phone-digits.ts";
import { readArrival } from "../../../machines/lead/tracking.ts";
import { findEntry } from "../../../machines/registry.ts";
import { hasBadWords, isOnFirstList, isOnSecondList } from "../../../machines/rules/content-filter.ts";
import { isGibberishName } from "../../../machines/rules/gibberish-name.ts";
import { enoughWords } from "../../../machines/rules/qualification.ts";
import { deviceClass } from "../../../services/analytics/device.ts";
import { pathOnly } from "../../../services/observe/log.ts";
import { reasonOf } from "../../../services/providers/certificates/trusted-form.ts";
import { csvCell } from "../../../services/providers/csv.ts";
import { parseAddress } from "../../../services/providers/email-check/embedded.ts";
import { embeddedGibberishCheck } from "../../../services/providers/gibberish/embedded.ts";
import { normalEmail, normalPhone } from "../../../services/store/address-hash.ts";
import { clean } from "../../../services/store/clean.ts";
import { endsWithin } from "../../support/ends-within.ts";
import { holds } from "../../support/holds.ts";

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
const length = 1_000_000;
const hostile = pieces.flatMap((piece) => {
  const long = piece.repeat(length / piece.length);
  return [`${long}\u0000`, `/${long}!`, `1${long}x`];
});

describe("what judges a visitor's text", holds("T18"), () => {
  // Work that grows with the square of a megabyte takes hours; any that does not is done in a moment.
  it.each(Object.keys(readers))("is done with a megabyte of anything: %s", (name) => {
    for (const text of hostile) endsWithin(60_000, () => readers[name]!(text));
  });

  it("reads no more of a query than a page may bear", () => {
    const names = Array.from({ length: 200_000 }, (_, index) => [`p${index}`, ""]);
    const read = () => readArrival("/survey/c", new URLSearchParams(names), "", { keepsQuery: true });
    expect(Object.keys(endsWithin(60_000, read).query)).toHaveLength(100);
  });

  it("is stopped where it would take hours", () => {
    const polynomial = () => /\/+$/.test(`${"/".repeat(length)}x`);
    expect(() => endsWithin(100, polynomial)).toThrow("timed out");
  });
});
