import { describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { holdWriteLock, query } from "../support/store-reader.ts";
import { answerTo, tryAnswer, visitorOf, walkSurvey } from "./survey-walk.ts";

/** Spec 7: the calls that a visit makes, as the services got them. */

const site = siteForTests({ TRUST_PROXY: "1", SITE_TIME_ZONE: "UTC", PREPOP_PERCENT: "100" });

const words = "A truck hit my car from behind at a red light.";

describe("a walk through a survey", () => {
  it(
    "asks each service in its own way, and the lead exchange before the lead is stored",
    holds(356, 475, 476, 477, 480, 481),
    async () => {
      const { lead } = await walkSurvey(site, "/survey-sl", {
        IncidentDescription: { case_description: words },
      });
      const { gibberish, ipqs, zipLookup, leadExchange } = site.stubs;
      const judged = gibberish.requests.at(-1)!;
      expect([judged.method, Object.fromEntries(new URLSearchParams(judged.body))]).toEqual([
        "POST",
        { text: words },
      ]);
      expect(zipLookup.requests.at(-1)).toMatchObject({ method: "GET", path: "/90210" });
      expect(ipqs.requests.filter(({ path }) => path.includes("/email/")).at(-1)!.path).toContain(
        "ana.rivera@example.com",
      );
      expect(ipqs.requests.filter(({ path }) => path.includes("/phone/")).at(-1)!.path).toContain(
        "2135550123",
      );
      expect(JSON.parse(leadExchange.requests.at(-1)!.body)).toEqual({
        project: "MVA",
        zipCode: "90210",
        ipAddress: lead.record.ip_address,
        userAgent: lead.record.user_agent,
        tf: "",
        leadId: "",
      });
      expect(lead.record).toMatchObject({ email_check: "good", phone_check: "checked", is_gibberish: "no" });
    },
  );

  it("asks nobody for whom to fill in where everybody's form is filled in", holds(489, 490), async () => {
    const { lead } = await walkSurvey(site, "/survey/linear-short");
    expect(lead.record.prePopPii).toBe("yes");
    expect(site.stubs.prePopulation.requests).toEqual([]);
  });

  it("keeps a benefits visitor's age group and citizenship with the visit", holds(213), async () => {
    await walkSurvey(site, "/survey/benefits");
    const rows = query<{ body: string }>(
      site.databaseFile,
      "select body from visit_log where kind = 'answer' order by at desc, seq desc limit 3",
    );
    const fields = rows.map(({ body }) => (JSON.parse(body) as { answers: object }).answers);
    expect(Object.keys(Object.assign({}, ...fields)).sort()).toEqual([
      "ageGroup",
      "isUSCitizen",
      "secured_benefits",
    ]);
  });
});

it("SL v2 thanks only once its lead is stored; until then one can press again", holds(277), async () => {
  const visitor = visitorOf(site);
  const { end: last } = await walkSurvey(site, "/survey-sl", {}, { until: "PhoneAndZip", visitor });
  const release = holdWriteLock(site.databaseFile);
  const refused = await visitor.post(answerTo(last)).finally(release);
  expect(refused.status).toBe(503);
  visitor.screen = last;
  const thanked = await visitor.post(answerTo(last));
  expect(thanked.url).toMatch(/^\/survey-thank-you\/\?/);
});

it.each(["bad@example.com", "ana@mailinator.com"])(
  "%s, bad or disposable, is asked for again",
  holds(448),
  async (email) => {
    const { screen, wrong } = await tryAnswer(site, "/survey/linear-short", "NameAndEmail", { email });
    expect([screen.status, wrong]).toEqual([422, ["email"]]);
  },
);
