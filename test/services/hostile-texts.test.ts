import { globSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { withoutCountryCode } from "../../app/ui/phone-digits.ts";
import { readArrival } from "../../machines/context/tracking.ts";
import { findEntry } from "../../machines/registry.ts";
import { digitsIn } from "../../services/console/find-leads.ts";
import { pathOnly } from "../../services/observe/log.ts";
import { masked } from "../../services/operations/text.ts";
import { reasonOf } from "../../services/providers/certificates.ts";
import { post } from "../../services/providers/destinations/post.ts";
import { parseAddress } from "../../services/providers/email-check.ts";
import { embeddedGibberishCheck } from "../../services/providers/gibberish.ts";
import type { CallJson, Seen } from "../../services/providers/http.ts";
import { holds } from "../support/holds.ts";

/** Whatever is given text that strangers write. */
const modules = globSync([
  "machines/{rules,site}/*.ts",
  "services/observe/{printable,masked-lead}.ts",
  "services/store/{address-hash,clean}.ts",
  "services/providers/{csv,retry-after}.ts",
  "services/guard/network-of.ts",
  "services/analytics/device.ts",
  "app/console/sessions/load-browser.ts",
]);

const shapes = [
  ..."a @.1(-+<\"'=,/\\\n\t{[%&;|*é",
  "\u200b",
  "\u0301",
  "\ud83d\ude00",
  "\ud83d",
  "a@",
  "a.",
  "1-",
  "ab ",
  "\r\n",
  "&amp;",
  "%41",
  "\\u0041",
  "ext 5 ",
  "http://a.",
  "-a",
  "A1",
  ". ",
];
const longest = 65_536;
const filled = (shape: string, length: number) =>
  shape.repeat(Math.ceil(length / shape.length)).slice(0, length);

/** Milliseconds of processor time in this thread, which a crowded machine does not change. */
async function cost(run: (text: string) => unknown, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await run(text);
  } catch {
    // It is not made for this text, and says so.
  }
  const { user } = process.threadCpuUsage(before);
  return user / 1000;
}

/** Cheap is fine; otherwise the time must not grow with the square: sixteen times for four times the text. */
async function isSlow(run: (text: string) => unknown, shape: string): Promise<boolean> {
  if ((await cost(run, filled(shape, longest))) < 60) return false;
  // In turn, and the least of several: any one may have to clear away what others have left.
  let [whole, quarter] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < 20; round++) {
    whole = Math.min(whole, await cost(run, filled(shape, longest)));
    quarter = Math.min(quarter, await cost(run, filled(shape, longest / 4)));
    if (whole < 60 || (round > 1 && whole < 8 * quarter)) return false;
  }
  return true;
}

/** A receiver's answer on its way into the store. */
const answered = (text: string, record: Record<string, unknown> = { first_name: "Zoe" }) => {
  const callJson = async ({ seen }: { seen?: (answer: Seen) => void }) =>
    seen?.({ sent: "", status: 200, text } as Seen);
  const call = { provider: "north", url: "http://north.test/", body: record };
  return post(callJson as unknown as CallJson, call as never, record);
};

const long = 20_000;
const english = filled(
  "The lead could not be accepted, as it is a duplicate of one that we have had. ",
  long,
);
const words = (of: number) =>
  Array.from({ length: long / of }, (_, n) =>
    `${((n * 2_654_435_761) >>> 0).toString(36)}abcdefghijklm`.slice(0, of),
  );
const base64 = (text: string) => Buffer.from(text).toString("base64");
/** Texts that are dear to fold, to split, to decode, or to look for in one another. */
const dearTexts: Record<string, string> = {
  ...Object.fromEntries(
    [
      "a",
      "a b ",
      "\ufdfa",
      "\ufdfa ",
      "\u00e9",
      "a\u0301\u0301",
      "\u0316\u0301",
      "1(((",
      "1 ",
      "z-o-e ",
      "%2541",
      "&#65;",
    ].map((shape) => [shape, filled(shape, long)]),
  ),
  "a text": english,
  "short words": words(4).join(" "),
  "long words": words(12).join(" "),
  "no space": words(8).join(""),
  "words that end alike": words(20).join(` b${"a".repeat(12)}`),
  "letters that become many": words(4).join(" \ufdfa"),
  base64: base64(english),
  "words in base64": words(8).map(base64).join(" "),
};
const inWords = ["a text", "short words", "long words", "letters that become many"];
const people: [string, Record<string, unknown>][] = [
  ...Object.entries(dearTexts).map(([shape, text]): [string, Record<string, unknown>] => [
    `a story of ${shape}`,
    { first_name: "Zoe", case_description: text },
  ]),
  ...inWords.map((shape): [string, Record<string, unknown>] => [
    `hundreds of fields of ${shape}`,
    Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [`field ${n}`, dearTexts[shape]!.slice(n * 20, n * 20 + 30)]),
    ),
  ]),
];

it(
  "an answer takes no more than some milliseconds, whatever it says about anybody",
  holds("T18", "T92"),
  async () => {
    const dear: string[] = [];
    for (const [answer, text] of Object.entries(dearTexts))
      for (const [person, record] of people) {
        let least = Number.POSITIVE_INFINITY;
        // The least of several: any one may have to clear away what others have left.
        for (let round = 0; round < 4 && least >= 50 && (round === 0 || least < 500); round++)
          least = Math.min(least, await cost(() => answered(text, record), ""));
        if (least >= 50) dear.push(`${answer} about ${person}: ${Math.round(least)} ms`);
        if (dear.length > 2) break;
      }
    expect(dear).toEqual([]);
  },
);

it(
  "no function takes more time for 64 KB of hostile text than its length allows",
  holds("T18", "T92"),
  async () => {
    const functions = new Map<string, (...texts: string[]) => unknown>([
      ["post", (text) => answered(text)],
      ["masked", masked],
      ["digitsIn", digitsIn],
      ["judge", embeddedGibberishCheck().judge],
      ...Object.entries({ findEntry, withoutCountryCode, parseAddress, pathOnly, reasonOf }),
    ]);
    for (const path of modules)
      for (const [name, exported] of Object.entries((await import(resolve(path))) as object))
        if (typeof exported === "function" && exported.length > 0) functions.set(name, exported);
    // It is given what the program itself says, never a text of others.
    functions.delete("imaskPattern");
    expect(functions.size).toBeGreaterThan(60);
    // They copy objects, never a text: one of 64 KB is copied character by character for most of this test's time.
    for (const name of ["pageFlags", "defaultBuyers", "rewriteForPriorOffence"]) functions.delete(name);
    const slow: string[] = [];
    for (const [name, run] of functions)
      for (const shape of shapes)
        if (await isSlow((text) => run(text, text, text), shape))
          slow.push(`${name} of ${JSON.stringify(shape)}`);
    expect(slow).toEqual([]);
  },
);

it("a query is read only up to what a page can bear", holds("T18"), () => {
  const names = Array.from({ length: 20_000 }, (_, index) => [`p${index}`, ""]);
  const { query } = readArrival("/survey/c", new URLSearchParams(names), "", { keepsQuery: true });
  expect(Object.keys(query)).toHaveLength(100);
});
