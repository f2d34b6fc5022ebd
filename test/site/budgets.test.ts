import { describe, expect, it } from "vitest";
import { startSms } from "../stubs/own-contracts.ts";
import { during, siteForTests } from "../support/during.ts";
import { pagesIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { solve } from "../support/solve.ts";
import { query } from "../support/store-reader.ts";
import { type Entry, entriesC, JsonVisitor } from "../support/visitors.ts";

const budgets = {
  TRUST_PROXY: "1",
  LOOKUPS_PER_ADDRESS: "6",
  LOOKUPS_PER_HOUR: "16",
  LOOKUPS_PER_DAY: "1000",
  VERDICT_HOURS: "24",
};
const from = (ip: string) => ({ headers: { "X-Forwarded-For": ip } });
const emailStep = (email: string): Entry => ({
  answer: { step: "NameAndEmail", fields: { firstName: "Ana", lastName: "Rivera", email } },
});
const before = (step: string) => {
  const entries = entriesC();
  return entries.slice(
    0,
    entries.findIndex((entry) => "answer" in entry && entry.answer.step === step),
  );
};

describe("paid look-ups", () => {
  const site = siteForTests(budgets);
  const asked = (what: string) =>
    site.stubs.ipqs.requests.filter(({ path }) => path.includes(`/${what}/`)).length;
  const at = async (step: string, ip: string) => {
    const visitor = await new JsonVisitor(site.url, "/survey/c", from(ip)).open();
    expect((await visitor.progress(before(step))).status).toBe(200);
    return visitor;
  };

  it("are few however many addresses one post tries", holds("T40"), async () => {
    const visitor = await at("NameAndEmail", "192.0.2.1");
    const addresses = Array.from({ length: 40 }, (_, index) => emailStep(`bad@flood${index}.example.com`));
    await visitor.progress(addresses);
    expect(asked("email")).toBe(3);
    const { text } = await visitor.progress([emailStep("bad@more.mailinator.com")]);
    expect(JSON.parse(text).outcomes).toEqual([
      { call: "checkEmail", output: { valid: false, disposable: false, timesBadBefore: 0 } },
    ]);
  });

  it("of the same address are made once a day, in all visits", holds("T40"), async () => {
    const already = asked("email");
    for (const ip of ["198.51.100.1", "203.0.113.1"]) {
      const visitor = await at("NameAndEmail", ip);
      const { text } = await visitor.progress([emailStep("twice@example.com")]);
      expect(JSON.parse(text).outcomes[0].output.valid).toBe(true);
    }
    expect(asked("email")).toBe(already + 1);
    const kept = JSON.stringify(query(site.databaseFile, "select * from verdicts"));
    expect(kept).not.toContain("twice");
  });

  it("tell a browser the verdict, and nothing of the report", holds("T41"), async () => {
    const visitor = await at("NameAndEmail", "203.0.114.1");
    const replies = [await visitor.progress([emailStep("risky@example.com")])];
    const phone = { answer: { step: "PhoneAndZip", fields: { phone: "2135550123", zip_code: "90210" } } };
    replies.push(await visitor.progress([phone]));
    replies.push(await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } }));
    for (const { text } of replies) {
      expect(text).not.toMatch(/fraud_score|line_type|dns_valid|Wireless|"message":"[^"]/);
    }
    expect(JSON.stringify(query(site.databaseFile, "select body from visit_log"))).toMatch(/Wireless/);
  });

  it("end for everybody with an alarm, and no visitor is stopped", holds("T40"), async () => {
    for (let index = 0; index < 12; index++) {
      const visitor = await at("NameAndEmail", `100.${index}.0.1`);
      await visitor.progress([emailStep(`all${index}@example.com`)]);
    }
    expect(site.output()).toContain('"event":"budget.look-ups.began"');
    const already = site.stubs.ipqs.requests.length;
    const visitor = await at("NameAndEmail", "100.200.0.1");
    const { text } = await visitor.progress([emailStep("someone@mailinator.com")]);
    expect(JSON.parse(text).outcomes[0].output.valid, "a disposable address is still refused").toBe(false);
    const phone = { phone: "(213) 555-0155", zip_code: "90210" };
    expect((await visitor.finish(entriesC({ PhoneAndZip: phone }))).status).toBe(200);
    expect(site.stubs.ipqs.requests.length).toBe(already);
    const [lead] = query<{ record: string }>(
      site.databaseFile,
      "select record from leads order by created_at desc limit 1",
    );
    expect(JSON.parse(lead!.record)).toMatchObject({ phone_check: "unchecked" });
  });
});

describe("texts with codes", () => {
  const sms = during(() => startSms());
  const site = siteForTests(() => ({
    ...budgets,
    PAGES_FILE: pagesIn({ "/survey/c": { flags: { verifyPhone: "on" } } }),
    PROOF_OF_WORK_COST: "1",
    ...{ TWILIO_API_KEY: "", TWILIO_SECRET: "", TWILIO_VERIFY_SERVICE_SID: "" },
    SMS_URL: `${sms.origin}/send`,
    ...{ TEXTS_PER_ADDRESS: "4", TEXTS_PER_EXCHANGE: "10", TEXTS_PER_HOUR: "3", TEXTS_PER_DAY: "100" },
  }));
  const text = async (ip: string, phone: string, proves = true, path = "/survey/c") => {
    const visitor = await new JsonVisitor(site.url, path, from(ip)).open("?flags=verifyPhone");
    await visitor.progress(before("PhoneAndZip"));
    const ask = () => visitor.post("/api/phone-code/send", { path, visit: visitor.token, phone });
    const first = await ask();
    const challenge = first.headers["proof-of-work"];
    if (!challenge || !proves) return first.status;
    visitor.cookie = `${visitor.cookie}; proof=${await solve(String(challenge))}`;
    return (await ask()).status;
  };

  it("are not sent where only the address asks for them, nor without work", holds("T42"), async () => {
    expect(await text("192.0.2.1", "+12135551001", true, "/survey/v3")).toBe(409);
    expect(await text("192.0.2.1", "+12135551001", false)).toBe(429);
    expect(sms.requests).toHaveLength(0);
  });

  it("of everybody are limited too, with an alarm", holds("T42"), async () => {
    for (let index = 0; index < 5; index++) await text(`100.${index}.7.1`, `+1310${555 + index}2000`);
    expect(sms.requests).toHaveLength(3);
    expect(site.output()).toContain('"event":"budget.texts.began"');
  });
});
