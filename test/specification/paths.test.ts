import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { paths } from "./paths.ts";
import { visitorOf, walkSurvey } from "./survey-walk.ts";

/** Spec 2.4: which survey, offer, affiliate and thank-you page belong to a path. */

const site = siteForTests({ TRUST_PROXY: "1", "company.time-zone": "UTC" });

describe("a path", () => {
  // Every path's own lead is checked elsewhere (test/machines/registry.test.ts, test/paths/by-forms.test.ts).
  it.each(paths)(
    "$path shows its survey",
    holds(101, 102, 119, 129, 130, 131, 133, 134),
    async ({ path, survey }) => {
      const { html } = await visitorOf(site).open(path);
      expect(html.match(/data-survey="([^"]*)"/)?.[1]).toBe(survey);
    },
  );

  it.each(paths.filter(({ path, thanks }) => thanks || ["/survey/v2", "/survey/yt"].includes(path)))(
    "$path gives its lead its offer and affiliate, and its visitor its thanks",
    holds(3, 16, 18, 103, 111, 115, 121, 123, 124, 135, 136, 137, 138, 139),
    async ({ path, oid = 81, affid = 1, thanks = "/survey-thank-you/" }) => {
      const { lead, address } = await walkSurvey(site, path);
      expect([lead.record.oid, lead.record.affid]).toEqual([String(oid), String(affid)]);
      expect(address.pathname).toBe(thanks);
      expect(address.searchParams.get("affid")).toBe(String(affid));
    },
  );

  it("of the benefits flow makes no lead and ends on its own screen", holds(20, 335, 337), async () => {
    const { steps, end, lead } = await walkSurvey(site, "/survey/benefits");
    expect(steps).toEqual(["SelectAgeGroup", "USCitizen", "SecuredBenefits"]);
    expect([end.step, lead]).toEqual(["Closing", undefined]);
  });
});

describe("a click's query", () => {
  it("overrides the path's offer and affiliate, in the thanks too", holds(21, 120, 126, 146), async () => {
    const { lead, address } = await walkSurvey(site, "/survey/fb?oid=57&affid=7");
    expect([lead.record.oid, lead.record.affid]).toEqual(["57", "7"]);
    expect(address.searchParams.get("affid")).toBe("7");
  });

  it("with a non-numeric offer keeps the path's", holds(120), async () => {
    const { lead } = await walkSurvey(site, "/survey/fb?oid=abc");
    expect(lead.record.oid).toBe("114");
  });

  it("with an empty affiliate gets 10 when the lead is posted", holds(125, 471), async () => {
    const { lead } = await walkSurvey(site, "/survey/linear-short?affid=");
    expect(lead.record.affid).toBe("10");
  });

  it("becomes sub ids, click ids and transaction id", holds(145, 180, 181, 182, 496, 498, 499), async () => {
    const { lead, address } = await walkSurvey(
      site,
      "/survey/linear-short?s1=one&sub2=two&sub3=three&sub4=four&sub5=five&gclid=g1&fbclid=f1&debug=d1&_ef_transaction_id=t1",
    );
    expect(lead.record).toMatchObject({
      sub_id: "one",
      sub_id2: "two",
      sub_id3: "three",
      sub_id4: "four",
      click_id: "five",
      gclid: "g1",
      fbclid: "f1",
      debug_id: "d1",
      ef_transaction_id: "t1",
      lp_subid1: "one",
    });
    expect(address.searchParams.get("ef_transaction_id")).toBe("t1");
    expect(address.searchParams.has("_ef_transaction_id")).toBe(false);
    expect(address.searchParams.get("sub_id")).toBe("one");
  });

  it("prefers s1 to sub1, and ignores empty braces", holds(497, 500), async () => {
    const { lead } = await walkSurvey(site, "/survey/linear-short?s1=one&sub1=other&sub2={}");
    expect(lead.record).toMatchObject({ sub_id: "one", sub_id2: "" });
    const { lead: braces } = await walkSurvey(site, "/survey/linear-short?sub1={}");
    expect(braces.record.sub_id).toBe("");
  });

  it("without sub ids leaves the defaults", holds(147, 178, 179), async () => {
    const { lead, address } = await walkSurvey(site, "/survey/linear-short");
    expect(lead.record).toMatchObject({ sub_id: "1", sub_id2: "", sub_id3: "", sub_id4: "", click_id: "" });
    expect(address.searchParams.get("sub_id")).toBe("1");
  });
});

describe("the thank-you address", () => {
  it(
    "contains who was thanked, where they live and that they qualify",
    holds(141, 142, 143, 144, 148, 150, 154, 157),
    async () => {
      const { address } = await walkSurvey(site, "/survey/linear-short");
      expect(address.href.split("?")).toHaveLength(2);
      expect(Object.fromEntries(address.searchParams)).toMatchObject({
        email: "ana.rivera@example.com",
        city: "Beverly Hills",
        state: "CA",
        state_long: "California",
        zip_code: "90210",
        phone: "(213) 555-0123",
        q: "y",
      });
      for (const name of ["dq_reason", "is_disqualified", "cl", "lang", "referer"]) {
        expect(address.searchParams.has(name), name).toBe(false);
      }
    },
  );

  it.each([
    { path: "/survey/c", flagged: false },
    { path: "/survey/d", flagged: false },
    { path: "/survey-sd/v3b", flagged: true },
    { path: "/survey-sd/v3", flagged: false },
    { path: "/survey-sd/v4", flagged: false },
    { path: "/survey-sl", flagged: true },
  ])(
    "of somebody disqualified on $path has the reason; is_disqualified: $flagged",
    holds(17, 148, 149, 151, 152, 153),
    async ({ path, flagged }) => {
      const { address, lead } = await walkSurvey(site, path, { HasLawyer: "yes" });
      expect(address.searchParams.get("q")).toBe("n");
      expect(address.searchParams.get("dq_reason")).toBe("have_attorney|yes");
      expect(address.searchParams.get("is_disqualified")).toBe(flagged ? "true" : null);
      expect(lead.dqReason).toBe("have_attorney|yes");
    },
  );

  it.each([
    ["show-meter=yes", true],
    ["show-meter=no", false],
    ["show-meter", false],
  ])("with ?%s has the estimate's level: %s", holds(154), async (query, shown) => {
    const { address } = await walkSurvey(site, `/survey/c?${query}`);
    expect(address.searchParams.has("cl")).toBe(shown);
  });

  it.each(["/survey/es", "/surveyes", "/survey/v4nv-es"])(
    "of %s is Spanish",
    holds(127, 132, 155, 193),
    async (path) => {
      const { address, end, lead } = await walkSurvey(site, path);
      expect(address.searchParams.get("lang")).toBe("es");
      expect(end.html).toContain('<html lang="es"');
      expect(lead.record.language).toBe("en");
    },
  );

  it("of the multi-step survey has the page's referrer, and keeps its query", holds(156, 159), async () => {
    const { address } = await walkSurvey(site, "/g2?campaign=spring&q=y&email=other@example.com");
    expect(address.searchParams.has("referer")).toBe(true);
    expect(address.searchParams.get("campaign")).toBe("spring");
    expect(address.searchParams.getAll("email")).toEqual(["ana.rivera@example.com"]);
  });

  it("of the one-page survey keeps its query, but nobody else's click id", holds(145, 159), async () => {
    const { address } = await walkSurvey(site, "/survey/v5?campaign=spring&_ef_transaction_id=another");
    expect(address.searchParams.get("campaign")).toBe("spring");
    expect(address.searchParams.getAll("_ef_transaction_id")).not.toContain("another");
  });

  it("of the ticket flow keeps its query and adds affiliate and sub id", holds(158), async () => {
    const { address } = await walkSurvey(site, "/survey/ticket?campaign=spring&affid=7");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      campaign: "spring",
      affid: "7",
      sub_id: "1",
    });
  });

  it("of any other survey keeps nothing else", holds(160), async () => {
    const { address } = await walkSurvey(site, "/survey/linear-short?campaign=spring&utm_source=x");
    expect(address.searchParams.has("campaign")).toBe(false);
    expect(address.searchParams.has("utm_source")).toBe(false);
  });
});
