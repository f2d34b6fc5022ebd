import { beforeEach, describe, expect, it } from "vitest";
import { startSms } from "../stubs/own-contracts.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { type Site, startSite } from "../support/site.ts";
import { solve } from "../support/solve.ts";
import { holdWriteLock, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";

const verifying = {
  pages: { "/survey/c": { flags: { verifyPhone: "on" } } },
  "limits.proof-of-work-cost": "1",
};
// Each test's visitor has an address of their own.
const site = siteForTests({ ...verifying, TRUST_PROXY: "1" });

const entries = entriesC();
const beforePhone = entries.slice(0, -1);
const facts = () =>
  query<{ body: string }>(
    site.databaseFile,
    `select body from visit_log where kind = 'fact' and visit_id =
       (select id from visits order by created_at desc, rowid desc limit 1) order by seq`,
  )
    .map(({ body }) => JSON.parse(body))
    .filter(({ fact }) => fact === "phoneCode")
    .map(({ value }) => value);

async function atPhone(at = site, path = "/survey/c") {
  const visitor = await new CodeVisitor(at, path).open("?flags=verifyPhone");
  expect((await visitor.progress(beforePhone)).status).toBe(200);
  return visitor;
}

describe("a code for the visit's own number", () => {
  let visitor: CodeVisitor;
  beforeEach(async () => {
    visitor = await atPhone();
    site.stubs.twilio.fault = "ok";
    site.stubs.twilio.requests.length = 0;
  });

  it("is sent, checked, logged, and makes the lead say yes", holds(19, 195, 212, 369, 479), async () => {
    const sent = await visitor.sendCode();
    expect(sent).toEqual({ http: 200, sent: true, at: expect.any(Number), now: expect.any(Number) });
    expect(await visitor.check(visitor.wrongCode)).toEqual({ http: 200, status: "pending" });
    expect(await visitor.check(visitor.code)).toEqual({ http: 200, status: "approved" });
    expect(await visitor.check("000000"), "asked again").toEqual({ http: 200, status: "approved" });
    const phone = visitor.phone.slice(2);
    expect(facts()).toEqual(["sent", "pending", "approved"].map((status) => ({ phone, status })));
    expect((await visitor.sendCode()).http, "nothing is left to verify").toBe(409);
    const page = await send(site.url, "/survey/c", { headers: { Cookie: visitor.cookie } });
    expect(page.text, "a page loaded later does not ask again").toContain(`"verifiedPhone":"${phone}"`);
    expect(await visitor.postWith()).toMatchObject({ sms_verified: "yes" });
    expect((await visitor.sendCode()).http, "the lead is made").toBe(409);
    expect(site.output()).not.toMatch(new RegExp(phone));
  });

  it("verifies no other number", holds(195), async () => {
    await visitor.sendCode();
    await visitor.check(visitor.code);
    expect(await visitor.postWith("+12135550100")).toMatchObject({ sms_verified: "no" });
  });

  it(
    "leaves the lead at no without an approval, whatever the browser claims",
    holds(370, "T14"),
    async () => {
      await visitor.sendCode({ status: "approved", sent: true });
      await visitor.check(visitor.wrongCode, { status: "approved", approved: true });
      const fields = { phone: visitor.phone.slice(2), zip_code: "90210", sms_verified: "yes" };
      await visitor.progress([{ answer: { step: "PhoneAndZip", fields } }], { phoneCode: "approved" });
      await visitor.postLead({ sms_verified: "yes", phoneCode: { phone: fields.phone, status: "approved" } });
      expect(storedLeads(site.databaseFile).at(-1)!.record).toMatchObject({ sms_verified: "no" });
    },
  );

  it("sent again within 30 seconds is the same one, with its own time; another number waits", async () => {
    const { at } = await visitor.sendCode();
    const again = await visitor.sendCode();
    expect(again).toMatchObject({ http: 200, sent: true, at });
    expect(again.now).toBeGreaterThanOrEqual(at as number);
    expect(facts(), "what is known is not logged again").toHaveLength(1);
    expect(await visitor.sendCode({ phone: "+12135550199" })).toMatchObject({ http: 429, field: "phone" });
    expect(site.stubs.twilio.requests).toHaveLength(1);
    expect(await visitor.check(visitor.code)).toEqual({ http: 200, status: "approved" });
  });

  it(
    "that cannot be sent is reported and logged, and can be requested again at once",
    holds(478),
    async () => {
      site.stubs.twilio.fault = "down";
      expect(await visitor.sendCode()).toMatchObject({ http: 200, sent: false });
      expect(facts()).toEqual([{ phone: visitor.phone.slice(2), status: "unsent" }]);
      expect(await visitor.check("123456")).toMatchObject({ http: 409, field: "phone" });
      site.stubs.twilio.fault = "ok";
      expect(await visitor.sendCode()).toMatchObject({ http: 200, sent: true });
    },
  );
});

describe("a code is refused to", holds("T32"), () => {
  const refused = { http: 409, field: "visit" };

  it("a visit whose path does not verify numbers, whatever its address says", holds("T42"), async () => {
    const visitor = await atPhone(site, "/survey/v3");
    expect(await visitor.sendCode()).toMatchObject(refused);
    expect(await visitor.check("123456")).toMatchObject(refused);
  });

  it("a visit that is not stored yet, or not at a question for a number", async () => {
    const visitor = await new CodeVisitor(site).open();
    expect(await visitor.sendCode()).toMatchObject(refused);
    await visitor.progress(beforePhone.slice(0, 3));
    expect(await visitor.sendCode()).toMatchObject(refused);
  });

  it("another browser, whose check approves nothing either", async () => {
    const owner = await atPhone();
    await owner.sendCode();
    const thief = await atPhone();
    thief.token = owner.token;
    expect(await thief.sendCode({ phone: owner.phone })).toMatchObject(refused);
    expect(await thief.check(owner.code, { phone: owner.phone })).toMatchObject(refused);
    expect(await owner.postWith()).toMatchObject({ sms_verified: "no" });
  });

  it("a number to which this visit had none sent: somebody else's code does not verify it here", async () => {
    const owner = await atPhone();
    await owner.sendCode();
    const other = await atPhone();
    expect(await other.check(owner.code, { phone: owner.phone })).toMatchObject({
      http: 409,
      field: "phone",
    });
    expect(await other.postWith(owner.phone)).toMatchObject({ sms_verified: "no" });
  });
});

describe("the routes", () => {
  it.each(["send", "check"])("%s names what is wrong with a body", holds(437), async (what) => {
    const visitor = await new CodeVisitor(site).open();
    const address = `/api/phone-code/${what}`;
    const good = {
      path: "/survey/c",
      visit: visitor.token,
      phone: visitor.phone,
      ...(what === "check" && { sent_status: true, code: "123456" }),
    };
    const wrong: [string | null, unknown][] = [
      ["path", { ...good, path: "/nowhere" }],
      ["visit", { ...good, visit: `${visitor.token}x` }],
      ["phone", { ...good, phone: "2135550123" }],
      ["phone", { ...good, phone: "+442071234567" }],
      ["phone", { ...good, phone: undefined }],
      [null, []],
    ];
    if (what === "check") {
      wrong.push(["code", { ...good, code: "12345" }], ["code", { ...good, code: 123456 }]);
      wrong.push(["sent_status", { ...good, sent_status: "yes" }]);
    }
    for (const [field, body] of wrong) {
      const { status, text } = await visitor.post(address, body);
      expect({ status, ...JSON.parse(text) }).toEqual({ status: 400, error: expect.any(String), field });
    }
    const get = await send(site.url, address);
    expect({ status: get.status, ...JSON.parse(get.text) }).toMatchObject({ status: 405, field: null });
    const form = await send(site.url, address, { form: { phone: visitor.phone } });
    expect({ status: form.status, ...JSON.parse(form.text) }).toMatchObject({ status: 415, field: null });
    const body = "x".repeat(70_000);
    const headers = { "Content-Type": "application/json" };
    expect((await send(site.url, address, { body, headers })).status).toBe(413);
    const foreign = await send(site.url, address, {
      json: good,
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(foreign.status).toBe(403);
  });

  it("report that the store cannot take it, and send nothing", async () => {
    const visitor = await atPhone();
    site.stubs.twilio.requests.length = 0;
    const release = holdWriteLock(site.databaseFile);
    try {
      expect(await visitor.sendCode()).toMatchObject({ http: 503 });
    } finally {
      release();
    }
    expect(site.stubs.twilio.requests).toEqual([]);
    expect(await visitor.sendCode()).toMatchObject({ sent: true });
  });
});

describe("without Twilio", () => {
  const noTwilio = { TWILIO_API_KEY: "", TWILIO_SECRET: "", TWILIO_VERIFY_SERVICE_SID: "" };

  it("our own codes are sent by SMS_URL", async () => {
    const texts: { to: string; text: string }[] = [];
    await using sms = await startSms({ onText: (message) => texts.push(message) });
    await using own = await startSite({
      ...verifying,
      ...noTwilio,
      SMS_URL: `${sms.origin}/send`,
      "company.name": "Claims",
    });
    expect(await own.listServices()).toContain("phone verification: live (own codes by SMS_URL)");
    const visitor = await atPhone(own);
    expect(await visitor.sendCode()).toMatchObject({ http: 200, sent: true });
    expect(texts).toEqual([
      { to: visitor.phone, text: expect.stringMatching(/^\d{6} is your Claims code\. /) },
    ]);
    expect(await visitor.check(texts[0]!.text.slice(0, 6))).toEqual({ http: 200, status: "approved" });
    const tries = JSON.stringify(query(own.databaseFile, "select * from phone_code_tries"));
    expect(tries).not.toContain(visitor.phone.slice(2));
    expect(tries).not.toContain("127.0.0.1");
  });

  it("and without a gateway nothing is sent and everybody continues", async () => {
    await using off = await startSite({ ...verifying, stubs: false });
    expect(await off.listServices()).toContain(
      "phone verification: off (no TWILIO_… and no SMS_URL: numbers stay unverified)",
    );
    const visitor = await atPhone(off);
    expect(await visitor.sendCode()).toMatchObject({ http: 200, sent: false });
    expect(await visitor.postWith()).toMatchObject({ sms_verified: "no" });
  });
});

let visitors = 0;

/** The island's requests about codes, and a visitor's who could do worse. */
class CodeVisitor extends JsonVisitor {
  phone = `+1213555${1000 + ++visitors}`;
  ip = `192.0.2.${visitors}`;

  readonly at: Site;

  constructor(at: Site, path?: string) {
    super(at.url, path);
    this.at = at;
  }
  override post(address: string, json: unknown) {
    const own = { Origin: this.at.url, "Sec-Fetch-Site": "same-origin" };
    const headers = { ...own, Cookie: this.cookie, "X-Forwarded-For": this.ip };
    return send(this.at.url, address, { json, headers });
  }
  private async ask(what: string, body: object): Promise<Record<string, unknown>> {
    const facts = { path: this.path, visit: this.token, phone: this.phone };
    const ask = () => this.post(`/api/phone-code/${what}`, { ...facts, ...body });
    let sent = await ask();
    const challenge = sent.headers["proof-of-work"];
    if (challenge) {
      const { cookie } = this;
      this.cookie = `${cookie}; proof=${await solve(String(challenge))}`;
      sent = await ask();
      this.cookie = cookie;
    }
    return { http: sent.status, ...(JSON.parse(sent.text) as Record<string, unknown>) };
  }
  sendCode = (body: object = {}) => this.ask("send", body);
  check = (code: string, body: object = {}) => this.ask("check", { sent_status: true, code, ...body });
  get code() {
    return this.at.stubs.twilio.codeOf(this.phone)!;
  }
  get wrongCode() {
    return this.code === "111111" ? "222222" : "111111";
  }
  /** The last answer with this visitor's number, or another's. */
  async postWith(phone = this.phone) {
    const fields = { phone: phone.slice(2), zip_code: "90210" };
    await this.progress([{ answer: { step: "PhoneAndZip", fields } }]);
    const { status } = await this.postLead();
    if (status !== 200) throw new Error(`the lead was answered with ${status}`);
    return storedLeads(this.at.databaseFile).at(-1)!.record;
  }
}
