import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { answersC, newEmail } from "../support/answers.ts";
import { during, siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, send } from "../support/send.ts";
import { addressOf, type Site, startSite } from "../support/site.ts";
import { solve } from "../support/solve.ts";
import { change, query } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const page = "/do-not-sell-my-information/";
const gpc = { "Sec-GPC": "1" };
const { signal } = messagesIn("en").doNotSell.state;

const others = during(startPageScripts);
const loadingOthers = () => ({
  ...pageScriptsEnv(others),
  "pixels.media": `${others.origin}/media.js`,
  "scripts.affiliate-click": `${others.origin}/click`,
});

let numbers = 150;
const newNumber = () => `5550${numbers++}`;

const site = siteForTests(loadingOthers);

const countListed = ({ databaseFile }: Site) =>
  query<{ n: number }>(databaseFile, "select count(*) n from suppressions")[0]!.n;
const listed = () => countListed(site);
const messagesTo = (email: string, attempts = 0) => {
  const rows = query<{ destination: string; status: string }>(
    site.databaseFile,
    `select destination, outbox.status as status from outbox join leads on leads.id = outbox.lead_id
     where record like '%${email}%' and attempts >= ${attempts} and outbox.status <> 'sending'
     order by destination`,
  );
  return rows.map(({ destination, status }) => `${destination} ${status}`);
};
const optOut = async (form: Record<string, string>, headers = {}) => send(site.url, page, { form, headers });

describe("the do-not-sell form", () => {
  it("accepts an address, a number or both, repeatedly, and confirms it", holds(33), async () => {
    const before = listed();
    const email = newEmail("once");
    const number = newNumber();
    for (const form of [
      { email: email.replace("once", "Once").replace("example", "Example") },
      { email, phone: "" },
      { email: "", phone: `(213) ${number}` },
      { email, phone: `213${number}` },
    ]) {
      const answer = await optOut(form as Record<string, string>);
      expect([answer.status, answer.headers.location]).toEqual([303, `${page}?done=all`]);
    }
    expect(listed()).toBe(before + 2);
    const reasons = query<{ reason: string }>(site.databaseFile, "select distinct reason from suppressions");
    expect(reasons).toEqual([{ reason: "do-not-sell" }]);
    const { text } = await send(site.url, `${page}?done=all`);
    expect(text).toContain("Your choice is recorded");
  });

  it.each([
    [{}, "email", "Enter your email address, your phone number, or both."],
    [{ email: "ana@", phone: "" }, "email", "Enter an email address like name@example.com."],
    [{ email: "ana@example.com", phone: "555" }, "phone", "Enter a US phone number with 10 digits"],
  ])("explains beside the field what is wrong with %j, and records nothing", async (form, field, words) => {
    const before = listed();
    const answer = await optOut(form as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(answer.text.split(words)).toHaveLength(3);
    expect(answer.text).toMatch(new RegExp(`<a href="#${field}"`));
    expect(answer.text).toMatch(/<title>Error: /);
    for (const typed of Object.values(form)) expect(answer.text).toContain(`value="${typed}"`);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(listed()).toBe(before);
  });

  it("opts out a browser alone, for a year, with nothing on the list", async () => {
    const before = listed();
    const answer = await optOut({ only: "browser" });
    expect(answer.headers.location).toBe(`${page}?done=browser`);
    expect(answer.headers["set-cookie"]).toEqual([
      "opt-out=1; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
    ]);
    expect(listed()).toBe(before);
  });

  it("logs no address", async () => {
    await optOut({ email: "secret.person@example.com", phone: "(213) 555-0177" });
    await optOut({ email: "secret.person@", phone: "(213) 555-0177" });
    expect(site.output()).toContain(page);
    expect(site.output()).not.toMatch(/secret\.person|555-?0177/);
  });
});

describe("a lead", () => {
  it("that is waiting when its visitor opts out is sent to nobody", async () => {
    site.stubs.leadProsper.fault = "5xx";
    const visitor = await new JsonVisitor(site.url).open();
    const email = newEmail("waits");
    await visitor.finish(entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } }));
    // An attempt under way had asked the list before the opt-out, and would find the buyer well again.
    await waitFor("the first refusal", () => messagesTo(email, 1).length === 1);
    await optOut({ email });
    site.stubs.leadProsper.fault = "ok";
    // The first retry comes late; by hand it is due at once.
    change(site.databaseFile, (db) => db.exec(`update outbox set run_at = 0 where status = 'waiting'`));
    await waitFor("the end of it", () => messagesTo(email).includes("lead-prosper suppressed"));
  });

  it("with a consent given after the opt-out waits for the operator: anybody may have given it", async () => {
    const email = newEmail("again");
    const { headers } = await optOut({ email });
    expect(headers.location).toContain("done");
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.finish(entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } }));
    await waitFor("the end of it", () => messagesTo(email).join() === "lead-prosper held");
  });

  it.each([
    ["gpc", gpc],
    ["do-not-sell", { Cookie: "opt-out=1" }],
  ])(
    "of a browser that has opted out by %s is marked in its log and with its consent",
    async (by, headers) => {
      const email = newEmail(by);
      const visitor = await new JsonVisitor(site.url).open();
      const cookie = [visitor.cookie, "Cookie" in headers && headers.Cookie].filter(Boolean).join("; ");
      const more = { path: "/survey/c", visit: visitor.token, timeZone: "UTC", query: {} };
      const entries = entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } });
      const post = (address: string, json: object) =>
        send(site.url, address, { json: { ...more, ...json }, headers: { ...headers, Cookie: cookie } });
      const reported = { trustedFormUrl: `${others.origin}/${"a".repeat(40)}` };
      expect((await post("/api/progress", { entries, reported })).status).toBe(200);
      expect((await post("/post-lead", { shown: visitor.shown })).status).toBe(200);
      const facts = query<{ body: string }>(
        site.databaseFile,
        `select visit_log.body as body from visit_log join visits on visits.id = visit_log.visit_id
       join leads on leads.id = visits.lead_id
       where visit_log.kind = 'fact' and record like '%${email}%'`,
      );
      expect(facts.map(({ body }) => JSON.parse(body))).toContainEqual({ fact: "optOut", value: { by } });
      const [consent] = query<{ body: string }>(
        site.databaseFile,
        `select consents.body as body from consents join leads on leads.id = consents.lead_id where record like '%${email}%'`,
      );
      expect(JSON.parse(consent!.body)).toMatchObject({ optOut: by });
      await waitFor("the delivery", () => messagesTo(email).join() === "lead-prosper delivered");
    },
  );
});

describe("a page", () => {
  const loads = (text: string) =>
    [
      "/media.js",
      "/scripts/main.js",
      "/trustedform.js",
      "/campaign/",
      "/js/retreaver.js",
      "/ip",
      "/click",
    ].filter((path) => text.includes(`${others.origin}${path}`));

  it.each([
    ["/survey/a", 7],
    ["/", 1],
    ["/contact/", 1],
  ])(
    "%s lists what it loads from others, and none of it for a visitor who has opted out",
    async (path, count) => {
      expect(loads((await send(site.url, path)).text)).toHaveLength(count);
      const { headers } = await send(site.url, page, { form: { only: "browser" } });
      const cookie = String(headers["set-cookie"]).split(";")[0]!;
      for (const refused of [gpc, { Cookie: cookie }, { Cookie: "opt-out=gpc" }]) {
        const { text } = await send(site.url, path, { headers: refused });
        expect(loads(text), JSON.stringify(refused)).toEqual([]);
      }
      expect(loads((await send(site.url, path, { headers: { "Sec-GPC": "0" } })).text)).toHaveLength(count);
    },
  );

  it.each(["/", "/survey/c", "/privacy-policy/", "/survey-thank-you/", "/nothing/here", page])(
    "%s says that it honours the signal, where there is one, and that it depends on it",
    async (path) => {
      const [without, heard] = [await send(site.url, path), await send(site.url, path, { headers: gpc })];
      expect(without.text).not.toMatch(/data-gpc/);
      expect(heard.text).toMatch(signal);
      for (const { headers } of [without, heard]) expect(headers.vary).toMatch(/\bSec-GPC\b/i);
    },
  );

  it("tells programs that the signal is honoured", async () => {
    const { status, headers, text } = await send(site.url, "/.well-known/gpc.json");
    expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
    expect(JSON.parse(text)).toEqual({ gpc: true, lastUpdate: "2026-11-21" });
  });
});

it("the cookie has the prefix that ties it to this host, where the site is served over https", async () => {
  await using secure = await startSite({ stubs: false, SITE_ORIGIN: "https://site.test" });
  const headers = { Host: "site.test" };
  const answer = await send(addressOf(secure), page, { form: { only: "browser" }, headers });
  expect(answer.headers["set-cookie"]).toEqual([
    "__Host-opt-out=1; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax",
  ]);
  const again = await send(addressOf(secure), page, { headers: { ...headers, Cookie: cookieOf(answer) } });
  expect(again.text).toContain('data-opted-out="do-not-sell"');
});

describe("a flood of opt-outs", holds("T137"), () => {
  const site = siteForTests({ stubs: false, TRUST_PROXY: "1", "limits.proof-of-work-cost": "1" });
  const tokenIn = (text: string) => /name="form" value="([^"]+)"/.exec(text)![1]!;
  const formToken = async () => tokenIn((await send(site.url, page)).text);
  const optOut = async (phone: string, ip: string, token?: string, cookie = "") =>
    send(site.url, page, {
      form: { phone, email: "", form: token ?? (await formToken()) },
      headers: { "X-Forwarded-For": ip, Cookie: cookie },
    });
  const listed = () => countListed(site);
  const command = (line: string) => runCommand(line, { DATABASE_URL: site.databaseUrl });

  it("costs a proof of work each beyond five an hour from an address, and can be undone at once", async () => {
    expect((await optOut("2135557001", "198.51.100.9")).status).toBe(303);
    for (let n = 0; n < 5; n++) expect((await optOut(`213555710${n}`, "203.0.113.7")).status).toBe(303);
    const refused = await optOut("2135557105", "203.0.113.7");
    expect([refused.status, listed()]).toEqual([429, 6]);
    expect(refused.text).toContain('name="phone" value="(213) 555-7105"');
    const proof = `proof=${await solve(String(refused.headers["proof-of-work"]))}`;
    expect((await optOut("2135557105", "203.0.113.7", tokenIn(refused.text), proof)).status).toBe(303);
    expect((await optOut("2135557106", "203.0.113.7", undefined, proof)).status, "spent").toBe(429);
    expect(listed()).toBe(7);
    const { stdout } = await command("suppressions batches --since 1h");
    const [, network] = /^([0-9a-f]{16}) +6 /m.exec(stdout)!;
    expect((await command(`suppressions undo ${network} --since 1h`)).stdout).toContain(
      "6 opt-outs would be",
    );
    expect(listed()).toBe(7);
    expect((await command(`suppressions undo ${network} --since 1h --yes`)).stdout).toContain(
      "6 opt-outs taken",
    );
    expect(listed(), "another's stays").toBe(1);
    expect((await command("audit-log")).stdout).toMatch(
      new RegExp(`suppressions undo +- +${network} since `),
    );
  });

  it("one form can opt out once, and a form that is sent twice counts once", async () => {
    const token = await formToken();
    const before = listed();
    for (let times = 0; times < 2; times++)
      expect((await optOut("2135557201", "203.0.113.8", token)).status).toBe(303);
    expect((await optOut("2135557202", "203.0.113.8", token)).status).toBe(429);
    expect(listed()).toBe(before + 1);
    // A request that the store did not take does not use up the form.
    const met = await formToken();
    const failing =
      "create trigger failing before insert on suppressions begin select raise(abort, 'no'); end";
    change(site.databaseFile, (db) => db.exec(failing));
    expect((await optOut("2135557203", "203.0.113.8", met)).status).toBe(500);
    change(site.databaseFile, (db) => db.exec("drop trigger failing"));
    expect((await optOut("2135557203", "203.0.113.8", met)).status).toBe(303);
    expect(listed()).toBe(before + 2);
  });
});
