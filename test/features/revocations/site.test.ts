import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookHeaders, webhookSigner } from "../../../services/providers/webhook-signature.ts";
import { startSmtp } from "../../stubs/smtp.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { during } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite, startSiteProcess } from "../../support/site.ts";
import { query, sqlOn, unfollowed } from "../../support/store-reader.ts";
import { type Answer, lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const secretOf = (name: string) => `whsec_${btoa(name.padEnd(32, "-"))}`;
/** Paths of receivers that answer with a fault just now. */
const away = new Set<string>();
let sold = 0;
const stub = await startStub(({ path }) =>
  away.has(path)
    ? { status: 503, body: {} }
    : { body: path === "/north" ? { buy: "yes", price: 50, ref: `n-${++sold}` } : { buy: "yes" } },
);
const smtp = await startSmtp();
const zone = "Pacific/Kiritimati";
const { path, folder, remove } = destinationsIn(`company: { time-zone: ${zone}, name: Stops }
destinations:
  north: { kind: json, mode: live, url: "${stub.origin}/north", deletion-url: "${stub.origin}/north/stop", repeats: { hours: 0 }, answer: { accepted: { field: buy, is: "yes" }, price: price, id: ref } }
  crm: { kind: webhook, mode: live, url: "${stub.origin}/crm", secrets: ["\${CRM_SECRET}"], repeats: { hours: 0 } }
  desk: { kind: email, mode: live, smtp: "${smtp.url}", from: site@stops.example, to: desk@stops.example, repeats: { hours: 0 } }
  plain: { kind: json, mode: test, url: "${stub.origin}/plain", repeats: { hours: 0 } }
order: [north]
`);
const settings = {
  stubs: false,
  CLAIMPATH_FILE: path,
  CRM_SECRET: secretOf("crm"),
  SESSION_SECRETS: "s".repeat(32),
  OUTCOMES_SECRETS: `north=${secretOf("north")},crm=${secretOf("crm")},other=${secretOf("other")}`,
  WEBHOOK_SECRETS: secretOf("ours"),
  PERSON_KEYS: join(folder, "person-keys.db"),
};
const site = during(() => startSite(settings));
afterAll(async () => {
  remove();
  await Promise.all([stub.stop(), smtp.stop()]);
});

let cookie: string;
let masked: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
  masked = await signedInCookie(site, addPerson(site, "mia", "leads-masked"));
});
beforeEach(() => away.clear());
const get = async (page: string, as = cookie) =>
  (await send(site.url, page, { headers: { Cookie: as } })).text.replaceAll("<!-- -->", "");
const press = async (page: string, form: Record<string, string>, as = cookie) => {
  const post = (fields: Record<string, string>) =>
    send(site.url, page, { form: fields, headers: { Cookie: as } });
  const asked = await post(form);
  return asked.status === 200 ? post(lookIn(asked.text)) : asked;
};
const command = (line: string) =>
  runCommand(line, { ...settings, stubs: "", DATABASE_URL: site.databaseUrl, CLAIMPATH_OPERATOR: "olga" });
type Row = { id: string; lead_id: string; destination: string; status: string; payload: string };
const rows = (lead: string, kind = "revoked") =>
  query<Row>(
    site.databaseFile,
    `select * from outbox where lead_id = '${lead}' and destination like '${kind}.%' order by destination`,
  );
const statuses = (lead: string, kind?: string) =>
  rows(lead, kind).map(({ destination, status }) => `${destination} ${status}`);
/** Nothing is on its way, but for what waits for a receiver that is away. */
const idle = () =>
  waitFor("an idle outbox", async () => {
    await site.deliver();
    const busy = `select id from outbox where status = 'sending' or (status = 'waiting' and (attempts = 0 or run_at <= ${Date.now()})) union all ${unfollowed}`;
    return query(site.databaseFile, busy).length === 0;
  });

let visitors = 0;
/** A lead with answers that nobody else gives, which all four receivers have. */
async function lead(number?: string) {
  visitors += 1;
  const phone = number ?? `(213) 555-01${String(visitors).padStart(2, "0")}`;
  const email = `cnry${visitors}@example.com`;
  const answers: Record<string, Answer> = {
    NameAndEmail: { firstName: "Canarina", lastName: "Kanarek", email },
    PhoneAndZip: { phone, zip_code: "90210" },
  };
  await walkForms(site.url, "/survey/c?affid=9", answers);
  await idle();
  const [{ id }] = query<{ id: string }>(
    site.databaseFile,
    "select id from leads order by id desc limit 1",
  ) as [{ id: string }];
  return { id, phone, email, number: phone.replace(/\D/g, "") };
}

/** What receivers were told of a lead, each with the id of its message. */
function noticesOf(id: string) {
  const posts = stub.requests
    .filter(({ body }) => body.includes('revoked"') && body.includes(id))
    .map(({ path, headers, body }) => ({ path, key: headers["webhook-id"], headers, text: body }));
  const letters = smtp.letters.filter((text) => text.includes(`Do not call: lead ${id}`));
  return { posts, letters };
}

const today = () => new Date().toLocaleDateString("sv-SE", { timeZone: zone });
let calls = 0;
async function call(leadId: string, as = "north", more: object = {}, id = `call-${++calls}`) {
  const body = JSON.stringify({ lead_id: leadId, outcome: "do-not-call", at: today(), ...more });
  const headers = {
    "Content-Type": "application/json",
    ...webhookHeaders([secretOf(as)], id, body, Date.now()),
  };
  const { status, text } = await send(site.url, "/api/outcomes", { method: "POST", body, headers });
  return [status, JSON.parse(text)];
}
const file = (...lines: string[]) => {
  const csv = join(folder, "stops.csv");
  writeFileSync(csv, `lead_id,outcome,at,buyer\n${lines.join("\n")}\n`);
  return command(`outcomes import ${csv}`);
};
const page = (id: string) => `/console/leads/${id}/do-not-call`;

const doors: Record<string, (id: string) => Promise<unknown>> = {
  "a signed call": async (id) => {
    const taken = { added: 1, booked: 0, why: "a stop is no return: the books have nothing of it" };
    expect(await call(id)).toEqual([200, taken]);
    expect(await call(id)).toEqual([200, { ...taken, added: 0, why: "known already" }]);
  },
  "a file": async (id) => {
    const line = `${id},do-not-call,${today()},North`;
    expect((await file(line, line)).stdout).toBe("1 outcome added, 1 known already\n");
  },
  "the console": async (id) => {
    const form = { intent: "stop", buyer: "north" };
    const { text } = await send(site.url, page(id), { form, headers: { Cookie: cookie } });
    expect(text).toContain(
      "Of this lead these are told not to call, as far as they have not returned it: crm, desk, plain.",
    );
    expect((await press(page(id), form)).status).toBe(303);
  },
};
const heard: Record<string, string> = {
  "a signed call": "heard by a signed call",
  "a file": "heard by a file, written down by olga",
  "the console": "heard in the console, written down by ana",
};

it.each(Object.keys(doors))(
  "who says stop to a buyer is heard by all who have the lead, once, and nobody is sold it: by %s",
  async (door) => {
    const { id, phone, email, number } = await lead();
    const other = await lead(phone);
    await doors[door]!(id);
    await idle();
    const list = await command(`suppressions check --phone ${number}`);
    expect(list.stdout).toContain("do-not-call");
    expect((await command(`suppressions check --email ${email}`)).stdout).toContain("do-not-call");

    // Who told us is not told of the lead that it told us of, but of the other one.
    const receivers = ["crm delivered", "desk delivered", "plain parked"].map((each) => `revoked.${each}`);
    expect(statuses(id)).toEqual(receivers);
    expect(statuses(other.id)).toEqual([...receivers.slice(0, 2), "revoked.north delivered", receivers[2]]);
    const [crm] = noticesOf(id).posts;
    expect(noticesOf(id).posts.map(({ path, key }) => [path, key])).toEqual([["/crm", `${id}.revoked.crm`]]);
    expect(JSON.parse(crm!.text)).toEqual({
      type: "lead.revoked",
      version: 1,
      timestamp: expect.stringMatching(/Z$/),
      data: { id, test: false, reason: "do-not-call" },
    });
    const secrets = [{ name: "crm", secret: secretOf("crm") }];
    const signed = webhookSigner(secrets, new Headers(crm!.headers as never), crm!.text, Date.now());
    expect(signed).toMatchObject({ name: "crm" });
    const toNorth = noticesOf(other.id).posts.find(({ path }) => path === "/north/stop")!;
    expect(JSON.parse(toNorth.text)).toEqual({
      type: "revoked",
      receiver: "north",
      message_id: `${other.id}.north`,
      lead_id: other.id,
      buyer_lead_id: expect.stringMatching(/^n-\d+$/),
      reason: "do-not-call",
      at: expect.stringMatching(/Z$/),
    });
    const ours = [{ name: "ours", secret: secretOf("ours") }];
    const byUs = webhookSigner(ours, new Headers(toNorth.headers as never), toNorth.text, Date.now());
    expect(byUs).toMatchObject({ name: "ours" });
    expect(noticesOf(id).letters).toHaveLength(1);
    // No answer goes out, and not the name of who was told, or who wrote it down.
    const said = [...noticesOf(id).posts.map(({ text }) => text), ...noticesOf(id).letters].join("\n");
    expect(said).not.toMatch(/canari|kanarek|cnry|90210|ana|olga|north/i);
    expect(said.replace(/\D/g, "")).not.toContain(number);

    const story = (await command(`leads show ${id}`)).stdout;
    expect(story).toMatch(new RegExp(`north was told not to call any more, on ${today()}; ${heard[door]}\n`));
    const shown = await get(`/console/leads/${id}`);
    expect(shown).toContain(heard[door]);
    expect(shown).toMatch(/<strong>crm<\/strong><span[^>]*>Told \w{3} \d+, \d\d:\d\d:\d\d GMT\+14</);
    expect(shown).toMatch(/<strong>plain<\/strong><span[^>]*>Not told<\/span>[\s\S]*?tell plain yourself/);
    // The books have the sale as before.
    const lines = query(site.databaseFile, `select kind from sales_ledger where lead_id = '${id}'`);
    expect(lines).toEqual([{ kind: "sale" }]);

    // Nobody gets a later lead of the number, and nobody is told twice, whatever else is said.
    const before = stub.requests.length;
    const later = await lead(phone);
    const sent = query<Row>(
      site.databaseFile,
      `select * from outbox where lead_id = '${later.id}' and attempts > 0`,
    );
    expect(sent.filter(({ status }) => !["suppressed", "held"].includes(status))).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
    expect((await optOut(phone)).status).toBe(303);
    await call(id, "crm");
    await idle();
    expect(stub.requests.slice(before)).toEqual([]);
    expect(noticesOf(id).letters).toHaveLength(1);
    expect(statuses(later.id)).toEqual([]);
  },
);

const optOut = async (phone: string) => {
  const form = await send(site.url, "/do-not-sell-my-information/");
  const [, token = ""] = /name="form" value="([^"]+)"/.exec(form.text) ?? [];
  return send(site.url, "/do-not-sell-my-information/", { form: { phone, email: "", form: token } });
};

it("an opt-out is heard by all who have a lead of the number and have not given it back", async () => {
  const [kept, back] = [await lead(), await lead()];
  const returned = { outcome: "returned", reason: "wrong_number" };
  expect((await call(back.id, "north", returned))[0]).toBe(200);
  // What waits for somebody who is away goes out no more, and they may have it.
  away.add("/crm");
  const slow = await lead(kept.phone);
  expect(query(site.databaseFile, `select status from outbox where id = '${slow.id}.crm'`)).toEqual([
    { status: "waiting" },
  ]);
  away.clear();
  for (const { phone } of [kept, back]) expect((await optOut(phone)).status).toBe(303);
  await idle();
  const all = ["crm delivered", "desk delivered", "north delivered", "plain parked"];
  expect(statuses(kept.id)).toEqual(all.map((each) => `revoked.${each}`));
  expect(statuses(slow.id)).toEqual(all.map((each) => `revoked.${each}`));
  expect(statuses(back.id)).toEqual(
    all.filter((each) => !each.includes("north")).map((each) => `revoked.${each}`),
  );
  expect(
    noticesOf(kept.id).posts.map(({ text }) => JSON.parse(text).reason ?? JSON.parse(text).data.reason),
  ).toEqual(["opt-out", "opt-out"]);
  expect(noticesOf(kept.id).letters[0]).toContain("asked us not to sell or share");
  await sqlOn(site.databaseUrl, `update outbox set run_at = 0 where id = '${slow.id}.crm'`);
  await idle();
  expect(query(site.databaseFile, `select status from outbox where id = '${slow.id}.crm'`)).toEqual([
    { status: "suppressed" },
  ]);
  for (const [path, words] of [
    ["/do-not-sell-my-information/", "We also tell each firm that has it"],
    ["/es/do-not-sell-my-information/", "Además le avisamos a cada bufete"],
  ])
    expect((await send(site.url, path!)).text).toContain(words);
});

it("nobody stops what is not theirs, and learns nothing by trying", holds("T105"), async () => {
  const { id, phone } = await lead();
  const before = () =>
    ["suppressions", "stops", "refusals"].map((table) =>
      query(site.databaseFile, `select count(*) as n from ${table}`),
    );
  const counts = before();
  const none = [404, { error: "There is no such lead.", field: "lead_id" }];
  // A lead that another has, and one that nobody has.
  expect(await call(id, "other")).toEqual(none);
  expect(await call("nobody", "other")).toEqual(none);
  expect(await call("nobody")).toEqual(none);
  const wrong = await file(
    `${id},do-not-call,${today()},other`,
    `nobody,do-not-call,${today()},north`,
    `${id},do-not-call,2020-01-31,north`,
  );
  expect(wrong.stderr).toContain("line 2, column lead_id: is of no lead that other has");
  expect(wrong.stderr).toContain("line 3, column lead_id: is of no lead that north has");
  expect(wrong.stderr).toContain("line 4, column at: is before the lead");
  expect(await call(id, "north", { at: "2199-01-31" })).toEqual([
    400,
    { error: expect.any(String), field: "at" },
  ]);
  for (const [field, more] of [
    ["amount_cents", { amount_cents: 100 }],
    ["reason", { reason: "other" }],
    ["remark", { remark: `call ${phone}` }],
  ] as const)
    expect(await call(id, "north", more)).toEqual([400, { error: expect.any(String), field }]);
  const posted = async (form: Record<string, string>, as?: string) =>
    (await press(page(id), form, as)).status;
  expect(await posted({ intent: "stop", buyer: "other" })).toBe(422);
  expect(await posted({ intent: "stop" })).toBe(422);
  expect(await posted({ intent: "jump" })).toBe(422);
  expect(await posted({ intent: "told", message: `${id}.north` })).toBe(422);
  expect(await posted({ intent: "stop", buyer: "north" }, masked)).toBe(403);
  expect((await press(page("nobody"), { intent: "stop", buyer: "north" })).status).toBe(404);
  expect(await get(`/console/leads/${id}`, masked)).not.toContain("Who was told to stop calling?");
  expect(before()).toEqual(counts);
});

/** Erases a lead as one that was delivered long ago. */
async function age(id: string) {
  await sqlOn(site.databaseUrl, `update outbox set updated_at = 0 where lead_id = '${id}'`);
  await sqlOn(site.databaseUrl, `update leads set created_at = 0 where id = '${id}'`);
  await command("privacy retain");
}

describe("what did not arrive", () => {
  it("is sent again under the same id, named after a day, and closed by who has told them", async () => {
    away.add("/crm");
    const { id } = await lead();
    away.clear();
    await command(`outbox retry ${id}.crm`);
    await idle();
    away.add("/crm");
    await call(id);
    await idle();
    expect(statuses(id)[0]).toBe("revoked.crm waiting");
    away.clear();
    await command(`outbox retry ${id}.revoked.crm`);
    await idle();
    expect(noticesOf(id).posts.map(({ key }) => key)).toEqual([`${id}.revoked.crm`, `${id}.revoked.crm`]);
    expect(statuses(id)[0]).toBe("revoked.crm delivered");
    const doctor = async () => (await command("doctor")).stdout;
    const overdue = /plain has not taken (a|\d+) notices? of who said stop or is to be deleted/;
    expect(await doctor()).not.toMatch(overdue);
    await sqlOn(
      site.databaseUrl,
      `update outbox set created_at = created_at - 90000000 where id = '${id}.revoked.plain'`,
    );
    expect(await doctor()).toMatch(overdue);
    expect(await get("/console/health")).toMatch(/Not taken for a day: plain/);
    expect(await get(`/console/leads/${id}`)).toContain("I have told them");
    expect((await press(page(id), { intent: "told", message: `${id}.revoked.plain` })).status).toBe(303);
    expect(await get("/console/health")).not.toContain("Not taken for a day");
    expect(statuses(id)).toEqual(["crm", "desk", "plain"].map((each) => `revoked.${each} delivered`));
    expect((await command("audit-log")).stdout).toMatch(new RegExp(`ana +console told +${id}`));
  });

  it("survives an erasure by age, and yields to a person's, of which receivers are told with it", async () => {
    const [old, person] = [await lead(), await lead()];
    away.add("/crm");
    for (const { id } of [old, person]) expect((await call(id))[0]).toBe(200);
    await idle();
    await age(old.id);
    expect(query(site.databaseFile, `select record from leads where id = '${old.id}'`)).toEqual([
      { record: "{}" },
    ]);
    expect(statuses(old.id)).toEqual([
      "revoked.crm waiting",
      "revoked.desk delivered",
      "revoked.plain parked",
    ]);
    await command(`privacy delete --phone ${person.number} --yes`);
    away.clear();
    await idle();
    expect(statuses(person.id)).toEqual(["revoked.desk delivered"]);
    expect(statuses(person.id, "deletion")).toEqual([
      "deletion.crm delivered",
      "deletion.desk delivered",
      "deletion.north delivered",
      "deletion.plain parked",
    ]);
    await command(`outbox retry ${old.id}.revoked.crm`);
    await idle();
    expect(statuses(old.id)[0]).toBe("revoked.crm delivered");
    // A buyer who calls weeks later is heard, too: the number is in the consent.
    const late = await lead();
    await age(late.id);
    expect((await call(late.id))[0]).toBe(200);
    expect((await command(`suppressions check --phone ${late.number}`)).stdout).toContain("do-not-call");
    expect(await call(late.id, "crm")).toEqual([404, expect.anything()]);
  });
});

it("a process that dies between a stop and its messages has lost none, and the next one sends them once", async () => {
  const own = { ...settings, PERSON_KEYS: join(folder, "keys-of-another.db") };
  await using dying = await startSiteProcess(own);
  const revoked = (id: string) =>
    query<Row>(
      dying.databaseFile,
      `select * from outbox where lead_id = '${id}' and destination like 'revoked.%' order by destination`,
    );
  await walkForms(dying.url, "/survey/c?affid=9", {
    PhoneAndZip: { phone: "(213) 555-0199", zip_code: "90210" },
  });
  const delivered = () =>
    query<{ lead_id: string }>(
      dying.databaseFile,
      "select lead_id from outbox where status = 'delivered' and destination in ('north', 'crm', 'desk', 'plain')",
    );
  await waitFor("the deliveries", () => delivered().length === 4);
  const id = delivered()[0]!.lead_id;
  await sqlOn(
    dying.databaseUrl,
    "create trigger dies before insert on outbox when new.destination like 'revoked.%' begin select raise(abort, 'no'); end",
  );
  const body = JSON.stringify({ lead_id: id, outcome: "do-not-call", at: today() });
  const headers = {
    "Content-Type": "application/json",
    ...webhookHeaders([secretOf("north")], "dying", body, Date.now()),
  };
  expect((await send(dying.url, "/api/outcomes", { method: "POST", body, headers })).status).toBe(200);
  expect(query(dying.databaseFile, "select lead_id from refusals")).toEqual([{ lead_id: id }]);
  expect(revoked(id)).toEqual([]);
  const env = { ...own, stubs: "", DATABASE_URL: dying.databaseUrl };
  await sqlOn(dying.databaseUrl, "update refusals set at = at - 3600000");
  expect((await runCommand("doctor", env)).stdout).toMatch(
    /Not queued yet: 1 message to receivers, .*revocations\.failed/,
  );
  await dying.stop("SIGKILL");
  await sqlOn(dying.databaseUrl, "drop trigger dies");
  // Two at once: each lead's receivers are told by one of them.
  await dying.restart();
  await waitFor(
    "its messages",
    () => revoked(id).filter(({ status }) => status === "delivered").length === 2,
  );
  expect(noticesOf(id).posts.map(({ key }) => key)).toEqual([`${id}.revoked.crm`]);
  expect(noticesOf(id).letters).toHaveLength(1);
  expect(query(dying.databaseFile, "select id from refusals")).toEqual([]);
});
