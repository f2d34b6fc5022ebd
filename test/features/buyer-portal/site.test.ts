import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageFeatures } from "../../../app/features.ts";
import { consolePages, graphPages } from "../../../remix.config.js";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, codeOf, password, signedInCookie, trySignIn } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { cookieOf, type Sending, type Sent, send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query, sqlOn, unfollowed } from "../../support/store-reader.ts";
import { type Answer, lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const firm = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const answer = `url: "${firm.origin}/", repeats: { hours: 0 }, answer: { accepted: { field: buy, is: "yes" }, price: price }`;
const sent =
  "{ first: first_name, last: last_name, tel: phone, mail: email, town: city, lawyer: with_Lawyer, others: all_possible_buyer_names, campaign: { value: campaign-key-of-north } }";
const north = `north: { kind: json, mode: live, returns: asked, return-days: 10, daily-cap: 40, only: { states: [CA], accident-days: { at-most: 400 }, affiliates: [252, "1"], sub_id: { not: x } }, fields: ${sent}, ${answer} }`;
const south = `south: { kind: json, mode: live, only: { states: [TX] }, min-price: 21.75, ping: { url: "${firm.origin}/", fields: { s: state }, answer: { accepted: { field: buy, is: "yes" }, price: price } }, ${answer} }`;
const house = `house: { kind: json, mode: live, url: "${firm.origin}/" }`;
const invoices = { from: ["Claimpath LLC"], buyers: { north: { address: ["North Law LLP"] } } };
const yamlOf = (receivers: string, order: string) =>
  `destinations:\n  ${receivers}\n  ${house}\norder: [${order}]\ninvoices: ${JSON.stringify(invoices)}\n`;
const both = destinationsIn(yamlOf(`${north}\n  ${south}`, "north, south"));
const alone = destinationsIn(yamlOf(south, "south"));
const settings = { CLAIMPATH_FILE: both.path };
const site = siteForTests({ stubs: false, ...settings });
afterAll(async () => {
  both.remove();
  alone.remove();
  await firm.stop();
});

const pages = "/console/buyer";
const textOf = ({ text }: Pick<Sent, "text">) =>
  text
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();
const get = (page: string, Cookie: string) => send(site.url, page, { headers: { Cookie } });
const post = (page: string, form: Answer, Cookie: string) =>
  send(site.url, page, { form, headers: { Cookie } });
const command = (line: string) => runCommand(line, { ...settings, DATABASE_URL: site.databaseUrl });
const rows = <Row>(sql: string) => query<Row & object>(site.databaseFile, sql);
const leadOf = (id: string) => `${pages}/leads/${id}`;

let visitors = 0;
/** A visitor from California, whom north buys, or from Texas, whom south buys. */
async function bought(first: string, last: string, zip: "90210" | "78701"): Promise<string> {
  visitors += 1;
  await walkForms(site.url, "/survey/c?affid=252", {
    NameAndEmail: { firstName: first, lastName: last, email: `${last.toLowerCase()}@example.com` },
    PhoneAndZip: { phone: `(213) 555-01${String(visitors).padStart(2, "0")}`, zip_code: zip },
  });
  await waitFor("the sale", () => {
    const sales = rows("select id from sales_ledger where kind = 'sale'");
    return sales.length === visitors && rows(unfollowed).length === 0;
  });
  return rows<{ id: string }>("select id from leads order by id desc limit 1")[0]!.id;
}

/** The owner, the person of north whom the owner invites, and the one of south whom a command adds. */
let [ana, nora, sam] = ["", "", ""];
let [ofNorth, other, ofSouth] = ["", "", ""];
const outOfDate = 20 * 24 * 60 * 60_000;

beforeAll(async () => {
  ana = await signedInCookie(site, addPerson(site, "ana", "leads"));
  ofNorth = await bought("Canarina", "Kanarek", "90210");
  other = await bought("Ofelia", "Oldring", "90210");
  ofSouth = await bought("Sabina", "Southwell", "78701");
});

describe("a person of a buyer", () => {
  it("is invited by the owner, sets a password and an app, and is led to what is theirs", async () => {
    const people = await get("/console/people", ana);
    expect(textOf(people)).toContain("Invite a person of a buyer");
    expect(people.text, "a receiver that pays nothing has no people").not.toContain('value="house"');
    const invite = (person: string, buyer = "north") =>
      post("/console/people", { intent: "invite", person, buyer }, ana);
    for (const [person, buyer, field] of [
      ["Nora North!", "north", "person"],
      ["ana", "north", "person"],
      ["nora", "house", "buyer"],
      ["nora", "nobody", "buyer"],
    ] as const) {
      const refused = await invite(person, buyer);
      expect([refused.status, refused.text.includes(`id="${field}-fault"`)], person).toEqual([422, true]);
    }
    const invited = await invite("nora");
    const [, code] = /<strong>([A-Z2-7-]{30,})<\/strong>/.exec(invited.text)!;
    expect((await trySignIn(site, { name: "nora", password: "", code: "" })).status).toBe(422);
    const opened = await post("/console/renew", { intent: "open", key: code! }, "");
    const key = /secret=([A-Z2-7]+)/.exec(opened.text)![1]!;
    const offer = /name="offer" value="([^"]+)"/.exec(opened.text)![1]!;
    const wanted = "four of my own words";
    const own = { intent: "renew", key: code!, wanted, offer };
    expect((await post("/console/renew", { ...own, newCode: "" }, "")).status, "no app").toBe(422);
    const renewed = await post("/console/renew", { ...own, newCode: codeOf({ name: "nora", key }) }, "");
    expect([renewed.status, renewed.headers.location]).toEqual([303, pages]);
    nora = cookieOf(renewed);
    expect((await get(pages, nora)).status).toBe(200);
    expect(textOf(await get("/console/people", ana))).toContain("nora of north");
  });

  it("is added by a command, for a receiver that pays, and signs in with the app's code alone", async () => {
    const add = (name: string, line: string) =>
      runCommand(
        `console add ${name} ${line}`,
        { ...settings, DATABASE_URL: site.databaseUrl },
        { input: `${password}\n` },
      );
    for (const line of [
      "--role buyer",
      "--buyer south",
      "--role buyer --buyer house",
      "--role buyer --buyer x",
    ])
      expect((await add("sam", line)).status, line).not.toBe(0);
    const added = await add("sam", "--role buyer --buyer south");
    expect([added.status, added.stdout.includes("a person of south")]).toEqual([0, true]);
    const [, key] = /app, shown this once: ([A-Z2-7]+)/.exec(added.stdout)!;
    expect((await trySignIn(site, { name: "sam", password, code: "" })).status).toBe(422);
    const signedIn = await trySignIn(site, { name: "sam", password, code: codeOf({ name: "sam", key }) });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, pages]);
    sam = cookieOf(signedIn);
    expect((await command("console list")).stdout).toMatch(/sam +buyer south +yes/);
  });

  it("reads what its buyer was sent, and nothing that was not", async () => {
    const list = textOf(await get(pages, nora));
    expect(list).toContain("Canarina Kanarek");
    expect(list).toContain("Ofelia Oldring");
    expect(list).toContain("$120.50");
    const page = await get(leadOf(ofNorth), nora);
    const text = textOf(page);
    for (const shown of [
      "tel",
      "town",
      "Beverly Hills",
      "lawyer no",
      "kanarek@example.com",
      'href="tel:+1213',
    ])
      expect(shown.startsWith("href") ? page.text : text, shown).toContain(shown);
    const { record } = JSON.parse(
      rows<{ payload: string }>(`select payload from outbox where id = '${ofNorth}.north'`)[0]!.payload,
    );
    for (const hidden of [
      "campaign-key-of-north",
      "others",
      "south",
      "252",
      record.user_agent,
      record.zip_code,
      record.landing_page,
    ])
      expect(text, hidden).not.toContain(hidden);
    const unmapped = textOf(await get(leadOf(ofSouth), sam));
    expect(unmapped, "all fields of ours, where the receiver names none").toContain("zip_code 78701");
    expect(unmapped).not.toMatch(/(selected|displayed|possible)_buyer|north/);
  });

  it("finds nothing of the console or the charts but its own pages", holds("T97"), async () => {
    const all = Object.keys(
      Object.assign(
        { ...consolePages, ...graphPages },
        ...pageFeatures.map((each) => ({ ...each.consolePages, ...each.graphPages })),
      ),
    );
    const open = /^(console\/(buyer|sign-|start|provider|renew)|graphs\/sign-in)/;
    const refused = all.filter((path) => !open.test(path));
    expect(refused.length).toBeGreaterThan(40);
    const found: string[] = [];
    const { number } = rows<{ number: number }>("select 1 as number")[0]!;
    for (const path of refused) {
      const address = `/${path
        .replace(":party/:name", "receiver/north")
        .replace("graphs/:code", "graphs/c")
        .replace("lines/:id", `lines/${rows<{ id: string }>("select id from sales_ledger")[0]!.id}`)
        .replace(":id", ofNorth)
        .replace(/:\w+/, String(number))}`;
      const sendings: Sending[] = [
        { headers: { Cookie: nora } },
        { headers: { Cookie: nora, Accept: "text/html" } },
        { headers: { Cookie: nora }, form: { intent: "retry" } },
      ];
      for (const sending of sendings) {
        const { status } = await send(site.url, address, sending);
        if (status !== 404 && !(status === 405 && sending.form)) found.push(`${status} ${address}`);
      }
      const { status } = await send(site.url, `${address}.data`, { headers: { Cookie: nora } });
      if (status !== 404) found.push(`${status} ${address}.data`);
    }
    expect(found).toEqual([]);
    const lost = await send(site.url, "/console", { headers: { Cookie: nora, Accept: "text/html" } });
    expect(lost.text).toContain(`href="${pages}"`);
    expect(lost.text).not.toContain('href="/graphs/"');
  });

  it("of one buyer finds nothing of another's: no lead, press or number", holds("T97"), async () => {
    const before = JSON.stringify([
      rows("select * from outcomes"),
      rows("select * from return_requests"),
      rows("select * from stops"),
      rows("select id from sales_ledger"),
    ]);
    for (const [cookie, id, names] of [
      [nora, ofSouth, ["Sabina", "Southwell", ofSouth, "south"]],
      [sam, ofNorth, ["Kanarek", "Oldring", ofNorth, "north"]],
    ] as const) {
      expect((await get(leadOf(id), cookie)).status).toBe(404);
      for (const intent of ["return", "do-not-call", "called", "retained"])
        expect((await post(leadOf(id), { intent, reason: "other" }, cookie)).status, intent).toBe(404);
      for (const page of ["", "/sales", "/sales.csv", "/returns", "/invoices", "/terms"]) {
        const { status, text } = await get(pages + page, cookie);
        expect(status, page).toBe(200);
        for (const name of names) expect(textOf({ text }), `${page} has no ${name}`).not.toContain(name);
      }
    }
    expect(
      JSON.stringify([
        rows("select * from outcomes"),
        rows("select * from return_requests"),
        rows("select * from stops"),
        rows("select id from sales_ledger"),
      ]),
    ).toBe(before);
  });

  it("reads its terms, and not the least that it may bid", async () => {
    const text = textOf(await get(`${pages}/terms`, sam));
    expect(text).not.toMatch(/Minimum|21\.75/);
    expect(textOf(await get(`${pages}/terms`, nora))).toContain("Leads a day 40");
    const takes = "Leads Qualified leads only: in CA, with an accident in the last 400 days Price";
    expect(textOf(await get(`${pages}/terms`, nora))).toContain(takes);
    expect(textOf(await get(`${pages}/terms`, nora))).toContain("within 10 days, once they are granted");
  });
});

describe("a return", () => {
  it("is asked for with a reason after a second look, waits for the owner, and shows the answer", async () => {
    const page = leadOf(ofNorth);
    const form = { intent: "return", reason: "not_reached", note: "Called her five times" };
    for (const [wrong, field] of [
      [{ reason: "" }, "reason"],
      [{ reason: "because" }, "reason"],
      [{ note: "x".repeat(201) }, "note"],
    ] as const) {
      const refused = await post(page, { ...form, ...wrong }, nora);
      expect([refused.status, refused.text.includes(`id="${field}-fault"`)], field).toEqual([422, true]);
    }
    const look = await post(page, form, nora);
    expect(textOf(look)).toContain("You ask for $120.50 back.");
    expect(rows("select id from return_requests")).toEqual([]);
    const [one, again] = await Promise.all([
      post(page, lookIn(look.text), nora),
      post(page, lookIn(look.text), nora),
    ]);
    expect([one.status, again.status].filter((status) => status === 200).length).toBeGreaterThan(0);
    const asked = rows<{ id: string }>("select * from return_requests");
    expect(asked).toMatchObject([
      { buyer: "north", lead_id: ofNorth, reason: "not_reached", door: "console", brought_by: "nora" },
    ]);
    expect(rows("select id from sales_ledger where part = 'back'")).toEqual([]);
    expect((await post(page, form, nora)).status, "while it waits").toBe(422);
    expect(textOf(await get(`${pages}/returns`, nora))).toMatch(/Canarina Kanarek .*not decided yet/);
    expect(textOf(await get("/console/returns", ana))).toContain("Called her five times");
    const word = "Five calls in an hour are one.";
    await post("/console/returns", { [`request-${asked[0]!.id}`]: "on", intent: "refuse", word }, ana);
    for (const place of [`${pages}/returns`, page])
      expect(textOf(await get(place, nora))).toContain(`refused: ${word}`);
  });

  it("of a buyer whose returns count at once is booked once", async () => {
    const page = leadOf(ofSouth);
    const look = await post(page, { intent: "return", reason: "has_lawyer" }, sam);
    expect(textOf(look)).toContain("$120.50 comes off what you owe.");
    expect((await post(page, lookIn(look.text), sam)).status).toBe(200);
    expect(rows("select kind, cents, buyer from sales_ledger where part = 'back'")).toEqual([
      { kind: "return", cents: -12050, buyer: "south" },
    ]);
    expect((await post(page, lookIn(look.text), sam)).status).toBe(422);
    expect(textOf(await get(page, sam))).toContain("It is returned.");
    const sales = textOf(await get(`${pages}/sales`, sam));
    expect(sales).toContain("1 lead $120.50 Given back -$120.50 You owe $0.00");
    const [head, ...lines] = (await get(`${pages}/sales.csv`, sam)).text.trim().split("\r\n");
    expect(head).toBe("line,kind,at,lead_id,cents,returned,reason");
    expect(lines.map((line) => line.split(",")[1])).toEqual(["sale", "return"]);
  });

  it("is refused once its days are over", async () => {
    await sqlOn(
      site.databaseUrl,
      `update sales_ledger set at = at - ${outOfDate} where lead_id = '${other}'`,
    );
    const { status, text } = await post(leadOf(other), { intent: "return", reason: "other" }, nora);
    expect([status, text.includes("The 10 days in which it can be returned are over.")]).toEqual([422, true]);
    expect(rows(`select id from return_requests where lead_id = '${other}'`)).toEqual([]);
  });
});

it("a call and a retainer are noted once a day, and a stop is heard by everybody, with who said it", async () => {
  for (const intent of ["called", "called", "retained"])
    expect((await post(leadOf(ofNorth), { intent }, nora)).status).toBe(200);
  expect(rows("select outcome, buyer from outcomes where buyer = 'north' order by outcome")).toEqual([
    { outcome: "called", buyer: "north" },
    { outcome: "retained", buyer: "north" },
  ]);
  expect((await post(leadOf(ofNorth), { intent: "paid" }, nora)).status, "money is the owner's").toBe(422);
  const look = await post(leadOf(ofNorth), { intent: "do-not-call" }, nora);
  expect(rows("select lead_id from stops")).toEqual([]);
  expect((await post(leadOf(ofNorth), lookIn(look.text), nora)).status).toBe(200);
  expect(rows("select lead_id, buyer, door, person from stops")).toEqual([
    { lead_id: ofNorth, buyer: "north", door: "console", person: "nora" },
  ]);
  expect(rows("select refusal from suppressions where refusal = 'do-not-call'").length).toBeGreaterThan(0);
  const page = await get(leadOf(ofNorth), nora);
  expect(textOf(page)).toContain("You reported that this person wants no calls.");
  expect(page.text, "nothing to press that would call them").not.toContain('href="tel:');
});

it("an invoice prints as the owner's does, and another buyer's is not found", async () => {
  const month = new Date(Date.now() - 40 * 24 * 60 * 60_000).toISOString().slice(0, 7);
  await sqlOn(
    site.databaseUrl,
    `update sales_ledger set at = ${Date.parse(`${month}-15T12:00:00Z`)} where lead_id = '${other}'`,
  );
  expect((await command(`sales close ${month}`)).status).toBe(0);
  expect(textOf(await get(`${pages}/invoices`, nora))).toContain("No invoice is made out to you yet.");
  const made = await command(`invoices make --buyer north --month ${month}`);
  const number = made.stdout.split("\n")[0]!;
  const [theirs, owners] = [
    await get(`${pages}/invoices/${number}`, nora),
    await get(`/console/invoices/${number}`, ana),
  ];
  const sheet = ({ text }: Sent) => /<article.*<\/article>/s.exec(text)![0];
  expect(sheet(theirs)).toBe(sheet(owners));
  expect(theirs.text).not.toContain("/console/invoices");
  expect(textOf(await get(`${pages}/invoices`, nora))).toContain(number);
  expect((await get(`${pages}/invoices/${number}`, sam)).status).toBe(404);
  expect(textOf(await get(`${pages}/invoices`, sam))).not.toContain(number);
  const old = await get(`${pages}?month=${month}`, nora);
  expect(textOf(old)).toContain("Ofelia Oldring");
  expect((await get(`${pages}?month=2026-13`, nora)).status).toBe(422);
  expect((await get(`${pages}/sales.csv?month=x`, nora)).status).toBe(422);
});

it("of an erased person nothing is left, and the sale stays", async () => {
  expect((await command("privacy delete --email kanarek@example.com --yes")).status).toBe(0);
  for (const page of [pages, leadOf(ofNorth), `${pages}/returns`]) {
    const { status, text } = await get(page, nora);
    expect([status, /Kanarek|Canarina|Called her/.test(text)], page).toEqual([200, false]);
    expect(textOf({ text })).toContain("Erased");
  }
  expect(textOf(await get(`${pages}/sales`, nora))).toContain("$120.50");
});

it("the audit log has what people of buyers open and do", holds("T136"), () => {
  const deeds = rows<{ command: string; leads: string; about: string }>(
    "select command, leads, about from readings where operator = 'nora'",
  );
  const of = (name: string) => deeds.filter((deed) => deed.command === name);
  expect(of("buyer lead")).toContainEqual({ command: "buyer lead", leads: ofNorth, about: "north" });
  expect(of("buyer leads")[0]!.leads.split(" ")).toEqual([other, ofNorth]);
  for (const name of ["returned", "do-not-call", "called", "retained"])
    expect(of(`buyer ${name}`), name).toContainEqual({
      command: `buyer ${name}`,
      leads: ofNorth,
      about: "north",
    });
  expect(deeds.map((deed) => deed.command)).toContain("buyer terms");
  expect(deeds.some((deed) => deed.leads.includes(ofSouth))).toBe(false);
});

it("a session ends with its receiver, and with the person", holds("T97"), async () => {
  const without = await startSite({
    stubs: false,
    CLAIMPATH_FILE: alone.path,
    DATABASE_URL: site.databaseUrl,
  });
  try {
    const at = (page: string, Cookie: string) => send(without.url, page, { headers: { Cookie } });
    expect([(await at(pages, nora)).status, (await at(pages, sam)).status]).toEqual([404, 200]);
    expect(textOf(await at("/console/people", ana))).toContain("north is no buyer any more");
  } finally {
    await without.stop();
  }
  expect((await get(pages, nora)).status, "where the receiver is").toBe(200);
  expect((await post("/console/people", { intent: "dismiss", person: "ana" }, ana)).status).toBe(422);
  expect((await post("/console/people", { intent: "dismiss", person: "nora" }, ana)).status).toBe(303);
  expect((await get(pages, nora)).status).toBe(404);
  const file = join(dirname(site.databaseFile), "console-people.json");
  const { sam: left, ...others } = JSON.parse(readFileSync(file, "utf8"));
  expect(left.buyer).toBe("south");
  writeFileSync(file, JSON.stringify(others));
  expect((await get(pages, sam)).status).toBe(404);
});
