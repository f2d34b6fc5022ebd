import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { type StubReply, type StubRequest, startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { during } from "../../support/during.ts";
import { destinationsIn, settingsWith } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite, startSiteProcess } from "../../support/site.ts";
import { query, sqlOn } from "../../support/store-reader.ts";
import { walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

/** What each list answers just now; by default that the number is clean. */
const answers = new Map<string, StubReply | (() => Promise<StubReply>)>();
const requests: StubRequest[] = [];
const lists = await startStub(async (request) => {
  const { path } = request;
  requests.push(request);
  const answer = answers.get(path.slice(1));
  return typeof answer === "function" ? answer() : (answer ?? says("clean"));
});
const says = (status: string): StubReply => ({ body: { result: { status } } });
const firms = await startStub(() => ({ body: { buy: "yes" } }));

const answer =
  "answer: { listed: { field: result.status, is: dnc }, clean: { field: result.status, is: clean } }";
const list = (name: string, more: string, fields = "number: phone_digits") =>
  `  ${name}: { url: "${lists.origin}/${name}", fields: { ${fields} }, ${answer}, ${more} }`;
const { path, remove } = destinationsIn(`company: { time-zone: Pacific/Kiritimati }
delivery: { poll-ms: 100 }
destinations:
  north: { kind: json, mode: live, url: "${firms.origin}/north", repeats: { hours: 0 }, answer: { accepted: { field: buy, is: "yes" } } }
  crm: { kind: json, mode: live, url: "${firms.origin}/crm", repeats: { hours: 0 }, fields: { lead: id, marks: marks } }
order: [north]
scrubs:
${list("dnc", "mode: live, action: mark, cost-cents: 0.4", "phone: phone_e164, source: { value: claimpath }")}
${list("litigators", `mode: live, action: refuse, kind: form, headers: { Authorization: "Bearer \${LISTS_KEY}" }, cost-cents: 1, keep-days: 1`)}
${list("reassigned", "mode: live, action: hold, kind: query, cost-cents: 1")}
${list("certified", "mode: live, action: mark, daily-budget: 10, cost-cents: 2", "number: phone, zip: zip_code")}
`);
const settings = {
  stubs: false,
  CLAIMPATH_FILE: path,
  LISTS_KEY: "key-of-the-lists",
  SESSION_SECRETS: "s".repeat(32),
};
const site = during(() => startSite(settings));
afterAll(async () => {
  remove();
  await Promise.all([lists.stop(), firms.stop()]);
});
beforeEach(() => answers.clear());

let visitors = 0;
const newNumber = () => `(213) 555-01${String(++visitors).padStart(2, "0")}`;
async function lead(phone = newNumber(), url = site.url) {
  await walkForms(url, "/survey/c?affid=9", {
    NameAndEmail: { firstName: "Canarina", lastName: "Kanarek", email: `cnry${visitors}@example.com` },
    PhoneAndZip: { phone, zip_code: "90210" },
  });
  const [{ id }] = query<{ id: string }>(
    site.databaseFile,
    "select id from leads order by id desc limit 1",
  ) as [{ id: string }];
  return { id, phone, digits: phone.replace(/\D/g, "") };
}
const sql = (text: string) => sqlOn(site.databaseUrl, text);
type Row = { destination: string; status: string; last_error: string | null };
const rows = (id: string) =>
  query<Row>(
    site.databaseFile,
    `select destination, status, last_error from outbox where lead_id = '${id}'
      and destination in ('north', 'crm') order by destination`,
  );
const statuses = (id: string) => rows(id).map(({ destination, status }) => `${destination} ${status}`);
const became = (id: string, ...wanted: string[]) =>
  waitFor(wanted.join(), () => statuses(id).join() === wanted.join());
/** What a list was asked about a number. */
const asked = (name: string, digits: string) =>
  requests.filter(
    ({ url, path, body }) => path === `/${name}` && `${url} ${body}`.replace(/%2B|\D/g, "").includes(digits),
  );
const got = (firm: string, id: string) =>
  firms.requests.filter(({ path, body }) => path === `/${firm}` && body.includes(id));
/** What waits for a list is looked at now. */
async function soon() {
  await sql("update scrub_verdicts set until = 0 where verdict in ('asked', 'open')");
  await sql("update outbox set run_at = 0 where status = 'waiting'");
}
/** The same, as long as the site has been patient with it. */
async function late() {
  await sql("update scrub_verdicts set since = since - 594000 where verdict = 'open'");
  await soon();
}
const command = (line: string, more: object = {}) =>
  runCommand(line, { ...settings, ...more, stubs: "", DATABASE_URL: site.databaseUrl });
const press = async (page: string, form: Record<string, string>) =>
  (await send(site.url, page, { form, headers: { Cookie: await cookie() } })).status;
let signedIn: Promise<string> | undefined;
const cookie = () => (signedIn ??= signedInCookie(site, addPerson(site, "ana", "leads")));
const page = async (id: string) =>
  (await send(site.url, `/console/leads/${id}`, { headers: { Cookie: await cookie() } })).text.replaceAll(
    "<!-- -->",
    "",
  );

it("each list is asked once about a number, in its own form, before any receiver has the lead", async () => {
  let reply: (said: StubReply) => void = () => {};
  answers.set("dnc", () => new Promise((resolve) => (reply = resolve)));
  const { id, phone, digits } = await lead();
  // The visitor has been thanked, and nobody has the lead yet.
  await waitFor("the question", () => asked("dnc", digits).length > 0);
  expect([...got("north", id), ...got("crm", id)]).toEqual([]);
  reply(says("clean"));
  await became(id, "crm delivered", "north delivered");
  expect(JSON.parse(asked("dnc", digits)[0]!.body)).toEqual({ phone: `+1${digits}`, source: "claimpath" });
  const [form] = asked("litigators", digits);
  expect(form).toMatchObject({
    body: `number=${digits}`,
    headers: { authorization: "Bearer key-of-the-lists" },
  });
  expect(asked("reassigned", digits)[0]).toMatchObject({
    method: "GET",
    url: `/reassigned?number=${digits}`,
  });
  expect(got("crm", id)[0]!.body).toBe(JSON.stringify({ lead: id, marks: "" }));
  const again = await lead(phone);
  await became(again.id, "crm delivered", "north delivered");
  for (const name of ["dnc", "litigators", "reassigned", "certified"])
    expect(asked(name, digits), name).toHaveLength(1);
  expect(site.output()).not.toContain(digits);
  const kept = JSON.stringify(await sql("select * from scrub_verdicts"));
  expect(kept.includes(digits)).toBe(false);
});

it("a mark is on the lead's page, in its story, and in the fields of who asks for it", async () => {
  answers.set("dnc", says("dnc"));
  const { id } = await lead();
  await became(id, "crm delivered", "north delivered");
  expect(JSON.parse(got("crm", id)[0]!.body)).toEqual({ lead: id, marks: "dnc" });
  expect(JSON.parse(got("north", id)[0]!.body).marks).toBe("dnc");
  expect((await page(id)).replaceAll(/<[^>]+>/g, " ")).toMatch(
    /Lists about this number .*dnc +Listed .* litigators +Clean .*scrub dnc: listed/s,
  );
  expect((await command(`leads show ${id}`)).stdout).toMatch(
    /scrub dnc: listed\n.*scrub litigators: clean\n/s,
  );
});

it("a refused lead goes to nobody, by no press either, as long as the verdict is kept", async () => {
  answers.set("litigators", says("dnc"));
  const { id, digits } = await lead();
  await became(id, "crm suppressed", "north suppressed");
  expect(rows(id)[1]!.last_error).toBe("not sent: scrub litigators: listed");
  await command(`outbox retry ${id}.north`);
  await became(id, "crm suppressed", "north suppressed");
  expect([...got("north", id), ...got("crm", id), ...asked("litigators", digits).slice(1)]).toEqual([]);
  // A day later it is asked again.
  answers.delete("litigators");
  await sql("update scrub_verdicts set until = 0 where scrub = 'litigators'");
  await command(`outbox retry ${id}.north`);
  await became(id, "crm suppressed", "north delivered");
  expect(asked("litigators", digits)).toHaveLength(2);
});

it("a held lead waits for a person, whose press sends it", async () => {
  answers.set("reassigned", says("dnc"));
  const { id } = await lead();
  await became(id, "crm held", "north held");
  expect(rows(id)[1]!.last_error).toBe("held: scrub reassigned: listed");
  expect(await page(id)).toContain("scrub reassigned: listed");
  expect(await press(`/console/leads/${id}`, { intent: "retry", message: `${id}.north` })).toBe(200);
  await became(id, "crm held", "north delivered");
  expect(JSON.parse(got("north", id)[0]!.body).marks).toBe("reassigned");
});

const text = (body: string): StubReply => ({ body, headers: { "Content-Type": "text/plain" } });
const odd: Record<string, StubReply> = {
  "an error": { status: 503, body: {} },
  "a refusal": { status: 403, body: {} },
  "too many": { status: 429, body: {} },
  "another word": says("perhaps"),
  "the word twice": text('{"result":{"status":"clean","status":"dnc"}}'),
  "no answer in JSON": text("<!doctype html><title>Sign in</title>"),
  "half an answer": { body: { result: { status: "clean" } }, cut: true },
};
it.each(Object.entries(odd))(
  "%s is no verdict: it is asked again, then a person decides",
  async (_, reply) => {
    answers.set("reassigned", reply);
    const { id, digits } = await lead();
    const isAsked = (times: number) =>
      waitFor(`${times} questions`, () => asked("reassigned", digits).length === times);
    await waitFor("a reason", () => rows(id)[1]?.last_error?.startsWith("not sent yet: ") === true);
    await isAsked(1);
    expect(rows(id)[1]!.last_error).toMatch(/^not sent yet: scrub reassigned: no verdict yet/);
    await soon();
    await isAsked(2);
    await waitFor("the wait", () => statuses(id).join() === "crm waiting,north waiting");
    await late();
    await became(id, "crm held", "north held");
    expect(asked("reassigned", digits)).toHaveLength(3);
    expect(rows(id)[1]!.last_error).toMatch(/^held: scrub reassigned: no verdict \(.+\)$/);
    expect([...got("north", id), ...got("crm", id)]).toEqual([]);
    // A press asks once more, and sends it if nothing is known then either.
    await command(`outbox retry ${id}.north`);
    await became(id, "crm held", "north delivered");
    expect(asked("reassigned", digits)).toHaveLength(4);
    expect(JSON.parse(got("north", id)[0]!.body).marks).toBe("reassigned:unknown");
  },
);

it("the press that sends a lead without a verdict does not send it against one", async () => {
  answers.set("litigators", { status: 503, body: {} });
  const { id } = await lead();
  await waitFor("a try", () => rows(id)[1]?.last_error?.startsWith("not sent yet") === true);
  await late();
  await became(id, "crm held", "north held");
  answers.set("litigators", says("dnc"));
  await command(`outbox retry ${id}.north`);
  await became(id, "crm held", "north suppressed");
});

it("doctor and Health say which list gave no verdict, and what was spent today", async () => {
  const { stdout } = await command("doctor");
  expect(stdout).toMatch(
    /The list reassigned gave no verdict on \d numbers within a day, the last time because: /,
  );
  expect(stdout).toContain("The list dnc is asked of each number: mark, unknown: send.");
  const { text } = await send(site.url, "/console/health", { headers: { Cookie: await cookie() } });
  expect(text.replaceAll("<!-- -->", "")).toMatch(
    /certified \d+ asked today, \$0\.\d\d; dnc .*; litigators .*; reassigned \d+ asked today, \$0\.\d\d, no verdict on \d/,
  );
  const [{ cost, questions }] = (await sql("select cost, questions from scrub_days where scrub = 'dnc'")) as [
    { cost: number; questions: number },
  ];
  expect(Number(cost)).toBe(Number(questions) * 400);
  expect(questions).toBe(requests.filter(({ path }) => path === "/dnc").length);
});

it("over its budget a list is not asked, and what its leads' numbers are is unknown", async () => {
  await sql("update scrub_days set cost = 999999 where scrub = 'certified'");
  const { id, digits } = await lead();
  await became(id, "crm delivered", "north delivered");
  expect(JSON.parse(got("crm", id)[0]!.body).marks).toBe("certified:unknown");
  expect(asked("certified", digits)).toEqual([]);
  expect((await command("doctor")).stdout).toContain("certified gave no verdict on a number");
  await sql("update scrub_days set cost = 0 where scrub = 'certified'");
});

it("a verdict that is about more than the number is not another lead's", async () => {
  const { id, phone, digits } = await lead();
  await became(id, "crm delivered", "north delivered");
  await walkForms(site.url, "/survey/c", { PhoneAndZip: { phone, zip_code: "90001" } });
  await waitFor("another question", () => asked("certified", digits).length === 2);
  expect(asked("dnc", digits)).toHaveLength(1);
});

it("where the verdicts cannot be read, a lead waits, and goes out once they can", async () => {
  await sql("alter table scrub_verdicts rename to away");
  const { id } = await lead();
  await waitFor("a reason", () => rows(id)[1]?.last_error === "not sent yet: scrubs failed");
  expect([...got("north", id), ...got("crm", id)]).toEqual([]);
  expect(site.output()).toContain('"scrubs.failed"');
  await sql("alter table away rename to scrub_verdicts");
  await soon();
  await became(id, "crm delivered", "north delivered");
});

it("an erasure takes the verdicts on the person's number away", async () => {
  const { id, digits } = await lead();
  await became(id, "crm delivered", "north delivered");
  const count = async () =>
    Number(((await sql("select count(*) as n from scrub_verdicts")) as [{ n: number }])[0].n);
  const before = await count();
  expect((await command(`privacy delete --phone ${digits} --yes`)).status).toBe(0);
  expect(await count()).toBe(before - 4);
});

describe("claimpath try", () => {
  it("asks one list about a number and prints the verdict", async () => {
    answers.set("litigators", says("dnc"));
    const { status, stdout } = await command("try scrub.litigators --phone 3105550199");
    expect(stdout).toMatch(
      /Sent\n {2}number=3105550199\nAnswer, status 200\n.*\nrejected: listed, status 200\n$/s,
    );
    expect(status).toBe(0);
    answers.set("litigators", says("perhaps"));
    expect((await command("try scrub.litigators")).stderr).toContain("neither a yes nor a no");
    expect((await command("try scrub.litigators --phone 12")).stderr).toContain("--phone must be");
    expect((await command("try scrub.none")).stderr).toContain("scrub.dnc, scrub.litigators");
  });
});

const wrongs = (
  [
    [list("dnc", "action: maybe"), "scrubs.dnc.action must be mark, hold or refuse"],
    [
      list("dnc", "action: mark", "name: first_name"),
      "scrubs.dnc.fields must have the number: phone, phone_digits or phone_e164",
    ],
    [list("dnc", "action: mark", "number: phne"), "scrubs.dnc.fields.number must be a field of the lead"],
    [
      list("dnc", "action: mark, daily-budget: 5"),
      "scrubs.dnc.daily-budget needs cost-cents, by which money is counted",
    ],
    [
      list("dnc", 'action: mark, headers: { X-Key: "plain" }'),
      "scrubs.dnc.headers.X-Key must come from the environment",
    ],
    [
      list("dnc", `action: mark, headers: { X-Key: "\${NO_SUCH}" }`),
      "scrubs.dnc.headers.X-Key needs NO_SUCH",
    ],
    [list("dnc", "action: mark, when-unknown: guess"), "scrubs.dnc.when-unknown must be send or hold"],
    [list("Dnc", "action: mark"), "scrubs.Dnc must be a name of small letters, digits and -"],
    ["  dnc: { url: nowhere }", "scrubs.dnc.url must be an http or https address"],
  ] as [text: string, fault: string][]
).map(([text, fault]) => [fault, text] as const);
it.each(wrongs)("the start stops where %s", (fault, text) => {
  const read = () => settingsWith(`scrubs:\n${text}\n`);
  expect(read).toThrow(fault);
  expect(read).toThrow(/line 2 column \d+: scrubs\./);
});

it("of two processes one asks, and what one left half asked the other one finishes", async () => {
  await using other = await startSiteProcess({ ...settings, DATABASE_URL: site.databaseUrl });
  let tell = () => {};
  answers.set("dnc", () => new Promise((resolve) => (tell = () => resolve(says("dnc")))));
  const phone = newNumber();
  const first = await lead(phone, other.url);
  await waitFor("the question", () => asked("dnc", first.digits).length === 1);
  const second = await lead(phone);
  tell();
  // Long before the one that asks would have to be given up.
  for (const { id } of [first, second]) await became(id, "crm delivered", "north delivered");
  expect(asked("dnc", first.digits)).toHaveLength(1);
  // One that dies while it asks sends nobody anything; another asks once its time is up.
  await site.stop();
  answers.set("dnc", () => new Promise(() => {}));
  const lost = await lead(newNumber(), other.url);
  await waitFor("the question", () => asked("dnc", lost.digits).length > 0);
  await other.stop("SIGKILL");
  expect([...got("north", lost.id), ...got("crm", lost.id)]).toEqual([]);
  answers.delete("dnc");
  await sql(`update outbox set locked_until = 0 where lead_id = '${lost.id}' and status = 'sending'`);
  await soon();
  await site.restart();
  await became(lost.id, "crm delivered", "north delivered");
});
