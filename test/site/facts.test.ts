import { afterEach, describe, expect, it } from "vitest";
import { visitorOf, walkSurvey } from "../specification/survey-walk.ts";
import { type Fault, type Stub, startStub } from "../stubs/stub-server.ts";
import { answersC } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { FormVisitor, walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();

const newestLead = () => storedLeads(site.databaseFile).at(-1)!;

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

  it("follows a later click from another affiliate", async () => {
    const visitor = new FormVisitor(site.url);
    await walk(visitor, "/survey/c?affid=252", "NameAndEmail");
    const { html } = await visitor.open("/survey/c?affid=7");
    expect(html).toContain('data-step="NameAndEmail"');
    await visitor.post(answersC.NameAndEmail!);
    await visitor.post(answersC.PhoneAndZip!);
    expect(newestLead().record).toMatchObject({ affid: "7", lp_campaign_id: "51" });
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

  it("fills in nothing in another browser, whatever the address says", async () => {
    await walk(new FormVisitor(site.url), "/survey/c?affid=1");
    const other = new FormVisitor(site.url);
    const address = "/survey/c?affid=1&firstName=Evander&email=evander%40example.com";
    const pages = await walk(other, address, "NameAndEmail");
    expect(typedIn(pages, "firstName")).toBeUndefined();
    expect(pages).not.toMatch(/evander/i);
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

const personal = /Rivera|ana\.rivera|555-01|truck|Weaver|name"|phone"|email"|"address"|description/;

describe("what services get of a visitor", () => {
  it("the buyers service gets the age of the case and its source, not the person", holds(488), async () => {
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
});

describe("services that answer oddly", () => {
  /** Zippopotam's answer for one zip; it is down for another. */
  const places = [{ "place name": "Zippopolis", state: "California", "state abbreviation": "CA" }];
  const zips = during(() =>
    startStub(({ path }) =>
      path === "/90210" ? { body: { "post code": "90210", places } } : { status: 503, body: {} },
    ),
  );
  const buyers = {
    selectedBuyers: [{ name: "Odd Firm", id: "7" }, { name: "No Firm" }],
    allPossibleBuyers: [],
  };
  const firms = during(() => startStub(() => ({ body: buyers })));
  const site = siteForTests(() => ({
    ZIP_LOOKUP_URL: `${zips.origin}/{zip}`,
    ZIP_LOOKUP_HEADERS: "x-key=the%20key",
    BUYERS_URL: firms.origin,
    PREPOP_URL: "",
    "survey.prefill-percent": "50",
    "delivery.own-posts-first-retry-ms": "100",
    "delivery.lead-prosper-first-retry-ms": "100",
  }));
  afterEach(() => {
    for (const stub of receivers()) stub.fault = "ok";
  });
  const receivers = (): Stub[] => [site.stubs.ownPosts, site.stubs.leadProsper, site.stubs.leadExchange];

  const newest = () => storedLeads(site.databaseFile).at(-1)!;
  const failures = (provider: string) =>
    site
      .output()
      .split("\n")
      .filter((line) => line.includes('"provider.failed"') && line.includes(`"${provider}"`)).length;
  const messageTo = (destination: string) =>
    query<{ status: string; attempts: number; detail: string }>(
      site.databaseFile,
      `select status, attempts, (select detail from outbox_attempts where outbox_id = outbox.id) as detail
     from outbox where id = ?`,
      `${newest().id}.${destination}`,
    )[0]!;

  const walk = (path: string, visitor = visitorOf(site)) => walkSurvey(site, path, {}, { visitor });

  const odd: Fault[] = ["garbage", "huge", "drip"];

  describe("a receiver that answers with status 200", () => {
    it.each(odd)("has its lead, once, whatever the body: %s", holds(464, 474), async (fault) => {
      site.stubs.ownPosts.fault = fault;
      site.stubs.ownPosts.requests.length = 0;
      await walk("/survey/e");
      await waitFor("the end", () => messageTo("distribution").status === "delivered");
      expect(messageTo("distribution")).toMatchObject({ attempts: 1, detail: "any answer counts" });
      expect(site.stubs.ownPosts.requests).toHaveLength(1);
    });

    it.each(["html", "cut"] as const)(
      "has it even where its body should be read and cannot be: %s",
      async (fault) => {
        site.stubs.leadProsper.fault = fault;
        await walk("/survey/c");
        await waitFor("the end", () => messageTo("lead-prosper").status === "delivered");
        expect(messageTo("lead-prosper")).toMatchObject({
          attempts: 1,
          detail: "status 200, but the answer could not be read",
        });
      },
    );
  });

  it("an affiliate in letters is not mapped, and a missing one is mapped as 10", holds(487), async () => {
    const { requests } = site.stubs.mappings;
    const before = requests.length;
    await walk("/survey/c?affid=letters");
    expect(newest().record).toMatchObject({ affid: "letters", lp_campaign_id: "" });
    expect(requests).toHaveLength(before);
    await walk("/survey/c?affid=");
    expect(newest().record).toMatchObject({ affid: "10", lp_campaign_id: "51" });
    expect(requests.slice(before).map(({ body }) => JSON.parse(body))).toEqual([{ affid: 10, oid: 81 }]);
    expect(failures("mappings")).toBe(0);
  });
});
