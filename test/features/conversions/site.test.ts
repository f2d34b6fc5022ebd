import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startStub } from "../../stubs/stub-server.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { claimpathIn } from "../../support/files.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { startSite } from "../../support/site.ts";
import { query, unfollowed } from "../../support/store-reader.ts";
import { UnhurriedVisitor } from "../../support/unhurried.ts";
import { type Answer, FormVisitor, lookIn, walkForms } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";
import { startNetworks } from "./networks.ts";

const networks = await startNetworks();
const buyer = await startStub(() => ({ body: { buy: "yes", price: 120.5 } }));
afterAll(() => Promise.all([networks.stub.stop(), buyer.stop()]));

const live = { mode: "live", match: ["email", "phone"] };
const conversions = {
  meta: { ...live, pixel: 123456789012345, events: { lead: "Lead", sold: "Purchase" } },
  tiktok: {
    ...live,
    pixel: "CTTTTTTTTTTTTTTTTTTT",
    events: { lead: "SubmitForm", sold: "CompletePayment", returned: "LeadReturned" },
  },
  google: {
    ...live,
    customer: 1234567890,
    "client-id": "client.apps.googleusercontent.com",
    events: { lead: 7001, sold: 7002, returned: "restate", corrected: "restate" },
  },
  microsoft: {
    ...live,
    customer: 11111,
    account: 22222,
    "client-id": "00000000-client",
    events: { sold: "Sold lead", returned: "retract", corrected: "restate" },
  },
};
const file = (section: object) =>
  claimpathIn({
    destinations: {
      north: {
        kind: "json",
        mode: "live",
        repeats: { hours: 0 },
        url: `${buyer.origin}/`,
        answer: { accepted: { field: "buy", is: "yes" }, price: "price" },
      },
    },
    order: ["north"],
    conversions: section,
  });
const settings = { stubs: false, CLAIMPATH_FILE: file(conversions), ...networks.env };
const site = siteForTests(settings);
const env = () => ({
  ...networks.env,
  CLAIMPATH_FILE: settings.CLAIMPATH_FILE,
  DATABASE_URL: site.databaseUrl,
});

let cookie: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});
beforeEach(() => {
  networks.stub.fault = "ok";
  networks.refusing.clear();
});
const get = async (page: string) => (await send(site.url, page, { headers: { Cookie: cookie } })).text;
const press = async (page: string, form: Record<string, string>) => {
  const post = (fields: Record<string, string>) =>
    send(site.url, page, { form: fields, headers: { Cookie: cookie } });
  const asked = await post(form);
  return asked.status === 200 ? post(lookIn(asked.text)) : asked;
};
type Row = { id: string; status: string; destination: string; payload: string };
const rowsOf = (lead: string) =>
  query<Row>(
    site.databaseFile,
    `select id, status, destination, payload from outbox
      where lead_id = '${lead}' and destination like 'conversion.%' order by destination`,
  );
/** Tries of a lead's messages that came to nothing. */
const failed = (lead: string) =>
  query<{ detail: string }>(
    site.databaseFile,
    `select detail from outbox_attempts where outbox_id like '${lead}.conversion.%' and outcome = 'failed'`,
  );
const idle = () =>
  waitFor(
    "an idle outbox",
    () =>
      query(
        site.databaseFile,
        `select id from outbox where status in ('waiting', 'sending') union all ${unfollowed}`,
      ).length === 0,
  );
const newest = () =>
  query<{ id: string; origin: string }>(
    site.databaseFile,
    "select id, origin from leads order by id desc limit 1",
  )[0]!;
const lineOf = (lead: string, kind: string) =>
  query<{ id: string }>(
    site.databaseFile,
    `select id from sales_ledger where lead_id = '${lead}' and kind = '${kind}' order by at desc`,
  )[0]!.id;

let visitors = 0;
/** Somebody who came by an ad of each network. @returns how the networks know its conversions */
async function leadFrom(
  answers: Record<string, Answer> = {},
  visitor: FormVisitor = new UnhurriedVisitor(site),
) {
  visitors += 1;
  const nth = visitors;
  const clicks = `gclid=Cj0-${nth}&fbclid=IwAR-${nth}&ttclid=E.C.P.${nth}&msclkid=ms${nth}x`;
  const pages: string[] = [];
  const post = visitor.post.bind(visitor);
  visitor.post = async (answer) => {
    const screen = await post(answer);
    pages.push(screen.html);
    return screen;
  };
  // Everybody has a number of their own, since an erased person's is on the suppression list.
  const own = { PhoneAndZip: { phone: `(213) 555-0${100 + nth}`, zip_code: "90210" }, ...answers };
  await walkForms(site.url, `/survey/c?affid=9&${clicks}`, own, visitor);
  const { id, origin } = newest();
  const rows = () => rowsOf(id).map(({ id }) => createHash("sha256").update(id).digest("hex").slice(0, 32));
  const leadEvent = createHash("sha256").update(`lead event ${origin}`).digest("hex").slice(0, 32);
  const has = (network: "meta" | "tiktok" | "google" | "microsoft") =>
    networks.of(network, (its) =>
      network === "google"
        ? its === id
        : network === "microsoft"
          ? its.startsWith(`ms${nth}x `)
          : its === leadEvent || rows().includes(its),
    );
  return { id, has, leadEvent, pages };
}

it("each network hears once of a lead from its click, its sale, its return and an undone return, as the books have it", async () => {
  const { id, has } = await leadFrom();
  await idle();
  expect(has("meta").sort()).toEqual([
    ["Lead", null],
    ["Purchase", 12_050],
  ]);
  expect(has("tiktok").sort()).toEqual([
    ["CompletePayment", 12_050],
    ["SubmitForm", null],
  ]);
  expect(has("google").sort()).toEqual([
    ["7001", null],
    ["7002", 12_050],
  ]);
  expect(has("microsoft")).toEqual([["Sold lead", 12_050]]);
  const page = `/console/sales/lines/${lineOf(id, "sale")}`;
  const back = async (form: Record<string, string>) => {
    expect((await press(page, form)).status).toBe(303);
    await idle();
  };
  await back({ intent: "credit", amount: "20", reason: "a part" });
  // Meta takes nothing back and TikTok is told of whole returns; the others have the new value.
  expect([has("google")[1], has("microsoft")[0]]).toEqual([
    ["7002", 10_050],
    ["Sold lead", 10_050],
  ]);
  await back({ intent: "return", reason: "wrong number" });
  expect([has("google")[1], has("microsoft")[0]]).toEqual([
    ["7002", 0],
    ["Sold lead", Number.NaN],
  ]);
  expect(has("tiktok")).toContainEqual(["LeadReturned", 10_050]);
  await back({ intent: "undo", line: lineOf(id, "return"), reason: "it was right" });
  // A retracted one is a new conversion.
  expect(has("google")[1]).toEqual(["7002", 10_050]);
  expect(has("microsoft")).toEqual([
    ["Sold lead", Number.NaN],
    ["Sold lead", 10_050],
  ]);
  expect(has("meta")).toHaveLength(2);
  expect(rowsOf(id).every(({ status }) => status === "delivered")).toBe(true);
  expect(await get(`/console/leads/${id}`)).toContain("conversion.meta.sold");
  const { stdout } = await runCommand(`leads show ${id}`, env());
  expect(stdout).toMatch(/conversion\.google\.returned: delivered at \S+, 1 attempt\n/);
});

it("a lead's event has the id that the browser's pixel sends, and nothing of its answers", async () => {
  const canaries = {
    IncidentDescription: { case_description: "Zqstory: a truck hit my car at Zqroad." },
    NameAndEmail: { firstName: "Zqfirst", lastName: "Zqlast", email: "Zq.Mail@Zqdomain.example" },
    PhoneAndZip: { phone: "(213) 555-0173", zip_code: "90211" },
    TypeOfMedicalTreatment: { option: "Hospital" },
  };
  const before = networks.stub.requests.length;
  const { id, leadEvent, pages } = await leadFrom(canaries);
  expect(pages.filter((html) => html.includes(leadEvent)).length).toBeGreaterThan(0);
  await idle();
  const sent = networks.sent().slice(before);
  expect(sent.filter((each) => each.includes(leadEvent))).toHaveLength(2);
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  for (const [text, times] of [
    ["zq.mail@zqdomain.example", 7],
    ["12135550173", 2],
    ["+12135550173", 5],
  ] as const)
    expect(
      sent.filter((each) => each.includes(hash(text))),
      text,
    ).toHaveLength(times);
  const tells = /zq|2135550173|555-0173|90211|truck|hospital|whiplash|survey\/|Within 30|"c"/i;
  expect(sent.filter((each) => tells.test(each))).toEqual([]);
  const queued = rowsOf(id).map(({ payload }) => payload);
  expect(queued).toHaveLength(7);
  // Queued messages identify nobody: the person's match keys are read when they are sent.
  expect(queued.filter((each) => tells.test(each) || each.includes(hash("+12135550173")))).toEqual([]);
});

it("nothing is reported for opt-outs, programs, disqualified leads, excluded states, and leads without a click", async () => {
  const before = networks.kept.length;
  const optedOut = await leadFrom({}, new UnhurriedVisitor(site, { "Sec-GPC": "1" }));
  const away = await leadFrom({ PhoneAndZip: { phone: "(206) 555-0111", zip_code: "98101" } });
  await walkForms(site.url, "/survey/c?affid=9", {}, new UnhurriedVisitor(site));
  const clickless = newest();
  await idle();
  for (const { id } of [away, clickless]) expect(lineOf(id, "sale")).toBeTruthy();
  expect([optedOut, away, clickless].flatMap(({ id }) => rowsOf(id))).toEqual([]);
  const hasty = await leadFrom({}, new FormVisitor(site.url));
  const disqualified = await leadFrom({ HasLawyer: { option: "yes" } });
  await idle();
  // A sold lead is in the books, and is sent nevertheless.
  const names = (lead: string) => rowsOf(lead).map(({ destination }) => destination.split(".")[2]);
  expect(new Set(names(hasty.id))).toEqual(new Set(["sold"]));
  expect(names(disqualified.id)).not.toContain("lead");
  expect(
    networks.kept
      .slice(before)
      .every(({ name }) => !/Lead|SubmitForm|7001/.test(name) || name === "Sold lead"),
  ).toBe(true);
});

it("a failed report is repeated under the same id, a lead returned meanwhile is not reported as sold, and an erasure ends it", async () => {
  networks.stub.fault = "5xx";
  const { id, has, leadEvent } = await leadFrom();
  const tried = (lead: string) => waitFor("first tries", () => failed(lead).length >= 7);
  await tried(id);
  expect(has("meta")).toEqual([]);
  expect(
    (await press(`/console/sales/lines/${lineOf(id, "sale")}`, { intent: "return", reason: "no" })).status,
  ).toBe(303);
  await waitFor("the return", () =>
    rowsOf(id).some(({ destination }) => destination === "conversion.google.returned"),
  );
  networks.stub.fault = "ok";
  for (const { id: message } of rowsOf(id)) await runCommand(`outbox retry ${message}`, env());
  const reported = () => networks.kept.filter((each) => each.id === leadEvent);
  await waitFor(
    "the second try",
    () => has("meta").length === 2 && has("google").length === 2 && reported().length === 2,
  );
  const calls = networks.sent().filter((each) => each.includes(leadEvent) && each.startsWith("/v24.0/"));
  expect(calls.length).toBeGreaterThan(1);
  expect(reported().map(({ calls }) => calls)).toEqual([1, 1]);
  // In whatever order they come, Google's last word is what the books have; Microsoft was never told of a sale.
  await waitFor("what is owed", () => has("google").find(([name]) => name === "7002")?.[1] === 0);
  expect(has("microsoft")).toEqual([]);
  // A refusal within a 200 is a refusal.
  await waitFor("Microsoft's word", () => failed(id).some(({ detail }) => detail.includes("PartialErrors")));
  await runCommand(`outbox park ${id}.conversion.microsoft.returned`, env());
  // What is still to be told of the first would be counted with what must not be told of the other.
  await idle();

  networks.stub.fault = "5xx";
  const other = await leadFrom({
    NameAndEmail: { firstName: "Ada", lastName: "Gone", email: "ada@gone.example" },
  });
  await tried(other.id);
  await runCommand("privacy delete --yes --email ada@gone.example", env());
  networks.stub.fault = "ok";
  const before = networks.stub.requests.length;
  for (const { id: message } of rowsOf(other.id)) await runCommand(`outbox retry ${message}`, env());
  await idle().catch(() => {});
  expect(other.has("meta")).toEqual([]);
  expect(networks.stub.requests.length).toBe(before);
});

it("nothing queued is reported once the person opts out", async () => {
  networks.stub.fault = "5xx";
  const email = { firstName: "Bea", lastName: "Stops", email: "bea@stops.example" };
  const { id, has } = await leadFrom({ NameAndEmail: email });
  await waitFor("first tries", () => failed(id).length >= 7);
  await runCommand("suppressions add --kind do-not-sell --reason asked --email bea@stops.example", env());
  networks.stub.fault = "ok";
  for (const { id: message } of rowsOf(id)) await runCommand(`outbox retry ${message}`, env());
  await waitFor("the list", () => rowsOf(id).every(({ status }) => status === "suppressed"));
  expect(has("meta")).toEqual([]);
});

it("doctor and the health page name a network that rejected its token, and a new token sends what is waiting", async () => {
  for (const each of ["meta", "tiktok", "google", "microsoft"] as const) networks.refusing.add(each);
  const { id, has } = await leadFrom();
  await waitFor("refusals", () => failed(id).length >= 7);
  for (const { detail } of failed(id))
    expect(detail).toMatch(/conversion\.\w+ refused its token: status \d+/);
  const { stdout } = await runCommand("doctor", env());
  for (const name of ["Meta", "TikTok", "Google", "Microsoft"])
    expect(stdout).toMatch(
      new RegExp(
        `WRONG  ${name} refused the token of conversions.${name.toLowerCase()}; .*${name.toUpperCase()}_CONVERSIONS_TOKEN and restart`,
      ),
    );
  expect(stdout).toContain("ok     Meta is told of lead, sold.");
  expect(stdout).toContain("note   A lead that comes back stays sold at Meta, which takes nothing back.");
  expect(await get("/console/health")).toContain("Meta, Google, TikTok, Microsoft refused the token");
  networks.refusing.clear();
  for (const { id: message } of rowsOf(id)) await runCommand(`outbox retry ${message}`, env());
  await waitFor("what waited", () => has("meta").length === 2 && has("microsoft").length === 1);
  await idle();
  expect((await runCommand("doctor", env())).stdout).not.toContain("refused the token");
  for (const secret of Object.values(networks.env).slice(0, 6))
    expect(`${stdout}${site.output()}${failed(id).map(({ detail }) => detail)}`).not.toContain(secret);
});

it("in test mode each network gets a test except Microsoft, and `try` shows no key", async () => {
  const test = { mode: "test" };
  const tried = {
    meta: { ...test, pixel: 123456789012345, "test-event-code": "TEST123" },
    tiktok: { ...test, pixel: "CTTTTTTTTTTTTTTTTTTT", "test-event-code": "TEST123" },
    google: { ...conversions.google, ...test, match: [] },
    microsoft: { ...conversions.microsoft, ...test },
  };
  const before = networks.kept.length;
  await using other = await startSite({ ...settings, CLAIMPATH_FILE: file(tried) });
  const clicks = "gclid=Cj0-t&fbclid=IwAR-t&ttclid=E.C.P.t&msclkid=ms-t";
  await walkForms(other.url, `/survey/c?${clicks}`, {}, new FormVisitor(other.url));
  await waitFor("three tests", () => networks.kept.slice(before).filter(({ test }) => test).length >= 3);
  expect(
    networks.kept
      .slice(before)
      .filter(({ test }) => test)
      .map(({ network, test }) => [network, test])
      .sort(),
  ).toEqual([
    ["google", true],
    ["meta", true],
    ["tiktok", true],
  ]);
  await waitFor(
    "Microsoft's message",
    () =>
      query<{ detail: string }>(
        other.databaseFile,
        "select detail from outbox_attempts where outcome = 'rejected'",
      )[0]?.detail === "not sent: Microsoft has no test mode",
  );
  // For a client that has no token yet and gets a key in the answer.
  const google = { ...conversions.google, "client-id": "another.apps.googleusercontent.com" };
  const run = (network: string) =>
    runCommand(`try conversion.${network}`, {
      ...env(),
      CLAIMPATH_FILE: file({ ...conversions, meta: tried.meta, google }),
    });
  const [meta, checked, microsoft, unknown] = [
    await run("meta"),
    await run("google"),
    await run("microsoft"),
    await run("x"),
  ];
  expect(meta!.stdout).toMatch(/"test_event_code":"TEST123".*accepted: as a test: status 200/s);
  expect(checked!.stdout).toMatch(/"validateOnly":true.*accepted/s);
  expect(`${meta!.stdout}${checked!.stdout}`).not.toMatch(/-of-tests/);
  expect(microsoft!.stdout).toContain("rejected: not sent: Microsoft has no test mode");
  const { META_CONVERSIONS_TOKEN, ...others } = env();
  expect((await runCommand("doctor", others)).stdout).toContain(
    "WRONG  Meta cannot be told anything: META_CONVERSIONS_TOKEN is not set.",
  );
  expect(unknown!.stderr).toContain("There are north, conversion.meta, conversion.google");
});
