import { mkdtempSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { contactMessage } from "../support/answers.ts";
import { addPerson, codeOf, password, signedInCookie, trySignIn } from "../support/console-people.ts";
import { during, siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, type Sent, send } from "../support/send.ts";
import { addressOf, startSite } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { FormVisitor, walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-console-"));
const { path } = destinationsIn(
  `destinations:\n  daily: { kind: file, folder: ${folder}, format: jsonl, mode: live, takes: leads }\n`,
);
/** Sealed: what the console reads is opened with each person's key. */
const keys = { DATA_KEYS: "d".repeat(32), PERSON_KEYS: join(folder, "keys.db") };
const site = siteForTests({ stubs: false, CLAIMPATH_FILE: path, ...keys });

let cookie: string;
const get = (path: string) => send(site.url, path, { headers: { Cookie: cookie } });
const post = (path: string, form: Record<string, string>): Promise<Sent> =>
  send(site.url, path, { form, headers: { Cookie: cookie } });
const leads = () => query<{ id: string }>(site.databaseFile, "select id from leads");
const statuses = () => query(site.databaseFile, "select status from outbox where destination = 'daily'");

const link = () => /\/console\/start\?key=([\w-]+)/.exec(site.output())!;
const useLink = () => send(site.url, "/console/start", { form: { key: link()[1]! } });

beforeAll(async () => {
  // Looking at it does not use it up.
  expect((await send(site.url, link()[0]!)).text).toContain("Open the console");
  const opened = await useLink();
  expect([opened.status, opened.headers.location]).toEqual([303, "/console"]);
  cookie = cookieOf(opened);
});

it("the link of the first start works once", async () => {
  expect((await useLink()).status).toBe(422);
  expect((await send(site.url, "/console/start", { form: { key: "" } })).status).toBe(422);
  expect((await get("/console")).text).toContain("No leads yet.");
});

describe("a destination", () => {
  const press = (intent: string) => post("/console/deliveries", { intent, destination: "daily" });

  it("is paused for every sender, and resumes where it stopped", async () => {
    expect((await press("pause")).status).toBe(303);
    expect((await get("/console/deliveries")).text).toContain("Paused by first start since");
    await walkForms(site.url, "/survey/c");
    // The sender looks many times in the meantime.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(statuses()).toEqual([{ status: "waiting" }]);
    expect((await get("/console")).text).toContain("On its way");
    expect((await press("resume")).status).toBe(303);
    await waitFor("the file", () => statuses().every(({ status }) => status === "delivered"));
    expect((await get("/console")).text).toContain("Sent, not for sale");
  });

  it("gets a parked message by one press, and no other twice", async () => {
    const { id } = leads()[0]!;
    const message = `${id}.daily`;
    const again = await post("/console/deliveries", { intent: "retry", message });
    expect(again.status).toBe(422);
    expect(again.text).toContain("was not requeued: it is delivered");
    expect((await post("/console/deliveries", { intent: "retry", message: "none" })).status).toBe(422);
    await press("pause");
    await walkForms(site.url, "/survey/c");
    const newest = leads()
      .map((lead) => lead.id)
      .sort()
      .at(-1)!;
    const lead = `/console/leads/${newest}`;
    expect((await post(lead, { intent: "park", message: `${newest}.daily` })).text).toContain("Parked");
    await press("resume");
    // Why is sealed with the person's own key, and shown.
    const why = query<{ why: string }>(
      site.databaseFile,
      "select last_error as why from outbox where status = 'parked'",
    );
    expect(why).toEqual([{ why: expect.stringMatching(/^~3\./) }]);
    expect((await get(lead)).text).toContain("parked by hand");
    expect((await get("/console/health")).text).toContain('href="/console/deliveries?status=parked"');
    expect((await get("/console/deliveries?status=parked&destination=daily")).text).toContain(
      newest.slice(-6),
    );
    expect((await get("/console")).text).toContain("Parked");
    expect((await post(lead, { intent: "retry", message: `${newest}.daily` })).text).toContain(
      "Queued again.",
    );
    await waitFor("the file", () => statuses().every(({ status }) => status === "delivered"));
    expect(readdirSync(folder).filter((file) => file.endsWith(".jsonl"))).toHaveLength(1);
  });

  it("that does not exist cannot be paused", async () => {
    const wrong = await post("/console/deliveries", { intent: "pause", destination: "nobody" });
    expect([wrong.status, query(site.databaseFile, "select * from pauses")]).toEqual([422, []]);
  });
});

describe("the inbox", () => {
  const listed = async (filter: string) => {
    const { text } = await get(`/console?${filter}`);
    return [...text.matchAll(/href="\/console\/leads\/([\w-]{36})"/g)].map(([, id]) => id!);
  };
  let ids: string[];
  beforeAll(async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/contact/");
    await visitor.post(contactMessage);
    ids = leads()
      .map(({ id }) => id)
      .sort()
      .reverse();
    expect(ids).toHaveLength(3);
  });

  it("shows the newest first, and finds by filter, by the end of a number and by id", async () => {
    expect(await listed("")).toEqual(ids);
    const [message, second, first] = ids as [string, string, string];
    expect(await listed("survey=contact")).toEqual([message]);
    expect(await listed("survey=c&qualified=yes")).toEqual([second, first]);
    expect(await listed("qualified=no")).toEqual([]);
    expect(await listed("find=555-0123")).toContain(message);
    expect(await listed("find=9999999")).toEqual([]);
    expect(await listed(`find=${second}`)).toEqual([second]);
    expect(await listed(`before=${second}`)).toEqual([first]);
    const day = new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });
    expect(await listed(`day=${day}`)).toEqual(ids);
    expect(await listed("day=2020-01-01")).toEqual([]);
    expect(await listed("state=CA")).toEqual([second, first]);
    expect(await listed("state=AK")).toEqual([]);
  });

  it("names persons to who may see them, each of which is on record once", async () => {
    const looks = () =>
      query<{ leads: string }>(
        site.databaseFile,
        "select leads from readings where command = 'console inbox' and operator = 'first start'",
      ).flatMap((look) => look.leads.split(" "));
    expect((await get("/console")).text.replace(/<[^>]*>/g, "")).toContain("Ana Rivera, (213) 555-0123");
    await get("/console");
    expect(looks().toSorted()).toEqual(ids.toSorted());
  });

  it("shows a case: where and how long ago, what was answered, and what was agreed to", async () => {
    const { text } = await get(`/console/leads/${ids[1]}`);
    expect(text).toMatch(/Beverly Hills, CA · \S+/);
    expect(text).toMatch(/The case<\/h2>.*When did the accident happen\?/s);
    expect(text).toMatch(/Agreed to<\/h2>.*By the button “[^”]+” on \/survey\/c/s);
  });

  it("finds a name, an address and a whole number, none of which are in an address or the log", async () => {
    const [message] = ids as [string, string, string];
    const search = async (find: string, more: Record<string, string> = {}) => {
      const { status, headers } = await post("/console", { find, ...more });
      expect(status).toBe(303);
      return headers.location!;
    };
    const { email, phoneNumber } = contactMessage;
    for (const [typed, kind] of [
      [email, "email"],
      [phoneNumber, "phone"],
      ["Rivera", "name"],
    ] as const) {
      const address = await search(typed, { survey: "" });
      expect(address).toMatch(new RegExp(`^/console\\?key=${kind}\\.[\\da-f]{64}$`));
      const shown = await listed(address.split("?")[1]!);
      expect(shown.length, typed).toBeGreaterThan(0);
      if (kind === "email") expect(shown).toContain(message);
    }
    expect(await search("555-0123", { survey: "contact", price: "" })).toBe(
      "/console?find=555-0123&survey=contact",
    );
    // The found stay found while the other filters change.
    const key = (await search(email)).split("=")[1]!;
    expect(await search("", { key, survey: "c" })).toBe(`/console?key=${key}&survey=c`);
    expect(await listed("affiliate=252")).toEqual([]);
    expect(await listed("buyer=daily")).toHaveLength(2);
    expect(await listed("price=1")).toEqual([]);
    const day = new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });
    expect(await listed(`from=${day}`)).toEqual(ids);
    expect(await listed("to=2020-01-01")).toEqual([]);
    expect(site.output()).not.toContain(email);
    const searches = query<{ about: string }>(
      site.databaseFile,
      "select about from readings where command = 'console search'",
    );
    expect(new Set(searches.map(({ about }) => about))).toEqual(
      new Set(["a part", "an address", "a whole number", "a name"]),
    );
  });

  it("shows who handled a lead, and their notes", async () => {
    const lead = `/console/leads/${ids[0]}`;
    expect((await post(lead, { intent: "handled" })).status).toBe(303);
    expect(await listed("status=handled")).toEqual([ids[0]]);
    expect(await listed("status=new")).toEqual(ids.slice(1));
    for (const remark of [" ", "x".repeat(2001)])
      expect((await post(lead, { intent: "note", remark })).status).toBe(422);
    await post(lead, { intent: "note", remark: " She is <b>away</b>.\r\nAgain. " });
    const { text } = await get(lead);
    expect(text).toContain("Handled by first start");
    expect(text).toContain(">She is &lt;b&gt;away&lt;/b&gt;.\nAgain.<");
    await post(lead, { intent: "reopen" });
    expect(await listed("status=handled")).toEqual([]);
    const nothing = await get("/console/leads/nothing");
    expect(nothing.status).toBe(404);
    // People who work here are told why, on a page that leads back, and not on the visitors' one.
    expect(nothing.text).toContain("There is no such lead.");
    expect(nothing.text).toContain('<a href="/console">Inbox</a>');
    expect(nothing.text).not.toContain("File your claim");
    const days = await get("/console/sales/statement?buyer=daily&from=yesterday");
    expect([days.status, days.text.includes("Use a day such as 2026-10-31.")]).toEqual([422, true]);
    expect((await post("/console/leads/nothing", { intent: "handled" })).status).toBe(404);
  });
});

it("on a public site, there is no console before somebody has a password", async () => {
  await using open = await startSite({ stubs: false, SITE_ORIGIN: "https://site.test" });
  const { databaseUrl } = open;
  const url = addressOf(open);
  for (const page of ["", "/sign-in", "/start", "/leads.csv"])
    expect((await send(url, `/console${page}`)).status, page).toBe(404);
  const env = { DATABASE_URL: databaseUrl };
  const added = await runCommand("console add ana --role leads", env, { input: `${password}\n` });
  const ana = { name: "ana", key: /shown this once: ([A-Z2-7]+)/.exec(added.stdout)![1]! };
  const entrance = await send(url, "/console/sign-in");
  expect(entrance.status).toBe(200);
  expect(entrance.text).not.toContain("one-time link");
  const signedIn = await trySignIn({ url }, { name: "Ana ", password, code: codeOf(ana) });
  expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/console"]);
  expect(signedIn.headers["set-cookie"]![0]).toMatch(/^__Host-console=[^;]+; .*Secure/);
});

describe("the health page", () => {
  /** An outside service that is out of order, and records its requests. */
  const service = during(async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.method!);
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { asked, url, close: () => server.close() };
  });
  const site = siteForTests(() => ({ stubs: false, GIBBERISH_URL: service.url }));
  let ben: string;
  const page = async () =>
    (await send(site.url, "/console/health", { headers: { Cookie: ben } })).text.replace(/<[^>]+>/g, " ");
  const press = async () =>
    (await send(site.url, "/console/health", { form: {}, headers: { Cookie: ben } })).status;
  const looks = () => service.asked.filter((method) => method === "HEAD").length;

  beforeAll(async () => {
    ben = await signedInCookie(site, addPerson(site, "ben", "leads-masked"));
  });

  it("checks the services once for everybody who loads the page, and again for a press", async () => {
    // Its clock stands still, however long the looks take.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    await Promise.all([page(), page()]);
    await page();
    expect(looks()).toBe(1);
    // Many presses are one look.
    expect([await press(), looks()]).toEqual([303, 1]);
    vi.setSystemTime(Date.now() + 2_100);
    expect(await Promise.all([press(), press()])).toEqual([303, 303]);
    expect(looks()).toBe(2);
  });

  it("shows what is waiting, the free space, the log of consents, and services that do not answer", async () => {
    expect(await page()).toMatch(/None has been called yet/);
    await walkForms(site.url, "/survey/c");
    const text = await page();
    expect(text).toMatch(/Waiting to go out\s+nothing/);
    expect(text).toMatch(/Free disk space\s+[\d,.]+ [GM]B/);
    expect(text).toMatch(/Database\s+[\d.]+ MB/);
    expect(text).toMatch(/Consent log\s+/);
    expect(text).toMatch(/gibberish\S*\s+100% failed\s+\d+ calls?/);
  });
});

describe("the privacy page", () => {
  const site = siteForTests({ stubs: false });
  const page = "/console/privacy";
  const copy = `${page}/copy`;
  let ana = "";
  let lead: { id: string; email: string; phone: string };

  const post = (path: string, cookie: string, form: Record<string, string>, headers = {}) =>
    send(site.url, path, { form, headers: { Cookie: cookie, ...headers } });
  const readings = () =>
    query<{ command: string }>(
      site.databaseFile,
      "select operator, command, leads from readings where command like 'console privacy%'",
    );
  const isErased = () =>
    query<{ erased_at: number | null }>(site.databaseFile, "select erased_at from leads")[0]!.erased_at !==
    null;

  beforeAll(async () => {
    ana = await signedInCookie(site, addPerson(site, "ana", "leads"));
    await walkForms(site.url, "/survey/c");
    const [{ id, record }] = storedLeads(site.databaseFile) as [ReturnType<typeof storedLeads>[0]];
    lead = { id, email: String(record.email), phone: String(record.phone) };
  });

  describe("a request", holds("T107"), () => {
    it("finds a person by any notation of the number, and is recorded in the audit log only", async () => {
      const [area, exchange, line] = [lead.phone.slice(0, 3), lead.phone.slice(3, 6), lead.phone.slice(6)];
      const found = await post(page, ana, { intent: "find", phone: `+1 (${area}) ${exchange}-${line}` });
      expect([found.status, found.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(found.text).toContain(`/console/leads/${lead.id}`);
      expect(found.text).toContain("1 lead, 1 visit");
      expect(readings()).toEqual([{ operator: "ana", command: "console privacy find", leads: lead.id }]);
    });

    it("is in no address and no log, even when it is refused", async () => {
      const form = { intent: "find", email: lead.email, phone: lead.phone };
      const { text } = await post(page, ana, form);
      expect(text).toContain(`value="${lead.email}"`);
      expect(text).toMatch(/<button type="submit"[^>]*>Download all of it/);
      for (const [, address] of text.matchAll(/(?:href|action|src)="([^"]*)"/g))
        expect(decodeURIComponent(address!)).not.toMatch(new RegExp(`${lead.email}|${lead.phone}`));
      const wrong = await post(page, ana, { intent: "find", email: "zoecanary at example" });
      expect([wrong.status, wrong.headers["cache-control"]]).toEqual([422, "no-store"]);
      expect(wrong.text).toContain("This is not an e-mail address.");
      expect((await post(page, ana, { intent: "find" })).text).toContain(
        "Enter an e-mail address or a phone",
      );
      for (const secret of [lead.email, lead.phone, "zoecanary"]) expect(site.output()).not.toContain(secret);
      expect(JSON.stringify(readings())).not.toContain(lead.email);
    });

    it("hands over a copy, and records that somebody asked", async () => {
      const answer = await post(copy, ana, { email: lead.email });
      expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
      expect(answer.headers["content-disposition"]).toBe('attachment; filename="person.json"');
      expect(JSON.parse(answer.text).leads.items).toMatchObject([{ id: lead.id }]);
      expect((await post(copy, ana, { email: "nobody" })).status).toBe(422);
      expect((await send(site.url, copy, { headers: { Cookie: ana } })).headers.location).toBe(page);
      expect(readings().at(-1)).toEqual({
        operator: "ana",
        command: "console privacy export",
        leads: lead.id,
      });
      expect(query(site.databaseFile, "select kind, reach_kind from privacy_requests")).toEqual([
        { kind: "export", reach_kind: "email" },
      ]);
      const { text } = await send(site.url, page, { headers: { Cookie: ana } });
      expect(text).toContain("console privacy export, 1 lead");
    });
  });

  it("erases nobody without the word, and then the whole person", holds("T108"), async () => {
    const erase = (confirmation: string) =>
      post(page, ana, { intent: "erase", email: lead.email, confirmation });
    for (const word of ["", "yes"]) {
      const refused = await erase(word);
      expect(refused.status).toBe(422);
      expect(refused.text).toContain("Nothing was erased");
      expect(isErased()).toBe(false);
    }
    const done = await erase(" Erase ");
    expect(done.status).toBe(200);
    expect(done.text).toContain("Erased and added to the suppression list.");
    expect(isErased()).toBe(true);
    expect(readings().at(-1)).toEqual({ operator: "ana", command: "console privacy erase", leads: lead.id });
    const after = await post(page, ana, { intent: "find", email: lead.email });
    expect(after.text).toContain("0 leads, 0 visits");
    expect(after.text).toContain("Asked for deletion by e-mail address");
    expect(after.text).toContain("Suppressed by e-mail address (erased)");
  });
});
