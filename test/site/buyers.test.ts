import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isPersonal } from "../../machines/context/personal.ts";
import { chartsToken } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { nobodyNamed } from "../support/lead-facts.ts";
import { chartPages, consentOn, sent, toConsent } from "../support/one-to-one.ts";
import { askersOf } from "../support/telling-surveys.ts";

const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.yaml");
const write = (buyers: readonly object[]) =>
  writeFileSync(file, JSON.stringify({ buyers, survey: { "no-default-buyers-states": "OR" } }));
const five = ["Red", "Blue", "Green", "Grey", "Brown"].map((colour, index) => ({
  name: `${colour} & Co, LLP`,
  ids: [30 + index * 3, 31 + index * 3, 32 + index * 3],
  variants: ["v4nv-d2"],
}));
const said = { city: "Austin, Texas", barRecord: "https://www.texasbar.com/1" };
const single = {
  name: "Single Law",
  ids: [1, 2, 3],
  variants: ["v4nv-d1"],
  city: said.city,
  "bar-record": said.barRecord,
};
const buyers = [
  { name: "Everywhere Law", ids: [501], states: ["CA", "TX"] },
  { name: "Texan Law", ids: [502, 503], states: ["TX"], injuries: ["Whiplash"] },
  { name: "Capped Law", ids: [504], states: ["WI"], "daily-cap": 1 },
  { name: "West Law", ids: [40747], default: true },
  { name: "East Law", ids: [40745], default: true },
  single,
  { name: "X Law", ids: [9], variants: ["v4nv-x1"] },
  ...five,
];

const zip = (zip_code: string) => ({ ZipCode: { zip_code } });

describe("with a file of buyers", () => {
  const site = siteForTests(() => {
    write(buyers);
    const settings = { BUYERS_URL: "", CLAIMPATH_FILE: file };
    return { ...settings, ANALYST_TOKEN: chartsToken };
  });

  it.each([
    ["v4nv-d1", "Single Law, and that this law firm and its partners may call", ["Single Law"], [1, 2, 3]],
    ["v4nv-x1", "X Law, and that this law firm and its partners may call", ["X Law"], [9]],
    [
      "v4nv-d2",
      "Red & Co, LLP; Blue & Co, LLP; Green & Co, LLP; Grey & Co, LLP and Brown & Co, LLP, and that each of these",
      five.map(({ name }) => name),
      five.flatMap(({ ids }) => ids),
    ],
  ])(
    "%s names its list: on the page, on the record, with the consent and to the buyer",
    holds(5, 128, 189, 199, 200, 323, 511, 512, 514),
    async (survey, words, names, ids) => {
      const { step, shown, record } = await sent(site, await toConsent(site, survey));
      expect(step).toBe("PhoneAndBuyersConsent");
      expect(shown).toContain(`I agree that Claimpath may send my answers to ${words}`);
      expect(record).toMatchObject({
        "1_to_1_consent": "yes",
        "1_to_1_result": "fixed",
        "1_to_1_timeout": "no",
        "1_to_1_dq": "no",
        selected_buyers: ids,
        selected_buyer_names: names,
        displayed_buyers: names,
        selected_buyers_number: names.length,
        all_possible_buyer_ids: ids,
        all_possible_buyers_number: names.length,
      });
    },
  );

  it.each([
    ["TX", "75201", ["Everywhere Law", "Texan Law"], [501, 502, 503]],
    ["CA", "90210", ["Everywhere Law"], [501]],
  ])("v4nv-1to1 names who serves %s", holds(200, 322, 323, 513), async (state, zip_code, names, ids) => {
    const { shown, record } = await sent(site, await toConsent(site, "v4nv-1to1", zip(zip_code)));
    expect(shown).toContain(`to ${names.join(" and ")}, and that`);
    expect(record).toMatchObject({
      state,
      "1_to_1_result": "selected",
      "1_to_1_dq": "no",
      selected_buyers: ids,
      selected_buyer_names: names,
      all_possible_buyer_ids: [8674, ...ids],
      all_possible_buyers_number: ids.length === 1 ? 2 : 3,
    });
  });

  it("v4nv-1to1 names the default buyers where nobody serves the state", holds(506, 507, 513), async () => {
    const { shown, record } = await sent(site, await toConsent(site, "v4nv-1to1", zip("99501")));
    expect(shown).toContain(
      "to West Law and East Law, and that each of these law firms and its partners may",
    );
    expect(record).toMatchObject({
      state: "AK",
      "1_to_1_consent": "yes",
      "1_to_1_result": "default",
      "1_to_1_timeout": "no",
      "1_to_1_dq": "yes",
      selected_buyers: [40747, 40745],
      selected_buyers_changed: "yes",
      all_possible_buyer_ids: [8674],
    });
  });

  it("v4nv-1to1 names nobody in a state without buyers or default ones", holds(323, 507), async () => {
    const { step, record } = await sent(site, await toConsent(site, "v4nv-1to1", zip("97201")));
    expect(step).toBe("PhoneAbbreviatedTCPA");
    expect(record).toMatchObject({
      ...nobodyNamed,
      state: "OR",
      all_possible_buyer_ids: [8674],
      all_possible_buyers_number: 1,
    });
  });

  it("a firm with all leads of the day is named no more, but still possible", async () => {
    const first = await toConsent(site, "v4nv-1to1", zip("53202"));
    const underWay = await toConsent(site, "v4nv-1to1", zip("53202"));
    expect((await sent(site, first)).record.selected_buyers).toEqual([504]);
    const third = await sent(site, await toConsent(site, "v4nv-1to1", zip("53202")));
    expect(third.record).toMatchObject({
      "1_to_1_result": "default",
      selected_buyer_names: ["West Law", "East Law"],
      all_possible_buyer_names: ["Capped Law"],
      all_possible_buyer_ids: [8674, 504],
    });
    // A visitor who was shown the firm before may still send.
    expect((await sent(site, underWay)).record.selected_buyer_names).toEqual(["Capped Law"]);
  });

  it("the list of services and the charts' pages say who is named", async () => {
    const general =
      "The consent of v4nv-1to1 names whichever of Everywhere Law; Texan Law; Capped Law serve the state and the injury and are below their daily cap, or else West Law; East Law.";
    expect(await site.listServices()).toContain(general);
    for (const page of await chartPages(site, "v4nv-1to1")) expect(page).toContain(general);
    for (const page of await chartPages(site, "v4nv-d1"))
      expect(page).toContain("The consent of v4nv-d1 names Single Law.");
  });

  it(
    "a visit names the firms it was shown, even when the file has changed meanwhile",
    holds(189),
    async () => {
      const fixed = await toConsent(site, "v4nv-d1");
      const byDefault = await toConsent(site, "v4nv-1to1", zip("99501"));
      write([{ ...single, name: "Another Law", city: "Dallas, Texas" }]);
      await site.stop();
      await site.restart();
      for (const [visitor, names] of [
        [fixed, ["Single Law"]],
        [byDefault, ["West Law", "East Law"]],
      ] as const) {
        const before = consentOn(visitor.screen);
        const link = `<a href="${said.barRecord}" target="_blank" rel="noopener"`;
        expect(visitor.screen.html.includes(`<span>Austin, Texas</span>${link}`)).toBe(visitor === fixed);
        await visitor.open(visitor.screen.url);
        expect(consentOn(visitor.screen)).toBe(before);
        const { record, kept } = await sent(site, visitor);
        expect(record.displayed_buyers).toEqual(names);
        // A firm's other facts beside its name are kept as they were shown.
        const firms = JSON.stringify([{ name: names[0], ...said }]);
        expect(kept.includes(`"firmsShown":${firms}`)).toBe(visitor === fixed);
      }
      expect(consentOn((await toConsent(site, "v4nv-d1")).screen)).toContain("to Another Law, and that");
    },
  );
});

describe("with the buyers service", () => {
  const site = siteForTests({ buyers });

  it("v4nv-1to1 names whom it selects, and not the firms in the file", holds(322, 488, 513), async () => {
    const { shown, record } = await sent(site, await toConsent(site, "v4nv-1to1"));
    expect(shown).toContain("to Stub Law Firm One and Stub Law Firm Two, and that each of these law firms");
    expect(record).toMatchObject({
      selected_buyers: [101, 102, 103],
      all_possible_buyer_ids: [8674, 101, 102, 103],
    });
    const { fields } = JSON.parse(site.stubs.buyers.requests.at(-1)!.body);
    expect(fields).toMatchObject({ with_Lawyer: "no", zip_code: "90210" });
    expect(Object.keys(fields).filter(isPersonal)).toEqual(["user_agent"]);
    expect(await site.listServices()).toContain(
      "v4nv-1to1 names whom the service at BUYERS_URL selects, or else West Law",
    );
  });

  it("that is down is a timeout: the default buyers are named", holds(504, 506, 507), async () => {
    site.stubs.buyers.fault = "down";
    const { record } = await sent(site, await toConsent(site, "v4nv-1to1"));
    expect(record).toMatchObject({
      "1_to_1_timeout": "yes",
      "1_to_1_dq": "yes",
      "1_to_1_result": "default",
      selected_buyer_names: ["West Law", "East Law"],
      all_possible_buyer_ids: [],
      all_possible_buyers_number: 0,
    });
  });

  it("whose answer cannot be read ends the attempt: nobody is named", holds(505), async () => {
    site.stubs.buyers.fault = "garbage";
    const { step, record } = await sent(site, await toConsent(site, "v4nv-1to1"));
    expect(step).toBe("PhoneAbbreviatedTCPA");
    expect(record).toMatchObject(nobodyNamed);
  });
});

describe("without buyers", () => {
  const surveys = askersOf("listBuyers");
  const site = siteForTests({ BUYERS_URL: "", buyers: "", ANALYST_TOKEN: chartsToken });

  it.each(surveys)(
    "%s names nobody: not on the page, on the record, with the consent or to the buyer",
    holds(5, 199, 323, 504, 505, 506, 514),
    async (survey) => {
      const { step, shown, record, kept } = await sent(site, await toConsent(site, survey));
      expect(step).toBe("PhoneAbbreviatedTCPA");
      expect(shown).toContain("I sign electronically and agree that one law firm, found through");
      expect(record).toMatchObject(nobodyNamed);
      // Ids and times may have the same digits within them.
      expect(kept).not.toMatch(/\b(?<!-)(8674|4074)\d?\b(?!-)|Partner|LLP/);
    },
  );

  it.each(surveys)("the list of services and the chart's pages say so of %s", async (survey) => {
    const sentence = new RegExp(
      `No buyers are configured for ${survey} \\([\\w. ]+\\): its consent names nobody\\.`,
    );
    expect(await site.listServices()).toMatch(sentence);
    for (const page of await chartPages(site, survey)) expect(page).toMatch(sentence);
  });
});
