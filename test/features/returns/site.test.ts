import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhookHeaders } from "../../../services/providers/webhook-signature.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { query, unfollowed } from "../../support/store-reader.ts";
import { parseCsv } from "../../support/tables.ts";
import { type Answer, lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const buyer = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
const { path, remove } = destinationsIn(
  `destinations:\n  north: { kind: json, mode: live, returns: asked, repeats: { hours: 0 }, url: "${buyer.origin}/", answer: { accepted: { field: buy, is: "yes" }, price: price } }\norder: [north]\n`,
);
const secret = `whsec_${btoa("n".repeat(32))}`;
const settings = { CLAIMPATH_FILE: path, OUTCOMES_SECRETS: `north=${secret}` };
const site = siteForTests({ stubs: false, ...settings });
afterAll(async () => {
  remove();
  await buyer.stop();
});

let cookie: string;
let masked: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  masked = await signedInCookie(site, addPerson(site, "mia", "leads-masked"));
});
const desk = "/console/returns";
const get = async (page: string, Cookie = cookie) =>
  (await send(site.url, page, { headers: { Cookie } })).text
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");
const post = (form: Answer, page = desk, Cookie = cookie) =>
  send(site.url, page, { form, headers: { Cookie } });
const command = (line: string) => runCommand(line, { ...settings, DATABASE_URL: site.databaseUrl });
const today = new Date().toISOString().slice(0, 10);
const backOf = (lead: string) =>
  query<{ kind: string; cents: number }>(
    site.databaseFile,
    `select kind, cents from sales_ledger where part = 'back' and lead_id = '${lead}' order by at, id`,
  ).map(({ kind, cents }) => `${kind} ${cents}`);
const waiting = () =>
  query<{ id: string; lead_id: string }>(
    site.databaseFile,
    "select * from return_requests where verdict is null order by asked_at, id",
  );

let visitors = 0;
async function soldLead(): Promise<string> {
  visitors += 1;
  await walkForms(site.url, "/survey/c?affid=252", {
    NameAndEmail: { firstName: "Canarina", lastName: "Kanarek", email: `cnry${visitors}@example.com` },
    PhoneAndZip: { phone: `(213) 555-01${String(visitors).padStart(2, "0")}`, zip_code: "90210" },
  });
  await waitFor("the sale", async () => {
    const sales = query(site.databaseFile, "select id from sales_ledger where kind = 'sale'");
    return sales.length === visitors && query(site.databaseFile, unfollowed).length === 0;
  });
  return query<{ id: string }>(site.databaseFile, "select id from leads order by id desc limit 1")[0]!.id;
}
let calls = 0;
async function call(lead_id: string, more: object = {}, id = `call-${++calls}`) {
  const body = JSON.stringify({ lead_id, outcome: "returned", at: today, ...more });
  const headers = { "Content-Type": "application/json", ...webhookHeaders([secret], id, body, Date.now()) };
  const { status, text } = await send(site.url, "/api/outcomes", { method: "POST", body, headers });
  return [status, JSON.parse(text)];
}
const asked = { added: 1, booked: 0, why: "asked for: it counts once it is granted" };

it("a reason that is none of the list, and a note that is no line, are refused with the field's name", async () => {
  const lead = await soldLead();
  const reasons = expect.stringContaining("must be one of has_lawyer, at_fault");
  expect(await call(lead, { reason: "because" })).toEqual([400, { error: reasons, field: "reason" }]);
  for (const note of ["", "two\nlines", "x".repeat(201)])
    expect(await call(lead, { note }), note).toMatchObject([400, { field: "note" }]);
  expect(await call(lead, { outcome: "sold", note: "well" })).toMatchObject([400, { field: "note" }]);
  expect(waiting()).toEqual([]);
});

it("who decides reads what is asked for, why, and what the lead answered itself; who sees leads masked does not", async () => {
  const lead = await soldLead();
  const note = "Kanarek says her cousin is her lawyer";
  expect(await call(lead, { reason: "has_lawyer", note })).toEqual([200, asked]);
  expect(await call(lead, { reason: "has_lawyer", note })).toEqual([200, { ...asked, added: 0 }]);
  const page = await get(desk);
  expect(page).toContain("asks for $120.50, because it has a lawyer");
  expect(page).toContain(`“${note}”`);
  expect(page).toContain("Do you have a lawyer for this accident? No");
  expect(page).toContain("But it answered that it has no lawyer");
  expect(page).toContain("The buyer’s terms have no condition on that.");
  expect(page).toContain("Its days of return end in 14 days");
  expect(page).toContain(">Canarina Kanarek<");
  const hidden = await get(desk, masked);
  expect(hidden).toContain("asks for $120.50, because it has a lawyer");
  expect(hidden).toContain(">C… K…<");
  for (const text of ["Kanarek", "Canarina", "Do you have a lawyer", "But it answered", 'value="grant"'])
    expect(hidden).not.toContain(text);
  expect(await get(`/console/leads/${lead}`)).toContain(
    "north asks for returning it because it has a lawyer",
  );
  expect((await command("outcomes list")).stdout).toMatch(
    /returned +north +- +- +has_lawyer +asked for: it counts/,
  );
  const audit = query(site.databaseFile, "select leads from readings where command = 'console returns'");
  expect(audit).toContainEqual({ leads: lead });
  expect(
    (await post({ [`request-${waiting()[0]!.id}`]: "on", intent: "refuse", word: "no" }, desk, masked))
      .status,
  ).toBe(403);
});

it("a grant is looked at, books the return once, and can be decided again", async () => {
  const [{ id, lead_id }] = waiting() as [ReturnType<typeof waiting>[0]];
  const tick = { [`request-${id}`]: "on" };
  const form = { intent: "grant", word: "fair", ...tick };
  expect((await post({ intent: "grant", word: "fair" })).status, "nothing is ticked").toBe(422);
  expect((await post({ ...form, word: "x".repeat(201) })).text).toMatch(
    /id="word-fault"[^>]*>A word has at most/,
  );
  expect((await post({ intent: "refuse", ...tick })).text).toMatch(/id="word-fault"[^>]*>Say why/);
  const look = await post(form);
  expect([look.status, look.text.includes("$120.50 goes back to north.")]).toEqual([200, true]);
  expect(backOf(lead_id)).toEqual([]);
  const [one, other] = await Promise.all([post(lookIn(look.text)), post(lookIn(look.text))]);
  expect([one.status, other.status].sort(), "of two who press at once one has done it").toEqual([200, 422]);
  expect(backOf(lead_id)).toEqual(["return -12050"]);
  expect(await get(desk)).toMatch(/Granted by ana [^<]*: fair</);
  expect(await call(lead_id, { reason: "has_lawyer" })).toEqual([
    200,
    { added: 0, booked: 0, why: "known already" },
  ]);
  const again = await post({ intent: "undo", ...tick });
  expect((await post(lookIn(again.text))).status).toBe(200);
  expect(backOf(lead_id)).toEqual(["return -12050", "correction 12050"]);
  expect((await post({ intent: "undo", ...tick })).status).toBe(422);
  expect(waiting()).toHaveLength(1);
});

it("several are refused at once with a word, which the buyer is told when it asks again", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-returns-")), "back.csv");
  const lead = await soldLead();
  writeFileSync(
    file,
    `lead_id,outcome,at,buyer,amount_cents,reason,note\n${lead},returned,${today},North,1000,not_reached,five calls\n${lead},returned,${today},North,1000,because,\n`,
  );
  const { stdout, stderr } = await command(`outcomes import ${file}`);
  expect(stdout).toContain("1 outcome added, 0 known already");
  expect(stdout).toContain("line 2: $0.00: asked for: it counts once it is granted");
  expect(stderr).toContain("line 3, column reason: must be one of has_lawyer");
  expect(await get(desk)).toContain("This cannot be judged by us.");
  const ticks = Object.fromEntries(waiting().map(({ id }) => [`request-${id}`, "on"]));
  expect(Object.keys(ticks)).toHaveLength(2);
  const done = await post({
    intent: "refuse",
    word: "call 213 555 0102 again",
    ...ticks,
    "request-none": "on",
  });
  expect([done.status, done.text.replaceAll("<!-- -->", "")]).toEqual([
    422,
    expect.stringContaining("2 returns refused. One of them is decided already"),
  ]);
  expect(await call(lead, { amount_cents: 1000, reason: "not_reached" })).toEqual([
    200,
    { added: 0, booked: 0, why: "refused: call … again" },
  ]);
  expect(backOf(lead)).toEqual([]);
  expect((await command("outcomes list")).stdout).toContain("refused: call … again");
  const [sale] = query<{ id: string }>(
    site.databaseFile,
    `select id from sales_ledger where kind = 'sale' and lead_id = '${lead}'`,
  );
  const shown = await get(`/console/sales/lines/${sale!.id}`);
  expect(shown).toContain(
    "returned because it was not reached, $10.00; in the books $0.00: refused: call … again",
  );
  const page = `/console/sales/lines/${sale!.id}`;
  expect((await post({ intent: "return", because: "nonsense", reason: "x" }, page)).status).toBe(422);
  const look = await post({ intent: "return", because: "wrong_number", reason: "" }, page);
  expect((await post(lookIn(look.text), page)).status).toBe(303);
  expect(
    query(site.databaseFile, "select reason from sales_ledger where kind = 'return' and person = 'ana'"),
  ).toEqual([{ reason: "wrong_number" }]);
});

it("numbers say what came back by reason and source, and of few leads with an answer nothing", async () => {
  const page = `${desk}/numbers`;
  const table = async (by: string) => parseCsv(await get(`${page}.csv?by=${by}`));
  expect(await table("reason")).toEqual([
    ["reason", "sold", "returned", "back_cents"],
    ["Its number is wrong", "", "1", "12050"],
  ]);
  expect(await table("affiliate")).toEqual([
    ["affiliate", "sold", "returned", "back_cents"],
    ["252", "3", "1", "12050"],
  ]);
  expect(await table("answer")).toContainEqual([
    "Do you have a lawyer for this accident?",
    "No",
    "few",
    "few",
  ]);
  expect(await get(`${page}?by=answer`)).toMatch(
    /Do you have a lawyer for this accident\? No<\/th><td>few<\/td><td>–<\/td><td>under 10</,
  );
  expect(await get(`${page}?by=buyer`)).toMatch(
    /north<\/th><td>few<\/td><td>1<\/td><td>3<\/td><td>\$120.50</,
  );
  const wrong = await send(site.url, `${page}?from=yesterday`, { headers: { Cookie: cookie } });
  expect([wrong.status, wrong.text.includes("Use a day such as 2026-10-31.")]).toEqual([422, true]);
});
