import { beforeEach, describe, expect, it } from "vitest";
import { createSeal } from "../../services/guard/signing.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { counts, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests();

const steps = Object.keys(answersC);
const answer = (step: string, fields = answersC[step] ?? {}) => ({ answer: { step, fields } });
const leads = () => counts(site.databaseFile).leads;

/** What only the server may say, as a browser might claim it. */
const lies = {
  lead_is_qualified: "yes",
  qualified: "true",
  dq_reason: "",
  do_not_send_to_dq: "yes",
  ip_address: "198.51.100.9",
  user_agent: "forged",
  tcpa: "I agree to nothing",
  lp_key: "forged-key",
  lp_campaign_id: "999",
  lp_action: "",
  sms_verified: "yes",
  phone_valid: "yes",
  email_check: "good",
  days_from_incident_date: "1",
  incident_date: "2026-01-01",
  accident_limit_exceeded: "0",
  city: "Forged",
  state: "ZZ",
  with_Lawyer: "no",
  at_Fault: "no",
  lead_id: "forged",
  id: "forged",
  trusted_form_cert_id: "forged",
  "answers[with_Lawyer]": "no",
  "1_to_1_consent": "yes",
  selected_buyers: "40747",
  selected_buyer_names: "Forged & Sons",
  accident_within_last_year: "yes",
  enough_words: "yes",
  is_gibberish: "no",
  affid: "666",
  oid: "666",
  click_id: "forged",
  time_on_steps: "forged",
  took_ms: "999999",
  trap_filled: "false",
  derived_fields: "[]",
};

describe("a browser that leaves questions out", holds("T13"), () => {
  let visitor: JsonVisitor;
  beforeEach(async () => {
    visitor = await new JsonVisitor(site.url).open();
  });

  const uninjured = entriesC({ WasUserInjured: { option: "No" } }).slice(0, 4);
  it.each([
    ["the last question first", [], answer("PhoneAndZip")],
    ["one question skipped", [answer(steps[0]!)], answer(steps[2]!)],
    ["a question of another variant", [answer(steps[0]!)], answer("HitAndRun", { option: "yes" })],
    ["a state that is no question", [], answer("submitting")],
    ["what every object has", [], answer("constructor", { option: "Yes" })],
    ["a question its answers lead around", uninjured, answer("TypeOfMedicalTreatment")],
    ["Back from where it never was", [answer(steps[0]!)], { back: "PhoneAndZip" }],
  ])("gets 409 and the question it is at, and no lead: %s", async (_name, good, bad) => {
    const before = leads();
    const refused = await visitor.progress([...good, bad]);
    expect(refused.status).toBe(409);
    const { field, step } = JSON.parse(refused.text);
    expect(field).toBe(`entries.${good.length}`);
    expect(step).toBe(good === uninjured ? "PoliceReportFiled" : steps[good.length]);
    expect((await visitor.postLead()).status).toBe(409);
    expect(leads()).toBe(before);
  });

  it("gets no lead for posting before each of the questions is answered", async () => {
    const before = leads();
    for (const entry of entriesC()) {
      const early = await visitor.postLead();
      expect(early.status).toBe(409);
      expect(JSON.parse(early.text).step).toBe("answer" in entry ? entry.answer.step : "");
      await visitor.progress([entry]);
    }
    expect(leads()).toBe(before);
    expect((await visitor.postLead()).status).toBe(200);
    expect(leads()).toBe(before + 1);
  });

  it("is led back to its question by a form, too", async () => {
    const before = leads();
    for (const step of ["PhoneAndZip", "NameAndEmail", "HitAndRun", "submitting", "__proto__", ""]) {
      const form = { visit: visitor.token, step, ...answersC.PhoneAndZip, ...answersC.NameAndEmail };
      const answered = await send(site.url, "/survey/c", { form, headers: { Cookie: visitor.cookie } });
      expect(answered.status).toBe(303);
      expect(answered.headers.location).toMatch(/step=WhenWasTheAccident$/);
    }
    expect(leads()).toBe(before);
  });

  it.each([
    ["WhenWasTheAccident", { option: "Tomorrow" }, "option"],
    ["WhenWasTheAccident", { injury_month: "02", injury_day: "30", injury_year: "2024" }, "injury_day"],
    ["WhenWasTheAccident", { injury_month: "01", injury_day: "01", injury_year: "2999" }, "injury_year"],
    ["WhenWasTheAccident", { __proto__: { option: "Within 30 Days" } }, "option"],
  ])("gets 422 for an answer that is none: %s %j", async (step, fields, field) => {
    const refused = await visitor.progress([answer(step, fields as Record<string, string>)]);
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.text).field).toBe(`entries.0.answer.fields.${field}`);
  });
});

describe("a browser that says what only the server may say", () => {
  it("changes nothing of the lead, by JSON or by form", holds("T14"), async () => {
    const lawyer = { HasLawyer: { option: "yes" } };
    const honest = await new JsonVisitor(site.url).open("?affid=7");
    await honest.finish(entriesC(lawyer));
    const [expected] = storedLeads(site.databaseFile).slice(-1);
    const lying = (claims: Record<string, string>) =>
      Object.fromEntries(
        Object.entries({ ...answersC, ...lawyer }).map(([step, fields]) => [step, { ...claims, ...fields }]),
      );
    /** Of each field of a lead, besides those that a form has room for. */
    const claims = {
      ...Object.fromEntries(Object.keys(expected!.record).map((name) => [name, "x"])),
      ...lies,
    };
    const byJson = await new JsonVisitor(site.url).open("?affid=7");
    expect((await byJson.progress(entriesC(lying(claims)), claims)).status).toBe(200);
    expect((await byJson.postLead(claims)).status).toBe(200);
    const byForm = new FormVisitor(site.url);
    await byForm.open("/survey/c?affid=7");
    for (const step of steps) await byForm.post(lying(lies)[step]!);
    expect(byForm.screen.url).toMatch(/^\/survey-thank-you\/\?.*&q=n&dq_reason=have_attorney%7Cyes$/);

    const forged = storedLeads(site.databaseFile).slice(-2);
    expect(expected!.record).toMatchObject({ lead_is_qualified: "no", with_Lawyer: "yes", affid: "7" });
    for (const lead of forged) {
      expect(stable(lead.record)).toEqual(stable(expected!.record));
      expect(lead).toMatchObject({ qualified: 0, dqReason: "have_attorney|yes" });
    }
    const texts = query<{ body: string }>(site.databaseFile, "select body from consents");
    expect(texts.map(({ body }) => body).join()).not.toContain("I agree to nothing");
  });

  it("cannot choose where its thanks are, nor another one's", holds("T21"), async () => {
    const visitor = await new JsonVisitor(site.url).open("?thankYou=http://evil.test&location=//evil.test");
    const posted = await visitor.finish();
    expect(JSON.parse(posted.text).location).toMatch(/^\/survey-thank-you\/\?/);
  });
});

describe("a visit that is not this browser's", () => {
  it("is not believed when its token was altered or signed by someone else", holds("T13"), async () => {
    const owner = await new JsonVisitor(site.url).open();
    await owner.progress(entriesC().slice(0, 1));
    const { token, cookie } = owner;
    const [text = "", signature = ""] = token.split(".");
    const opened = JSON.parse(Buffer.from(text, "base64url").toString());
    const renamed = Buffer.from(JSON.stringify({ ...opened, id: "other" })).toString("base64url");
    const forged = [
      `${renamed}.${signature}`,
      `${text}.`,
      text,
      `.${signature}`,
      `${token}.${signature}`,
      createSeal(["another deployment's secret, long enough"], "visit token").seal(opened),
      `${text.slice(0, -1)}.${signature}`,
    ];
    for (const visit of forged) {
      const form = { visit, step: steps[0]!, ...answersC[steps[0]!] };
      const answered = await send(site.url, "/survey/c", { form, headers: { Cookie: cookie } });
      expect(answered.status).toBe(303);
      expect(answered.headers.location).toBe(`/survey/c?step=${steps[0]}`);
      const json = { path: "/survey/c", visit, entries: entriesC() };
      expect((await send(site.url, "/api/progress", { json, headers: { Cookie: cookie } })).status).toBe(400);
    }
  });

  it("takes no token of the contact form", async () => {
    const contact = new FormVisitor(site.url);
    const { html } = await contact.open("/contact/");
    const visit = html.match(/name="form" value="([^"]+)"/)![1]!;
    const json = { path: "/survey/c", visit, entries: entriesC() };
    expect((await send(site.url, "/api/progress", { json })).status).toBe(400);
  });

  it(
    "can neither be answered, posted nor read from a browser with a session of its own",
    holds(463, "T10"),
    async () => {
      const owner = await new JsonVisitor(site.url).open();
      await owner.progress(entriesC().slice(0, 9));
      const thief = await new JsonVisitor(site.url).open();
      const before = {
        ...counts(site.databaseFile),
        log: query(site.databaseFile, "select * from visit_log"),
      };
      thief.token = owner.token;

      for (const refused of [await thief.progress([answer("PhoneAndZip")]), await thief.postLead()]) {
        expect(refused.status).toBe(409);
        expect(refused.text).not.toMatch(/Rivera|ana\.rivera|truck hit/);
      }
      const form = { visit: owner.token, step: "PhoneAndZip", ...answersC.PhoneAndZip };
      const stolen = await send(site.url, "/survey/c", { form, headers: { Cookie: thief.cookie } });
      expect(stolen.status).toBe(303);
      expect(stolen.headers.location).toMatch(/^\/survey\/c\?step=/);
      const shown = await send(site.url, stolen.headers.location!, { headers: { Cookie: thief.cookie } });
      expect(shown.text).not.toMatch(/Rivera|ana\.rivera|truck hit/);
      expect({
        ...counts(site.databaseFile),
        log: query(site.databaseFile, "select * from visit_log"),
      }).toEqual(before);
      expect((await owner.finish([answer("PhoneAndZip")])).status).toBe(200);
    },
  );
});

/** A record without what differs from visit to visit. */
function stable({ time_on_steps, lp_s2, user_agent, ef_transaction_id, ...rest }: Record<string, unknown>) {
  return rest;
}
