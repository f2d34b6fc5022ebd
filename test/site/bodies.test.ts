import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSeal } from "../../services/guard/signing.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { rawRequest, type Sent, send } from "../support/send.ts";
import { counts, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const site = siteForTests();
let visitor: JsonVisitor;
beforeAll(async () => {
  visitor = await new JsonVisitor(site.url).open();
});

const head = (path: string, ...lines: string[]) =>
  [`POST ${path} HTTP/1.1`, "Host: site.test", ...lines, "", ""].join("\r\n");
const asForm = "Content-Type: application/x-www-form-urlencoded";

describe("too large a body", holds("T15"), () => {
  it("is refused by its announced length before it is sent, and the connection ends", async () => {
    const answer = await rawRequest(site.url, head("/post-lead", asForm, "Content-Length: 200000000"));
    expect(answer.status).toBe(413);
    expect(answer.head).toMatch(/^connection: close/im);
    expect(answer.body).toContain("more than this form can take");
  });

  it("begins just above 64 KB", async () => {
    const post = (size: number) => send(site.url, "/contact/", { form: { m: "a".repeat(size - 2) } });
    expect((await post(64 * 1024)).status).toBe(422);
    expect((await post(64 * 1024 + 1)).status).toBe(413);
  });
});

it("a body that its sender does not finish is not logged as a failure", async () => {
  const loggedLines = () =>
    site.output().match(/"path":"\/do-not-sell-my-information\/","status":\d+/g) ?? [];
  const before = loggedLines().length;
  const post = head("/do-not-sell-my-information/", asForm, "Content-Length: 10");
  await rawRequest(site.url, `${post}a=`, { endAfterMs: 0 });
  await waitFor("its line", () => loggedLines().length > before);
  expect(loggedLines().at(-1)).toMatch(/"status":400$/);
});

describe("JSON that is not as it should be", holds("T16"), () => {
  const facts = () => ({ path: "/survey/c", visit: visitor.token });
  const error = (answer: Sent) => JSON.parse(answer.text) as { error: string; field: string | null };

  it.each([
    ["no object", () => [], null],
    ["null", () => null, null],
    ["no path", () => ({ visit: visitor.token }), "path"],
    ["no survey at the path", () => ({ ...facts(), path: "/survey/zzz", entries: entriesC() }), "path"],
    ["no answers", () => ({ path: "/survey/c" }), "entries"],
    ["a visit of another type", () => ({ ...facts(), visit: 5 }), "visit"],
    ["a visit that is not ours", () => ({ ...facts(), visit: "a.b", entries: entriesC() }), "visit"],
    ["a query of another type", () => ({ ...facts(), query: { s1: 5 } }), "query.s1"],
    ["no entries", () => ({ ...facts(), entries: [] }), "entries"],
    ["a thousand entries", () => ({ ...facts(), entries: Array(1000).fill({ back: "a" }) }), "entries"],
    ["an entry of another shape", () => ({ ...facts(), entries: [{ go: 1 }] }), "entries.0"],
  ])("is answered 400 with the field: %s", async (_name, body, field) => {
    const answer = await visitor.post("/api/progress", body());
    expect(answer.status).toBe(400);
    expect(error(answer).field).toBe(field);
    expect(error(answer).error).toBeTypeOf("string");
  });

  it.each([
    ["not JSON", "{"],
    ["empty", ""],
    ["nested a hundred thousand deep", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
    ["nested in objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x00, 0x80])],
    ["a lone half of a character", '{"path":"\\ud800","visit":"\\udfff"}'],
    ["a number out of bounds", '{"path":1e999}'],
  ])("is answered 400: %s", async (_name, body) => {
    for (const path of ["/api/progress", "/post-lead"]) {
      const answer = await send(site.url, path, { body, headers: { "Content-Type": "application/json" } });
      expect(answer.status).toBe(400);
      expect(error(answer).error).toBeTypeOf("string");
    }
  });

  it("ignores names that objects inherit", async () => {
    const entries =
      '[{"answer":{"step":"WhenWasTheAccident","fields":{"__proto__":{"option":"Within 30 Days"}}}}]';
    for (const entry of [
      entries,
      entries.replace("WhenWasTheAccident", "constructor"),
      '[{"back":"__proto__"}]',
    ]) {
      const answer = await send(site.url, "/api/progress", {
        body: `{"__proto__":{"path":"/survey/c"},"path":"/survey/c","visit":"${visitor.token}","entries":${entry}}`,
        headers: { "Content-Type": "application/json", Cookie: visitor.cookie },
      });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
    expect(counts(site.databaseFile).visits).toBe(0);
  });

  it("is refused with 415 for any other type, forms and files included", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=a",
      "",
    ]) {
      const headers = { "Content-Type": type };
      const answer = await send(site.url, "/api/progress", { body: JSON.stringify(facts()), headers });
      expect(answer.status, type).toBe(415);
    }
  });
});

describe("forms that are not as they should be", holds("T16"), () => {
  it.each([
    ["ten thousand fields", "a&".repeat(10_000), 400],
    ["names of inherited things", "__proto__=a&constructor=b&toString=c&hasOwnProperty=d", 200],
    ["no text", "%00=%ff%fe&%E0%A4%A=%", 200],
    ["nothing", "", 200],
    ["a visit of 9 KB", `visit=${"a".repeat(9_000)}`, 200],
  ])("never fail: %s", async (_name, body, status) => {
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: site.url };
    expect((await send(site.url, "/survey/c", { body, headers })).status).toBe(status);
  });

  it("use the first of equal names", async () => {
    const { token, cookie } = await new JsonVisitor(site.url).open();
    const body = `visit=${token}&step=WhenWasTheAccident&option=Within+30+Days&option=nonsense&step=AtFault`;
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie };
    const answer = await send(site.url, "/survey/c", { body, headers });
    expect(answer.headers.location).toMatch(/step=OtherDriversVehicleType$/);
  });

  it("are refused with 415 as files", async () => {
    const body = '--a\r\nContent-Disposition: form-data; name="visit"; filename="x"\r\n\r\nb\r\n--a--\r\n';
    for (const path of ["/survey/c", "/contact/"]) {
      const headers = { "Content-Type": "multipart/form-data; boundary=a" };
      expect((await send(site.url, path, { body, headers })).status).toBe(415);
    }
  });
});

describe("a cookie that was altered", holds("T27"), () => {
  it("in any one byte gets a new session, a page, and nobody's answers", async () => {
    const victim = new FormVisitor(site.url);
    await victim.open("/survey/c");
    await victim.post({ option: "Within 30 Days" });
    const known = victim.cookies.get("visit")!;
    expect(victim.screen.step).toBe("OtherDriversVehicleType");
    expect(known.length, "it holds an id and its signature").toBeLessThan(200);

    // The seal's unit tests cover every character of a token.
    for (let at = 0; at < known.length - 1; at += 7) {
      const other = known[at] === "A" ? "B" : "A";
      const altered = known.slice(0, at) + other + known.slice(at + 1);
      const page = await send(site.url, "/survey/c", { headers: { Cookie: `visit=${altered}` } });
      expect(page.status).toBe(200);
      expect(page.text).not.toContain('data-step="OtherDriversVehicleType"');
      expect(page.headers["set-cookie"]?.[0]).not.toContain(known);
    }
  });

  it("beyond recognition causes no failure", async () => {
    const long = `visit=${"a".repeat(10_000)}`;
    for (const cookie of ["visit=", "visit=%", "visit=a.b.c", "visit=%00.%00", "=", ";;;", long]) {
      const page = await send(site.url, "/survey/c", { headers: { Cookie: cookie } });
      expect(page.status).toBe(200);
      expect(page.text).toContain('data-step="WhenWasTheAccident"');
    }
  });
});

const steps = Object.keys(answersC);
const answer = (step: string, fields = answersC[step] ?? {}) => ({ answer: { step, fields } });
const leads = () => counts(site.databaseFile).leads;

/** Claims by a browser about what only the server may say. */
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
  ])("gets 422 for an invalid answer: %s %j", async (step, fields, field) => {
    const refused = await visitor.progress([answer(step, fields as Record<string, string>)]);
    expect(refused.status).toBe(422);
    expect(JSON.parse(refused.text).field).toBe(`entries.0.answer.fields.${field}`);
  });
});

describe("a browser that says what only the server may say", () => {
  it("changes nothing in the lead, by JSON or by form", holds("T14"), async () => {
    const lawyer = { HasLawyer: { option: "yes" } };
    const honest = await new JsonVisitor(site.url).open("?affid=7");
    await honest.finish(entriesC(lawyer));
    const [expected] = storedLeads(site.databaseFile).slice(-1);
    const lying = (claims: Record<string, string>) =>
      Object.fromEntries(
        Object.entries({ ...answersC, ...lawyer }).map(([step, fields]) => [step, { ...claims, ...fields }]),
      );
    /** For each field of a lead, besides those that a form has room for. */
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

  it("cannot choose its thank-you page, nor another one's", holds("T21"), async () => {
    const visitor = await new JsonVisitor(site.url).open("?thankYou=http://evil.test&location=//evil.test");
    const posted = await visitor.finish();
    expect(JSON.parse(posted.text).location).toMatch(/^\/survey-thank-you\/\?/);
  });
});

describe("a visit that is not this browser's", () => {
  it("is rejected when its token was altered or signed by someone else", holds("T13"), async () => {
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

  it("rejects a token of the contact form", async () => {
    const contact = new FormVisitor(site.url);
    const { html } = await contact.open("/contact/");
    const visit = html.match(/name="form" value="([^"]+)"/)![1]!;
    const json = { path: "/survey/c", visit, entries: entriesC() };
    expect((await send(site.url, "/api/progress", { json })).status).toBe(400);
  });

  it("can be neither answered, posted nor read from another browser", holds(463, "T10"), async () => {
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
  });
});

/** A record without the fields that differ from visit to visit. */
function stable({ time_on_steps, lp_s2, user_agent, ef_transaction_id, ...rest }: Record<string, unknown>) {
  return rest;
}
