import { describe, expect, it } from "vitest";
import { compensationWords } from "../../machines/messages/compensation.ts";
import { COMPENSATION_BLOCK_HEIGHT } from "../../machines/rules/limits.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const meter = "?show-meter=yes";
const { en, es } = compensationWords;

const site = siteForTests({ stubs: false });

/** What the page's meter says, how high its vertical bar is in levels, and how far its horizontal one goes in percent. */
function meterOf(html: string) {
  const [, said, level] = html.match(/aria-live="polite">([^<]*?)(?:<!-- -->|\s)*<strong[^>]*>([^<]*)/) ?? [];
  const height = html.match(/ y="[\d.]+" width="100%" height="([\d.]+)"/)?.[1];
  const width = html.match(/width="([\d.]+)%" height="100%"\/?><\/?rect>?<\/svg>/)?.[1];
  return { said, level, levels: Number(height) / COMPENSATION_BLOCK_HEIGHT, width: Number(width) };
}

const thanked = (of: Site) =>
  new URL(
    query<{ location: string }>(
      of.databaseFile,
      "select location from leads order by created_at desc, id desc limit 1",
    )[0]!.location,
    of.url,
  ).searchParams;

describe("with no configuration the built-in table", () => {
  it("is named at the start", () => {
    expect(site.output()).toContain("compensation estimate: embedded (our own table of round figures)");
  });

  it(
    "moves the meter with each answer, up to the thank-you address",
    holds(154, 221, 373, 374, 508),
    async () => {
      const visitor = new FormVisitor(site.url);
      const seen = [meterOf((await visitor.open(`/survey/c${meter}`)).html)];
      expect(visitor.screen.html).toContain(en.disclaimer);
      for (const answer of Object.values(answersC)) seen.push(meterOf((await visitor.post(answer)).html));
      expect(seen[0]).toMatchObject({ said: en.start, level: "Low Value", levels: 1 });
      const later = seen.slice(1, -1);
      expect(new Set(later.map(({ said }) => said))).toEqual(new Set([en.estimate]));
      // When, vehicle and fault; hurt: 8,000 dollars; in hospital: 16,000; all the rest.
      expect(later.map(({ level }) => level)).toEqual([
        ...Array(3).fill("Low Value"),
        "Mid Value",
        ...Array(5).fill("Mid to High Value"),
      ]);
      expect(later[3]!.levels).toBeCloseTo(2 + 1_000 / 5_500, 4);
      expect(later[4]!.levels).toBeCloseTo(3 + 3_500 / 12_500, 4);
      expect(later[4]!.width).toBeCloseTo((later[4]!.levels / 7) * 100, 4);
      expect(thanked(site).get("cl")).toBe("4");
    },
  );

  it("takes an amount above 250000 as 249500, in Spanish dollars too", holds(373, 375, 381), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(`/survey/v4nv-es${meter}&flags=compensation:dollars`);
    const given: Record<string, string> = {
      AutoAccidentCaseWorth: "yes",
      WhenWasTheAccident: "Within 30 Days",
      AtFault: "no",
      WasUserInjured: "Loss of Limb",
      DidYouReceiveMedicalTreatment: "Yes",
    };
    while (visitor.screen.step in given) await visitor.post({ option: given[visitor.screen.step]! });
    const shown = meterOf(visitor.screen.html);
    expect(shown).toMatchObject({ said: es.estimate, level: es.range("$100,001", "$250,000") });
    expect(shown.levels).toBeCloseTo(6 + 149_500 / 150_000, 4);
    expect(visitor.screen.html).toContain(es.disclaimer);
  });

  it("counts only the answers on the visitor's way", async () => {
    const visitor = new JsonVisitor(site.url);
    await visitor.open(meter);
    const word = async (step: string, option: string) =>
      JSON.parse((await visitor.progress([{ answer: { step, fields: { option } } }])).text).compensation;
    const entries = entriesC().slice(0, 4);
    await visitor.progress(entries);
    expect(await word("TypeOfMedicalTreatment", "Hospital")).toEqual({ level: 4, amount: 16_000 });
    expect(await word("TypeOfMedicalTreatment", "None")).toEqual({ level: 1, amount: 4_000 });
    expect(await word("WasUserInjured", "No")).toEqual({ level: 1, amount: 2_000 });
    expect(await word("AtFault", "partially")).toEqual({ level: 1, amount: 2_500 });
  });

  it("weighs the answers of the one-page survey for its thank-you address", holds(154), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open(`/survey/one-page${meter}`);
    await visitor.post({
      ...{
        in_an_accident: "yes",
        accident_type: "Car Accident",
        injury_year: String(new Date().getFullYear()),
      },
      ...{ at_Fault: "no", police_report: "yes", physical_injury: "Yes", injury_type: "Doctor" },
      ...{ case_worth_interest: "yes", with_Lawyer: "no", address: "1 Main Street" },
      ...answersC.NameAndEmail,
      ...answersC.PhoneAndZip,
    });
    expect(visitor.screen.url).toContain("/survey-thank-you/");
    expect(thanked(site).get("cl")).toBe("3");
  });

  it("is not asked where there is no meter", holds(154), async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/c");
    for (const answer of Object.values(answersC)) {
      expect(visitor.screen.html).not.toContain("data-compensation");
      await visitor.post(answer);
    }
    expect(thanked(site).has("cl")).toBe(false);
    const ticket = new JsonVisitor(site.url, "/survey/ticket");
    await ticket.open(meter);
    const first = { step: "StartTicketFlow", fields: { option: "yes" } };
    const { status, text } = await ticket.progress([{ answer: first }]);
    expect(status).toBe(200);
    expect(text).not.toContain("compensation");
  });

  it("can be switched off", holds(154, 221), async () => {
    const off = await startSite({ stubs: false, COMPENSATION_TABLE: "off" });
    try {
      expect(off.output()).toContain("compensation estimate: off (survey.compensation-table is off");
      const visitor = new FormVisitor(off.url);
      await visitor.open(`/survey/c${meter}`);
      for (const answer of Object.values(answersC)) {
        expect(meterOf(visitor.screen.html)).toMatchObject({ said: en.start, levels: 1 });
        await visitor.post(answer);
      }
      expect(thanked(off).has("cl")).toBe(false);
    } finally {
      await off.close();
    }
  });
});
