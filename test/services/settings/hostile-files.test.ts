import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingsIn, withSettings } from "../../../services/commands/setup.ts";
import { csvCosts } from "../../../services/outcomes/csv-costs.ts";
import { csvReport } from "../../../services/outcomes/report.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { holds } from "../../support/holds.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-hostile-"));

function read(setting: string, text: string): string {
  const file = join(folder, "file.yaml");
  writeFileSync(file, text);
  try {
    readSettings({ [setting]: file });
    return "taken";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Ten levels of ten references: ten thousand million parts of a file of half a kilobyte. */
const bomb = [
  "a0: &a0 [x, x, x, x, x, x, x, x, x, x]",
  ...Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(10)}]`),
].join("\n");

describe.each(["CLAIMPATH_FILE", "DESTINATIONS_FILE", "BUYERS_FILE", "PAGES_FILE", "EXPERIMENTS_FILE"])(
  "%s",
  (setting) => {
    it("that would grow to a thousand times its size is refused by name", holds("T116"), () => {
      const said = read(setting, bomb);
      expect(said).toContain(`${folder}/file.yaml refers to its own parts too often`);
      expect(said).not.toContain("\n");
    });

    it.each([
      ["__proto__: { polluted: yes }"],
      ["destinations: { __proto__: { polluted: yes } }"],
      ["constructor: { prototype: { polluted: yes } }"],
      ["- { __proto__: { polluted: yes }, name: x }"],
      ["? [a, b]\n: x"],
      ["!!js/function 'function () { return 1 }'"],
      ["a: &a { <<: *a }"],
      ["a: !!binary AAAA\n---\nb: 1"],
    ])("that says %j is refused in one sentence, and changes nothing", holds("T116"), (text) => {
      const said = read(setting, text);
      // Keys of that name are nobody's, and left out.
      if (!text.includes("__proto__")) expect(said).toMatch(/^Bad settings: .*file\.yaml.*\.$/s);
      expect(said).not.toMatch(/ at .*\.ts:\d/);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });
  },
);

describe("a table of costs or outcomes", () => {
  const values = [
    ..."=cmd|' /C calc'!A0\u0000@SUM(1)\u0000a\u0000b\u0000\ud800\u0000__proto__\u0000-1\u00001e309\u0000NaN".split(
      "\u0000",
    ),
    "a\0b",
    "\u202e",
    "9".repeat(400),
    "99999999999999999999",
    "9007199254740991",
    "2147483648",
    "x".repeat(100_000),
  ];
  const costs = {
    day: "2026-01-31",
    survey: "c",
    affiliate: "7",
    sub_id: "s",
    cost_cents: "1",
    clicks: "",
    cents_per_click: "",
  };
  const clicks = { ...costs, cost_cents: "", clicks: "9007199254740991", cents_per_click: "9999999.9" };
  const outcome = {
    lead_id: "l1",
    outcome: "sold",
    at: "2026-01-31",
    buyer: "Smith",
    buyer_lead_id: "1",
    amount_cents: "1",
    currency: "USD",
  };
  const table = (row: Record<string, string>) =>
    `${Object.keys(row)}\n${Object.values(row).map((cell) => `"${cell}"`)}`;
  /** What every store can keep, and what no other program takes for a command. */
  const isPlain = (value: unknown) =>
    value === null ||
    (typeof value === "number"
      ? Number.isSafeInteger(value) && Math.abs(value) <= 10_000_000_000
      : /^[\p{L}\p{N} .,&'’_:-]{0,100}$/u.test(String(value)));

  it("is refused where a cell holds a formula, a huge number or what is no text", holds("T117"), () => {
    for (const value of values) {
      for (const column of Object.keys(costs)) {
        const { rows, faults } = csvCosts(table({ ...costs, [column]: value }));
        const bad = rows.filter(({ row }) => !Object.values(row).every(isPlain));
        expect(bad, `costs ${column} ${value.slice(0, 30)}: ${faults}`).toEqual([]);
      }
      for (const column of Object.keys(outcome)) {
        const { reported, faults } = csvReport(table({ ...outcome, [column]: value }));
        const bad = reported.filter(({ outcome: { at, ...kept } }) => !Object.values(kept).every(isPlain));
        expect(bad, `outcomes ${column} ${value.slice(0, 30)}: ${faults}`).toEqual([]);
      }
    }
    expect(csvCosts(table(clicks)).faults).toHaveLength(1);
    expect(csvCosts(table(costs)).faults).toEqual([]);
  });
});

it("an answer of setup sets nothing but its own setting", holds("T117"), () => {
  for (const answer of [
    ...["a'\nDATA_KEYS=x", 'a"\nDATA_KEYS=x', "a\rDATA_KEYS=x", "$(id)", "`id`", "a\\", "$" + "{HOME}"],
    ...["a #b", "a'\"b", "plain", "two words", "it's", 'a "word"', "c:\\d", "$HOME", "=x", "é"],
  ]) {
    let text = "";
    try {
      text = withSettings("LOG=off\n", { SITE_NAME: answer });
    } catch (error) {
      expect(String(error)).toContain("Nothing was written");
      continue;
    }
    for (const isOurs of [true, false])
      expect(settingsIn(text, isOurs)).toEqual({ LOG: "off", SITE_NAME: answer });
  }
});
