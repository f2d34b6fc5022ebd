import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { contactMessage } from "../support/answers.ts";
import { codeOf, password, trySignIn } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { destinationsIn } from "../support/files.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, type Sent, send } from "../support/send.ts";
import { addressOf, startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { FormVisitor, walkForms } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-console-"));
const { path } = destinationsIn(
  `destinations:\n  daily: { kind: file, folder: ${folder}, format: jsonl, mode: live, takes: leads }\n`,
);
/** Sealed: what the console reads is opened with each person's key. */
const keys = { DATA_KEYS: "d".repeat(32), PERSON_KEYS: join(folder, "keys.db") };
const site = siteForTests({ stubs: false, DESTINATIONS_FILE: path, ...keys });

let cookie: string;
const get = (path: string) => send(site.url, path, { headers: { Cookie: cookie } });
const post = (path: string, form: Record<string, string>): Promise<Sent> =>
  send(site.url, path, { form, headers: { Cookie: cookie } });
const leads = () => query<{ id: string }>(site.databaseFile, "select id from leads");
const statuses = () => query(site.databaseFile, "select status from outbox where destination = 'daily'");

/** The link that the terminal printed. */
const link = () => /\/console\/start\?key=([\w-]+)/.exec(site.output())!;
const useLink = () => send(site.url, "/console/start", { form: { key: link()[1]! } });

beforeAll(async () => {
  // To look at it is not to use it.
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

  it("is paused for every sender, and goes on where it stopped", async () => {
    expect((await press("pause")).status).toBe(303);
    expect((await get("/console/deliveries")).text).toContain("Paused by first start since");
    await walkForms(site.url, "/survey/c");
    // The sender looks many times in the meantime.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(statuses()).toEqual([{ status: "waiting" }]);
    expect((await get("/console")).text).toContain("On its way");
    expect((await press("resume")).status).toBe(303);
    await waitFor("the file", () => statuses().every(({ status }) => status === "delivered"));
    expect((await get("/console")).text).toContain("Delivered");
  });

  it("gets a message that was parked with one press, and no other twice", async () => {
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

  it("that is not there cannot be paused", async () => {
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

  it("has the newest first, and finds by filter, by the end of a number and by id", async () => {
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

  it("finds a name, an address and a whole number, of which nothing is in an address or the log", async () => {
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
    expect(await listed("buyer=daily&delivery=delivered")).toHaveLength(2);
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

  it("knows who handled a lead, and what they noted", async () => {
    const lead = `/console/leads/${ids[0]}`;
    expect((await post(lead, { intent: "handled" })).status).toBe(303);
    expect(await listed("status=handled")).toEqual([ids[0]]);
    expect(await listed("status=new")).toEqual(ids.slice(1));
    expect((await post(lead, { intent: "note", remark: " " })).status).toBe(422);
    await post(lead, { intent: "note", remark: "She is <b>away</b>." });
    const { text } = await get(lead);
    expect(text).toContain("Handled by first start");
    expect(text).toContain("She is &lt;b&gt;away&lt;/b&gt;.");
    await post(lead, { intent: "reopen" });
    expect(await listed("status=handled")).toEqual([]);
    expect((await get("/console/leads/nothing")).status).toBe(404);
    expect((await post("/console/leads/nothing", { intent: "handled" })).status).toBe(404);
  });
});

it("health says what the doctor says", async () => {
  const { text, status } = await get("/console/health");
  expect(status).toBe(200);
  expect(text).toContain("The lead store answers and its tables are up to date.");
  expect(text).toMatch(/\d consents?, signed/);
});

it("where anybody can come, there is no console before somebody has a password", async () => {
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
