import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor, walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

const newestLead = () => storedLeads(site.databaseFile).at(-1)!;

const asked = () => site.stubs.mappings.requests.map(({ body }) => JSON.parse(body));

const typedIn = (html: string, name: string) =>
  html.match(new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`))?.[1];

/** Answers C up to this step, as a form visitor whose pages are all looked at. */
async function walk(visitor: FormVisitor, address: string, upTo?: string): Promise<string> {
  let pages = (await visitor.open(address)).html;
  for (const [step, answer] of Object.entries(answersC)) {
    if (step === upTo) break;
    pages += (await visitor.post(answer)).html;
  }
  return pages;
}

describe("the buyer's campaign", () => {
  it("is its affiliate's, on the lead and at the buyer, and never in a page", holds(487, "T14"), async () => {
    const pages = await walk(new FormVisitor(site.url), "/survey/c?affid=252");
    const { id, record } = newestLead();
    expect(record).toMatchObject({
      affid: "252",
      lp_campaign_id: "52",
      lp_supplier_id: "61",
      lp_key: "mapped-key-52",
    });
    const { received } = site.stubs.leadProsper;
    await waitFor("the lead at the buyer", () => received.has(`${id}.lead-prosper`));
    expect(received.get(`${id}.lead-prosper`)!.fields).toMatchObject({
      lp_campaign_id: "52",
      lp_key: "mapped-key-52",
    });
    expect(pages).not.toContain("mapped-key");
    expect(site.output()).not.toContain("mapped-key");
  });

  it("follows a later click of another affiliate's", async () => {
    const visitor = new FormVisitor(site.url);
    await walk(visitor, "/survey/c?affid=252", "NameAndEmail");
    const { html } = await visitor.open("/survey/c?affid=7");
    expect(html).toContain('data-step="NameAndEmail"');
    await visitor.post(answersC.NameAndEmail!);
    await visitor.post(answersC.PhoneAndZip!);
    expect(newestLead().record).toMatchObject({ affid: "7", lp_campaign_id: "51" });
  });

  it("is the one of the affiliate that a prior offence leaves the lead with", holds(262, 487), async () => {
    await walkForms(site.url, "/survey/dui?affid=252", {
      AtFault: { option: "yes" },
      PendingDUICharges: { option: "yes" },
      TypeOfAlcoholTestPerformed: { option: "no_test" },
      UserHasDUI: { option: "yes" },
    });
    const { id, record } = newestLead();
    expect(record).toMatchObject({ affid: "1", original_affid: "252", oid: "136", lp_campaign_id: "51" });
    expect(record).toMatchObject({ lp_key: "mapped-key-51" });
    const { received } = site.stubs.leadProsper;
    await waitFor("the lead at the buyer", () => received.has(`${id}.lead-prosper`));
    expect(received.get(`${id}.lead-prosper`)!.fields).toMatchObject({
      lp_campaign_id: "51",
      affid: "1",
      oid: "136",
    });
    expect(asked().slice(-2)).toEqual([
      { affid: 252, oid: 81 },
      { affid: 1, oid: 136 },
    ]);
  });
});

describe("pre-population", () => {
  it("fills in what the same browser gave last, where the service says yes", holds(489), async () => {
    const visitor = new FormVisitor(site.url);
    await walk(visitor, "/survey/c?affid=1");
    const again = await walk(visitor, "/survey/c?affid=1", "NameAndEmail");
    expect(typedIn(again, "firstName")).toBe(answersC.NameAndEmail!.firstName);
    expect(typedIn(again, "email")).toBe(answersC.NameAndEmail!.email);

    const unasked = new FormVisitor(site.url);
    await walk(unasked, "/survey/c?affid=252");
    expect(typedIn(await walk(unasked, "/survey/c?affid=252", "NameAndEmail"), "firstName")).toBeUndefined();
  });

  it("knows nobody in another browser, whatever the address says", async () => {
    await walk(new FormVisitor(site.url), "/survey/c?affid=1");
    const other = new FormVisitor(site.url);
    const address = "/survey/c?affid=1&firstName=Evander&email=evander%40example.com";
    const pages = await walk(other, address, "NameAndEmail");
    expect(typedIn(pages, "firstName")).toBeUndefined();
    expect(pages).not.toMatch(/evander/i);
  });

  it("reaches a page that was made before the answer", async () => {
    const visitor = new JsonVisitor(site.url);
    await visitor.open("?affid=1");
    await visitor.finish();
    await visitor.open("?affid=1");
    const [first] = entriesC();
    const { drafts } = JSON.parse((await visitor.progress([first!])).text);
    expect(drafts.NameAndEmail).toMatchObject({ firstName: answersC.NameAndEmail!.firstName });
  });
});

describe("the compensation estimate", () => {
  it("reaches the page with the meter, and is in the thank-you address", holds(493), async () => {
    const visitor = new JsonVisitor(site.url);
    await visitor.open("?show-meter=yes");
    const levels: number[] = [];
    for (const entry of entriesC()) {
      const { text } = await visitor.progress([entry]);
      levels.push(JSON.parse(text).compensation.level);
    }
    await visitor.postLead();
    expect(levels.every((level) => level >= 1 && level <= 7)).toBe(true);
    expect(new Set(levels).size).toBeGreaterThan(1);
    expect(new URL(newestLead().location, site.url).searchParams.get("cl")).toBe(String(levels.at(-1)));
  });
});

describe("the click's id", () => {
  it("is in the addresses of the survey and on the lead", async () => {
    const visitor = new FormVisitor(site.url);
    await walk(visitor, "/survey/c?affid=9", "NameAndEmail");
    const id = new URL(visitor.screen.url, site.url).searchParams.get("_ef_transaction_id");
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    await visitor.post(answersC.NameAndEmail!);
    await visitor.post(answersC.PhoneAndZip!);
    expect(newestLead().record.ef_transaction_id).toBe(id);
  });
});

/** What a claim is judged by besides the answers (spec 3.2 and 7). */
const known = {
  days_from_incident_date: 30,
  months_from_incident_date: 1,
  incident_date: expect.stringMatching(/^\d{4}-\d\d-01$/),
  accident_within_last_year: "yes",
  accident_limit_exceeded: 0,
  affid: "7",
  sub_id: "abc",
  sub_id2: "x",
  sub_id3: "",
  sub_id4: "",
  language: "en",
  user_agent: expect.stringMatching(/\S/),
};
const fromAffiliate = "?affid=7&s1=abc&sub2=x&show-meter=yes";
const recent = { option: "Within 30 Days" };
const lawFirm = { law_firm_name: "Weaver & Sons", law_firm_phone: "(213) 555-0188" };

/** Who the visitor is and what was typed freely. */
const personal = /Rivera|ana\.rivera|555-01|truck|Weaver|name"|phone"|email"|"address"|description/;

it("the buyers service gets the age of the case and its source, not who asks", holds(488), async () => {
  await walkForms(site.url, `/survey/v4nv-1to1${fromAffiliate}`, {
    WhenWasTheAccident: recent,
    HasLawyer: { option: "yes" },
    InterestedInFunding: { option: "yes" },
    HasCaseBeenSettled: { option: "no" },
    HasReceivedFunding: { option: "no" },
    LawFirmDetails: lawFirm,
  });
  const { body } = site.stubs.buyers.requests.at(-1)!;
  expect(JSON.parse(body)).toEqual({
    fields: expect.objectContaining({ ...known, state: "CA", zip_code: "90210" }),
  });
  expect(JSON.parse(body).fields).toMatchObject({ interested_in_psf: "yes", prior_funding: "no" });
  expect(body).not.toMatch(personal);
});

it("the estimate gets the same", holds(493), async () => {
  const { requests } = site.stubs.compensation;
  requests.length = 0;
  await walkForms(site.url, `/survey/c${fromAffiliate}`, { WhenWasTheAccident: recent });
  const { body } = requests.at(-1)!;
  expect(JSON.parse(body)).toEqual({
    fields: expect.objectContaining({ ...known, at_Fault: "no", police_report: "yes" }),
  });
  expect(body).not.toMatch(personal);
});
