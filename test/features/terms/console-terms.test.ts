import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests, siteProcessForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { adminOf } from "../../support/site.ts";
import { query } from "../../support/store-reader.ts";
import { lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyers = await startStub(() => ({ body: { buy: "yes", bid: 50 } }));
const yes = 'accepted: { field: buy, is: "yes" }';
const common = "kind: json, mode: live, repeats: { hours: 0 }, only: { qualified: any }";
const ping = `ping: { url: "${buyers.origin}/ping", fields: { state: state }, answer: { ${yes}, price: bid } }`;
const { path, remove } = destinationsIn(`keep: { visit-days: 9 } # ours
# Who gets leads.
destinations:
  north: { ${common}, url: "${buyers.origin}/north", answer: { ${yes} }, price: 50, ${ping} }
  south:
    ${common.replaceAll(", ", "\n    ")}
    url: "${buyers.origin}/south"
    answer: { ${yes} }
    price: 40 # a letter of June
    hours: mon-sun 00:00-24:00
order: [north, south]
affiliates: { "252": { payout: 20 } } # agreed in May
`);
const secret = "s".repeat(32);
const site = siteForTests({ stubs: false, CLAIMPATH_FILE: path, SESSION_SECRETS: secret, ADMIN_PORT: "0" });
const other = siteProcessForTests(() => ({
  stubs: false,
  CLAIMPATH_FILE: path,
  SESSION_SECRETS: "s".repeat(32),
  DATABASE_URL: site.databaseUrl,
}));
afterAll(async () => {
  remove();
  await buyers.stop();
});

let cookie: string;
const get = (page: string) => send(site.url, page, { headers: { Cookie: cookie } });
const post = (page: string, form: Record<string, string>) =>
  send(site.url, page, { form, headers: { Cookie: cookie } });
type Line = { kind: string; cents: number; buyer: string; payout: string };
const lines = () => query<Line>(site.databaseFile, "select * from sales_ledger order by at, id");
type Change = { number: number; person: string; field: string; after: string | null; undoes: number | null };
const changes = () => query<Change>(site.databaseFile, "select * from terms_changes order by number");
const [north, south] = ["/console/terms/receiver/north", "/console/terms/receiver/south"];
const affiliate = "/console/terms/affiliate/252";
const command = (line: string) => runCommand(line, { DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE: path });
const allTerms = async () => (await get("/console/terms")).text.replace(/<style>.*?<\/style>|<[^>]*>/gs, "");
/** The form as the page sends it, with the change that was last seen. */
const look = async (page: string, form: Record<string, string>, intent = "save") =>
  post(page, { intent, seen: String(changes().length), reason: "as agreed", ...form });
/** And confirms the result. */
const save = async (...asked: Parameters<typeof look>) => {
  const shown = await look(...asked);
  return shown.status === 200 ? post(asked[0], lookIn(shown.text)) : shown;
};

/** Sells a lead that came to a site. @returns who bought it */
async function sold(at = site.url): Promise<Line[]> {
  const before = lines().length;
  await walkForms(at, "/survey/c?affid=252&s1=x");
  await waitFor("the sale", () => lines().length > before);
  return lines().slice(before);
}

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});
beforeEach(() => {
  buyers.requests.length = 0;
});
/** Longer than a process knows old terms. */
const inForce = () => setTimeout(1_500);

it("a change and its undo in one process apply in another within seconds", async () => {
  expect((await sold(other.url)).map(({ buyer }) => buyer)).toContain("north");
  expect((await save(north, { states: "tx, FL" })).status).toBe(303);
  await inForce();
  expect((await sold(other.url)).map(({ buyer }) => buyer)).toContain("south");
  const page = (await get(north)).text;
  expect(page).toContain('value="FL, TX"');
  expect(page).toMatch(/In the file: any\. Changed by ana, .*: as agreed/);
  expect(await allTerms()).toMatch(/States: FL, TX, in the file any/);
  const [change] = changes();
  expect(change).toMatchObject({ person: "ana", field: "states", after: "FL, TX", undoes: null });
  expect((await post(north, { intent: "undo", change: "1", reason: "" })).text).toMatch(
    /id="undo-1-fault"[^>]*>Say why/,
  );
  expect((await save(north, { change: "1", reason: "a mistake" }, "undo")).status).toBe(303);
  expect(changes().map(({ after, undoes }) => [after, undoes])).toEqual([
    ["FL, TX", null],
    [null, 1],
  ]);
  expect((await post(north, { intent: "undo", change: "1", reason: "again" })).text).toContain(
    "That is undone already.",
  );
  await inForce();
  expect((await sold(other.url)).map(({ buyer }) => buyer)).toContain("north");
  expect(
    query(
      site.databaseFile,
      "select operator, about, reason from readings where command like 'console terms%' limit 1",
    ),
  ).toEqual([{ operator: "ana", about: "receiver north states", reason: "as agreed" }]);
});

it("an invalid value is explained next to its field, and changes nothing", holds("T93"), async () => {
  const before = changes();
  const wrong: [page: string, field: string, values: string[], words: string][] = [
    [north, "daily-cap", ["-5", "1e3", "٣", "０", "0", "1.5", "1000001", "10 leads"], "Use a whole number"],
    [north, "weekly-cap", ["-1", "1e1"], "Use a whole number"],
    [north, "price", ["-1", "1e3", "1000000", "45,00", "45.001", "٤٥", "NaN"], "Use dollars such as 45"],
    [north, "min-price", ["0", "0.00"], "Use more than 0"],
    [north, "monthly-budget", ["0", "0.00"], "Use more than 0"],
    [north, "hours", ["25:00-26:00", "18:00-08:00", "someday 08:00-18:00", "8-18"], "Use hours such as"],
    [north, "states", ["XX", "TX, Texas", "tх"], "is no state"],
    [affiliate, "payout", ["-1", "101%", "1e3", "４０%", "free"], "Use dollars such as 20.00 or a share"],
    [affiliate, "monthly-cap", ["-5"], "Use a whole number"],
  ];
  for (const [page, field, values, words] of wrong) {
    for (const value of values) {
      const { status, text } = await save(page, { [field]: value });
      expect([status, value], `${field} ${value}`).toEqual([422, value]);
      expect(text, `${field} ${value}`).toMatch(new RegExp(`id="${field}-fault"[^>]*>[^<]*${words}`));
    }
  }
  expect((await save(north, { price: "60", reason: " " })).text).toMatch(/id="reason-fault"[^>]*>Say why/);
  // A wrong field keeps the right ones from being saved.
  expect((await save(north, { price: "60", "daily-cap": "x" })).text).toContain('value="60"');
  const money = await save(north, { price: "", "daily-budget": "100" });
  expect([money.status, money.text.includes("Give a price too")]).toEqual([422, true]);
  // An unknown field is ignored.
  expect((await save(south, { "min-price": "5" })).text).toContain("Nothing is different");
  expect((await save(affiliate, { hours: "08:00-09:00" })).text).toContain("Nothing is different");
  expect((await post(north, { intent: "all" })).status).toBe(422);
  for (const page of ["receiver/nobody", "affiliate/a%20b", "buyer/north"]) {
    expect((await get(`/console/terms/${page}`)).status, page).toBe(404);
    expect((await save(`/console/terms/${page}`, { price: "1" })).status, page).toBe(404);
  }
  expect((await get("/console/terms?affiliate=a%20b")).status).toBe(422);
  expect((await get("/console/terms?affiliate=77")).headers.location).toBe("/console/terms/affiliate/77");
  expect(changes()).toEqual(before);
});

it("a change is made as confirmed, a deep price cut is announced and alerts, and nobody overwrites another's", async () => {
  const falls = async () =>
    /claimpath_price_falls_total (\d+)/.exec((await send(adminOf(site), "/metrics")).text)![1];
  const before = changes();
  const shown = await look(north, { price: "25", "daily-cap": "7" });
  expect(shown.status).toBe(200);
  for (const text of [
    "Price: $50.00 becomes $25.00.",
    "Leads a day: no limit becomes 7.",
    "falls by half or more",
  ])
    expect(shown.text).toContain(text);
  expect(await post(north, { ...lookIn(shown.text), price: "1" }), "another price").toMatchObject({
    status: 200,
  });
  expect([changes(), await falls()]).toEqual([before, "0"]);
  expect((await post(north, lookIn(shown.text))).status).toBe(303);
  expect([changes().length, await falls()]).toEqual([before.length + 2, "1"]);
  const back = await look(north, { price: "50", "daily-cap": "" });
  expect(back.text).not.toContain("falls by half");
  expect((await save(north, { price: "50", "daily-cap": "" })).status).toBe(303);
  expect((await look(north, { price: "25.01" })).text).not.toContain("falls by half");
  const seen = String(changes().length);
  expect((await save(north, { "monthly-cap": "900" })).status).toBe(303);
  const late = await post(north, { intent: "save", seen, "monthly-cap": "800", reason: "x" });
  expect([late.status, late.text.includes("Somebody has changed these terms")]).toEqual([422, true]);
  expect(changes().at(-1)).toMatchObject({ after: "900" });
});

it("the list says what is agreed with everybody, how much of a cap is used, and what is full", async () => {
  const had = new Set(lines().filter(({ kind, buyer }) => kind === "sale" && buyer === "north"));
  expect(had.size).toBeGreaterThan(0);
  expect((await save(north, { "daily-cap": String(had.size), "monthly-budget": "5000" })).status).toBe(303);
  expect((await save(affiliate, { "weekly-cap": "100" })).status).toBe(303);
  const text = await allTerms();
  expect(text).toContain(`Leads a day: ${had.size} of ${had.size}, full, in the file no limit`);
  expect(text).toContain(`Dollars a month: $${50 * had.size}.00 of $5,000.00`);
  expect(text).toContain("southliveJSON post, buyer 2 in the order, qualified and disqualified leads");
  expect(text).toContain("Price: $40.00Hours: 00:00-24:00");
  expect(text).toMatch(/252Payout: \$20\.00Leads a week: \d+ of 100/);
  expect((await save(north, { "daily-cap": "", "monthly-budget": "" })).status).toBe(303);
  expect((await save(affiliate, { "weekly-cap": "" })).status).toBe(303);
});

it("a paused affiliate's leads are held until it is resumed, and a paused receiver shows who paused it", async () => {
  expect((await save(affiliate, {}, "pause")).status).toBe(303);
  const count = lines().length;
  await walkForms(site.url, "/survey/c?affid=252&s1=x");
  const held = () => query(site.databaseFile, "select id from outbox where status = 'held'");
  await waitFor("the lead", () => held().length === 1);
  expect(query(site.databaseFile, "select last_error from outbox where status = 'held'")).toEqual([
    { last_error: "held: affiliate 252 is paused" },
  ]);
  expect(lines()).toHaveLength(count);
  expect((await get(affiliate)).text).toMatch(
    /The pause holds 1 message, from [^<]+\. It goes out when you resume\./,
  );
  expect((await save(affiliate, {}, "resume")).status).toBe(303);
  await waitFor("the lead that was held", () => lines().length > count);
  expect(held()).toEqual([]);
  expect((await get(affiliate)).text).toContain("A pause holds its leads; they go out when you resume.");
  // The change that an undo ends is over as well.
  expect((await save(affiliate, {}, "pause")).status).toBe(303);
  const before = lines().length;
  await walkForms(site.url, "/survey/c?affid=252&s1=x");
  await waitFor("the second lead", () => held().length === 1);
  const undo = { change: String(changes().length), reason: "a mistake" };
  expect((await save(affiliate, undo, "undo")).status).toBe(303);
  await waitFor("the lead that the undone pause held", () => lines().length > before);
  expect((await save(north, {}, "pause")).status).toBe(303);
  expect((await get("/console/deliveries")).text).toContain("Paused by ana");
  expect((await get(north)).text).toMatch(/Paused by ana, .*: as agreed/);
  expect((await post("/console/deliveries", { intent: "resume", destination: "north" })).status).toBe(303);
  expect(changes().at(-1)).toMatchObject({ person: "ana", field: "paused", after: null });
});

it("the differences are shown as YAML and written into the file, whose comments stay", async () => {
  for (const [page, terms] of [
    [north, { "min-price": "30" }],
    [affiliate, { payout: "50%" }],
    [south, { hours: "", price: "42.50", states: "CA, TX" }],
  ] as const)
    expect((await save(page, terms)).status).toBe(303);
  const yaml = (await command("terms")).stdout;
  expect(yaml).toContain("min-price: 30.00");
  expect(yaml).toContain("states: [ CA, TX ]");
  expect(yaml).toContain("# take out destinations.south.hours");
  expect((await get("/console/terms")).text).toContain("min-price: 30.00");
  expect((await command("terms history")).stdout).toMatch(/receiver\s+north\s+Minimum price\s+-\s+30\.00/);
  const differs =
    "south, Price: 42.50 by the console, whatever claimpath.yaml says (40.00), until it is undone.";
  expect((await command("doctor")).stdout).toContain(differs);
  const before = readFileSync(path, "utf8").split("\n");
  const written = await command("terms write");
  expect(written.stdout).toContain("receiver north, receiver south, affiliate 252");
  const file = readFileSync(path, "utf8");
  expect(file).toContain("# Who gets leads.");
  expect(file).toContain("keep: { visit-days: 9 } # ours\n");
  expect(file).toContain("# agreed in May");
  expect(file).toMatch(/price: 42.50 # a letter of June/);
  expect(file).toContain("share: 50%");
  expect(file).not.toContain("24:00");
  // Lines without one of these terms are as they were, to the byte.
  const lines = file.split("\n");
  expect(before.filter((line) => !lines.includes(line)).map((line) => line.trim().slice(0, 9))).toEqual([
    "north: { ",
    "only: { q",
    "price: 40",
    "hours: mo",
    "affiliate",
  ]);
  // The file then has the terms in force: nothing differs any more.
  expect((await command("terms")).stdout).toBe("# Nothing differs from the file.\n");
  expect((await command("doctor")).stdout).not.toContain("by the console");
  const nowhere = await runCommand("terms write", { DATABASE_URL: site.databaseUrl });
  expect(nowhere).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There is no claimpath.yaml"),
  });
  expect((await command("terms write")).stdout).toBe("Nothing differs from the file.\n");
});

it("a masked role sees no reason that a person has written", holds("T106"), async () => {
  await save(affiliate, { payout: "39%", reason: "Canaria-Terms" });
  await save(affiliate, { change: String(changes().length), reason: "Canaria-Undo" }, "undo");
  await look(affiliate, { reason: "Canaria-Pause" }, "pause");
  await look(affiliate, { reason: "Canaria-Resume" }, "resume");
  const masked = await signedInCookie(site, addPerson(site, "mary", "leads-masked"));
  for (const page of ["/console/terms", affiliate]) {
    const { status, text } = await send(site.url, page, { headers: { Cookie: masked } });
    expect([status, text.includes("Canaria")], page).toEqual([200, false]);
    const whole = (await get(page)).text;
    for (const word of ["Terms", "Undo", "Pause", "Resume"]) expect(whole).toContain(`Canaria-${word}`);
  }
});
