import { beforeAll, describe, expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { holdWriteLock, query } from "../support/store-reader.ts";
import { JsonVisitor } from "../support/visitors.ts";
import { answerTo, bodiesOf, daysAgo, tryAnswer, visitorOf, walkSurvey } from "./survey-walk.ts";

describe("record", () => {
  /** Spec 3.2: the lead's record, as stored and as its receivers got it. */

  const site = siteForTests({ TRUST_PROXY: "1", "company.time-zone": "UTC" });
  let origin: string;
  beforeAll(() => {
    origin = `http://localhost:${new URL(site.url).port}`;
  });

  describe("its values", () => {
    it("are as specified", holds(168, 169, 171, 172, 173, 186, 192, 194, 196, 207, 516), async () => {
      const { lead } = await walkSurvey(site, "/survey/c?debug=d1", { WhenWasTheAccident: daysAgo(40) });
      const { injury_year: year, injury_month: month } = daysAgo(40);
      expect(lead.record).toMatchObject({
        first_name: "Ana",
        last_name: "Rivera",
        physical_injury: "Yes",
        doctor_treatment: "Yes",
        with_Lawyer: "no",
        at_Fault: "no",
        city: "Beverly Hills",
        state: "CA",
        state_long: "California",
        county: "Los Angeles",
        zip_code: "90210",
        incident_date: `${year}-${month}-01`,
        landing_page: origin,
        language: "en",
        sms_verified: "no",
        days_from_incident_date: 40,
        debug_id: "d1",
      });
      expect(lead.record.ip_address).toMatch(/^198\.18\./);
      expect(lead.record.lp_s2).toMatch(/^(google|facebook)$/);
      expect(lead.record.time_on_steps).toMatch(/^WhenWasTheAccident:\d+\|OtherDriversVehicleType:\d+\|/);
    });

    it("have the DUI's answers and the rewritten offer and affiliate", holds(168, 262, 263), async () => {
      const { lead, address } = await walkSurvey(site, "/survey/dui?affid=252&oid=90", {
        AtFault: "yes",
        PendingDUICharges: "yes",
        TypeOfAlcoholTestPerformed: "refused_test",
        UserHasDUI: "yes",
      });
      expect(lead.record).toMatchObject({
        prior_alcohol_related_offense: "yes",
        bac_level: "dont_know",
        oid: "136",
        affid: "1",
        original_oid: "90",
        original_affid: "252",
      });
      expect(address.searchParams.get("affid")).toBe("1");
    });

    it("have VW3's and v4nv-ep's type of accident", holds(266, 319), async () => {
      for (const path of ["/survey/vw3", "/survey/v4nv-ep"]) {
        expect((await walkSurvey(site, path)).lead.record.accident_type, path).toBe("Car Accident");
      }
    });

    it.each([
      ["yes", "yes"],
      ["no", "no"],
    ])("have injury_rx_qualified by the doctor question: %s", holds(290, 291), async (said, qualified) => {
      const { lead } = await walkSurvey(site, "/survey/v4nv", {
        AtFault: "yes",
        WasUserInjured: "Whiplash",
        SpeakingWithADoctor: said,
      });
      expect(lead.record).toMatchObject({ speaking_with_doctor: said, injury_rx_qualified: qualified });
    });

    const hitAndRun = { case_description: "It was a hit and run on the highway at night." };
    it.each([
      ["yes", undefined, "no", " [Hit and run: the other driver has been identified.]"],
      ["no", "yes", "no", " [Hit and run: the visitor has uninsured motorist coverage.]"],
      ["no", "no", "yes", ""],
    ])(
      "note a hit and run: known %s, covered %s",
      holds(305, 306, 308, 309, 310),
      async (known, covered, badWords, note) => {
        const { lead } = await walkSurvey(site, "/survey/v4nv", {
          IncidentDescription: hitAndRun,
          HitAndRunIdentified: known,
          ...(covered && { UninsuredMotoristCoverage: covered }),
        });
        expect(lead.record).toMatchObject({
          hit_and_run: "yes",
          bad_words: badWords,
          raw_case_description: hitAndRun.case_description,
          case_description: `${hitAndRun.case_description}${note}`,
        });
      },
    );

    it("add the times of a question that was answered twice", holds(196, 197), async () => {
      const visitor = visitorOf(site);
      let screen = await visitor.open("/survey/linear-short");
      screen = await visitor.post(answerTo(screen));
      screen = await visitor.post({ intent: "back" });
      expect(screen.step).toBe("WhenWasTheAccident");
      await visitor.post({ option: "Within 6 Months" });
      const { lead } = await walkSurvey(site, "/survey/linear-short", {}, { visitor });
      const entries = String(lead.record.time_on_steps).split("|");
      expect(entries.map((entry) => entry.split(":")[0])).toEqual([
        "WhenWasTheAccident",
        "AtFault",
        "WasUserInjured",
        "NameAndEmail",
        "PhoneAndZip",
      ]);
      for (const entry of entries) expect(entry).toMatch(/:\d+$/);
    });
  });

  describe("what receivers get", () => {
    const gibberish = "qwrtpsdfg hjklzxcvb nmqwrtp sdfghjk";

    it(
      "of variant E: buyer and distribution, with the survey's address",
      holds(3, 187, 188, 474),
      async () => {
        const { lead } = await walkSurvey(site, "/survey/e");
        const bodies = await bodiesOf(site, lead.id);
        expect(Object.keys(bodies).sort()).toEqual(["distribution", "lead-prosper"]);
        expect(bodies.distribution).toMatchObject({ landing_page_url: `${origin}/survey/e` });
        expect(bodies.distribution).toHaveProperty("jornaya_leadid");
        expect(bodies.distribution).not.toHaveProperty("lp_key");
      },
    );

    it(
      "of variant F: the buyer, and a transformed lead",
      holds(201, 202, 203, 204, 205, 509, 510),
      async () => {
        const { lead } = await walkSurvey(site, "/f", { SocialDropWhenWasTheAccident: daysAgo(40) });
        const { injury_year: year, injury_month: month, injury_day: day } = daysAgo(40);
        const bodies = await bodiesOf(site, lead.id);
        expect(Object.keys(bodies).sort()).toEqual(["lead-prosper", "transformed-lead"]);
        expect(bodies["transformed-lead"]).toMatchObject({
          oid: "1500",
          affid: "1000350",
          case_type: "FormMVA",
          case_description: "N/A",
          state_accident_occurred: "CA",
          date_accident_occurred: `${month}/${day}/${year}`,
          settlement_offers: "no",
          lp_action: "test",
        });
        expect(bodies["transformed-lead"]).toHaveProperty("injuries_sustained");
        expect(bodies["lead-prosper"]!.case_description).toMatch(/^A truck/);
      },
    );

    it(
      "of the ticket flow: its own endpoint, without three fields",
      holds(3, 18, 334, 467, 468),
      async () => {
        const { lead } = await walkSurvey(site, "/survey/ticket?affid=", {
          IncidentDescription: { case_description: gibberish },
        });
        const bodies = await bodiesOf(site, lead.id);
        expect(Object.keys(bodies)).toEqual(["ticket-lead"]);
        for (const name of ["accident_limit_exceeded", "accident_within_last_year", "state_long"]) {
          expect(bodies["ticket-lead"]).not.toHaveProperty(name);
        }
        expect(bodies["ticket-lead"]).toMatchObject({ sub_id: "1", affid: "10", is_gibberish: "yes" });
      },
    );

    it("for listed words: the workflow too, form-encoded; not for others", holds(459, 482), async () => {
      const flagged = await walkSurvey(site, "/survey-sl", {
        IncidentDescription: { case_description: "They offered me a gift card after the crash" },
      });
      const bodies = await bodiesOf(site, flagged.lead.id);
      expect(Object.keys(bodies).sort()).toEqual(["bad-words", "lead-prosper"]);
      expect(bodies["bad-words"]).toMatchObject({ bad_words: "yes", email: "ana.rivera@example.com" });
      const plain = await walkSurvey(site, "/survey-sl");
      expect(Object.keys(await bodiesOf(site, plain.lead.id))).toEqual(["lead-prosper"]);
    });
  });

  it("google has about three of four leads, facebook the others", holds(184, 185), async () => {
    for (let count = 0; count < 40; count++) {
      const headers = { "X-Forwarded-For": `198.19.0.${count}` };
      const visitor = await new JsonVisitor(site.url, "/survey/c", { headers }).open();
      expect((await visitor.finish()).status).toBe(200);
    }
    const rows = query<{ record: string }>(site.databaseFile, "select record from leads");
    const values = rows.map(({ record }) => (JSON.parse(record) as { lp_s2: string }).lp_s2);
    const share = values.filter((value) => value === "google").length / values.length;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.95);
  });
});

describe("calls", () => {
  /** Spec 7: the calls that a visit makes, as the services got them. */

  const site = siteForTests({
    TRUST_PROXY: "1",
    "company.time-zone": "UTC",
    "survey.prefill-percent": "100",
  });

  const words = "A truck hit my car from behind at a red light.";

  describe("a walk through a survey", () => {
    it(
      "calls each service in its own way, and the lead exchange before the lead is stored",
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
        expect(lead.record).toMatchObject({
          email_check: "good",
          phone_check: "checked",
          is_gibberish: "no",
        });
      },
    );

    it(
      "asks no service for pre-population where everybody's form is pre-populated",
      holds(489, 490),
      async () => {
        const { lead } = await walkSurvey(site, "/survey/linear-short");
        expect(lead.record.prePopPii).toBe("yes");
        expect(site.stubs.prePopulation.requests).toEqual([]);
      },
    );

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

  it(
    "in SL v2 reaches its thanks only once its lead is stored; until then the button works again",
    holds(277),
    async () => {
      const visitor = visitorOf(site);
      const { end: last } = await walkSurvey(site, "/survey-sl", {}, { until: "PhoneAndZip", visitor });
      const release = holdWriteLock(site.databaseFile);
      const refused = await visitor.post(answerTo(last)).finally(release);
      expect(refused.status).toBe(503);
      visitor.screen = last;
      const thanked = await visitor.post(answerTo(last));
      expect(thanked.url).toMatch(/^\/survey-thank-you\/\?/);
    },
  );

  it.each(["bad@example.com", "ana@mailinator.com"])(
    "%s, bad or disposable, is asked for again",
    holds(448),
    async (email) => {
      const { screen, wrong } = await tryAnswer(site, "/survey/linear-short", "NameAndEmail", { email });
      expect([screen.status, wrong]).toEqual([422, ["email"]]);
    },
  );
});
