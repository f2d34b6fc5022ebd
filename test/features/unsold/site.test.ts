import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StubReply, startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, sqlOn, storedLeads } from "../../support/store-reader.ts";
import { lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const no: StubReply = { body: { buy: "no", why: "Canaria says no" } };
const yes: StubReply = { body: { buy: "yes", price: 50 } };
const replies: Record<string, StubReply> = {};
const stub = await startStub(({ path }) => replies[path] ?? no);
const buyer = (name: string, more = "") =>
  `  ${name}: { kind: json, mode: live, repeats: { hours: 0 }, url: "${stub.origin}/${name}", answer: { accepted: { field: buy, is: "yes" }, price: price }${more} }\n`;
const declared = (order: string, ...buyers: string[]) =>
  `destinations:\n${buyers.join("")}order: [${order}]\n`;
const both = [buyer("north"), buyer("south")];
/** Who is new since: east, far, west, which takes leads of Alaska only, and trial, which is no live buyer. */
const since = [
  buyer("east"),
  buyer("far"),
  buyer("west", ", only: { states: [AK] }"),
  buyer("trial").replace("live", "test"),
];
const { path, remove } = destinationsIn(declared("north, south", ...both));
const site = siteForTests({ stubs: false, CLAIMPATH_FILE: path });
afterAll(async () => {
  remove();
  await stub.stop();
});

const asked = () => stub.requests.map(({ path }) => path);
const statusOf = (id: string) =>
  query<{ status: string }>(site.databaseFile, `select status from outbox where id = '${id}'`)[0]?.status;
let cookie: string;
const page = "/console/unsold";
const get = (Cookie = cookie) => send(site.url, page, { headers: { Cookie } });
const post = (form: Record<string, string>, Cookie = cookie) =>
  send(site.url, page, { form, headers: { Cookie } });
const twice = async (form: Record<string, string>) => post(lookIn((await post(form)).text));
const to = (...names: string[]) => Object.fromEntries(names.map((name) => [`to-${name}`, "on"]));
const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
let ids: string[];

beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  for (let visit = 0; visit < 4; visit++) await walkForms(site.url, "/survey/c?affid=252");
  ids = storedLeads(site.databaseFile).map(({ id }) => id);
  await waitFor("that nobody bought them", () => ids.every((id) => statusOf(`${id}.south`) === "rejected"));
  stub.requests.length = 0;
  await site.stop();
  writeFileSync(path, declared("north, east, south, far, west, trial", ...both, ...since));
  await site.restart();
});

it("what nobody bought is listed with each buyer's reason and with those that never had it", async () => {
  const { status, text } = await get();
  expect([status, text.split('class="visually-hidden"> lead …').length - 1]).toEqual([200, 4]);
  expect(textOf(text)).toContain("survey c, CA, affiliate 252");
  expect(textOf(text)).toMatch(/north : answered buy = no, why = Canaria says no .* Never had it: east, far/);
  expect(textOf(text)).toContain("west : it takes only leads in AK");
  expect(text).not.toContain("to-west");
  expect(text).not.toContain("to-trial");
  const masked = (await get(await signedInCookie(site, addPerson(site, "ben", "leads-masked")))).text;
  expect(masked).not.toMatch(/Canaria|Offer again/);
});

it("a lead is offered once more, only to the chosen buyers that never had it, and never a third time", async () => {
  const [id] = ids as [string];
  const none = await post({ [`lead-${id}`]: "on" });
  expect([none.status, none.text.includes("Choose the buyers to offer them to.")]).toEqual([422, true]);
  const look = await post({ one: id, ...to("east", "north") });
  expect(textOf(look.text)).toContain("1 lead offered to east, then north.");
  expect(asked()).toEqual([]);
  // Two people press at once.
  const pressed = await Promise.all([post(lookIn(look.text)), post(lookIn(look.text))]);
  expect(pressed.map(({ status }) => status).sort()).toEqual([200, 422]);
  await waitFor("east's answer", () => statusOf(`${id}.east`) === "rejected");
  // Neither who declined before is asked, nor who was not chosen.
  expect(asked()).toEqual(["/east"]);
  expect(statusOf(`${id}.far`)).toBeUndefined();
  const third = await twice({ one: id, ...to("far") });
  expect([third.status, third.text.includes("it had its second offer at")]).toEqual([422, true]);
  expect(asked()).toEqual(["/east"]);
  expect(textOf((await get()).text)).toMatch(/Offered a second time [^,]*, [^,]* by ana, to east, north/);
});

it("several are offered at once, in the order of the file, and all that speaks against one is said", async () => {
  const [, sold, stopped, named] = ids as [string, string, string, string];
  Object.assign(replies, { "/far": yes });
  const { record } = storedLeads(site.databaseFile).find(({ id }) => id === stopped)!;
  // The others have the same number: they may be sold.
  await sqlOn(site.databaseUrl, `update leads set erased_at = 1 where id = '${stopped}'`);
  await sqlOn(site.databaseUrl, `update leads set buyers = '["Somebody Law"]' where id = '${named}'`);
  stub.requests.length = 0;
  const all = Object.fromEntries([sold, stopped, named].map((id) => [`lead-${id}`, "on"]));
  const done = await twice({ ...all, ...to("far", "east") });
  expect(done.status).toBe(200);
  expect(done.text).toContain("1 lead offered again.");
  expect(done.text).toContain(`Lead ${stopped} was not offered again: it is erased.`);
  expect(done.text).toContain(`Lead ${named} was not offered again: far, east had it, or may not have it.`);
  await waitFor("the sale", () => statusOf(`${sold}.far`) === "delivered");
  expect(asked()).toEqual(["/east", "/far"]);
  expect(textOf((await get()).text)).not.toContain(`…${sold.slice(-6)}`);

  await sqlOn(site.databaseUrl, `update leads set erased_at = null, buyers = null`);
  const env = { DATABASE_URL: site.databaseUrl, CLAIMPATH_FILE: path };
  await runCommand(`suppressions add --phone ${String(record.phone).replace(/\D/g, "").slice(-10)}`, env);
  const refused = await twice({ one: named, ...to("east") });
  expect([refused.status, refused.text.includes("is on the suppression list")]).toEqual([422, true]);
  expect(query(site.databaseFile, "select lead_id from second_offers")).toHaveLength(2);
  expect((await runCommand("audit-log", env)).stdout).toContain("console offer-second");
});
