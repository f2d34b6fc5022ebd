import { afterAll, beforeAll, expect, it } from "vitest";
import { holds } from "../support/holds.ts";
import { type Site, startSite } from "../support/site.ts";
import { walkForms } from "../support/walk-forms.ts";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

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
const query = "?affid=7&s1=abc&sub2=x&show-meter=yes";
const recent = { option: "Within 30 Days" };
const lawFirm = { law_firm_name: "Weaver & Sons", law_firm_phone: "(213) 555-0188" };

/** Who the visitor is and what was typed freely. */
const personal = /Rivera|ana\.rivera|555-01|truck|Weaver|name"|phone"|email"|"address"|description/;

it("the buyers service is told the age of the case and its source, not who asks", holds(488), async () => {
  await walkForms(site.url, `/survey/v4nv-1to1${query}`, {
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

it("the estimate is told the same", holds(493), async () => {
  const { requests } = site.stubs.compensation;
  requests.length = 0;
  await walkForms(site.url, `/survey/c${query}`, { WhenWasTheAccident: recent });
  const { body } = requests.at(-1)!;
  expect(JSON.parse(body)).toEqual({
    fields: expect.objectContaining({ ...known, at_Fault: "no", police_report: "yes" }),
  });
  expect(body).not.toMatch(personal);
});
