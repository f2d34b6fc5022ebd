import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { StubRequest } from "../stubs/stub-server.ts";
import { plainAnswers } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { runCommand } from "../support/run-command.ts";
import { unsealed } from "../support/sealed.ts";
import { cookieOf, type Sent, send } from "../support/send.ts";
import { change, counts, query } from "../support/store-reader.ts";
import { entriesC, FormVisitor, hiddenFields, sealOf } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/** By the names that docs/privacy.md uses: what a visitor gives, found by a text that occurs nowhere else. */
const canaries = {
  "first name": /zqfirst/i,
  "last name": /zqlast/i,
  "e-mail": /zqmail(@|%40)zqdomain/i,
  phone: /607(?:\D|%2\d){0,6}555\D?0173/,
  zip: /(?<![\da-f-])73301(?![\da-f-])/,
  description: /zqstory/i,
  "IP address": /198\.51\.100\.77/,
  browser: /ZqAgent/i,
  referrer: /zqreferer/i,
  link: /zqsub/i,
};
type Field = keyof typeof canaries;

const name = { firstName: "Zqfirst", lastName: "Zqlast", email: "zqmail@zqdomain.example" };
const zip = "73301";
const phone = "(607) 555-0173";
const story = "Zqstory: a truck hit my car from behind.";
const headers = {
  "X-Forwarded-For": "198.51.100.77",
  "User-Agent": "ZqAgent/1.0",
  Referer: "https://zqreferer.example/page",
};
const answers = {
  NameAndEmail: name,
  IncidentDescription: { case_description: story },
  PhoneAndZip: { phone, zip_code: zip },
};

// Unsealed, so that what an erasure leaves in the files shows.
const site = siteForTests({ ...unsealed, TRUST_PROXY: "1" });
let settings: Record<string, string>;
/**
 * Every response's headers, except for a survey's own redirects: the specification requires the thank-you page's
 * address, and the others repeat the link by which the visitor came.
 */
const responses: string[] = [];
const cookies: string[] = [];

beforeAll(async () => {
  settings = site.stubs.env;
  for (const code of ["c", "e", "f", "ticket"]) await plainForms(code);
  await json();
  await contact();
  note();
  await waitFor("the deliveries and the analysts' tables", () => {
    const rows = query<{ open: number }>(
      site.databaseFile,
      `select (select count(*) from outbox where status in ('waiting', 'sending')) +
              (select count(*) from progress_saves where next_at is not null) +
              (select count(*) from visits where rolled_length < log_length) as open`,
    );
    return rows[0]!.open === 0;
  });
});

async function remembering(request: Request): Promise<Response> {
  const response = await fetch(
    new Request(request, { headers: { ...Object.fromEntries(request.headers), ...headers } }),
  );
  remember([...response.headers]);
  return response;
}

function remember(given: [string, string][]): void {
  for (const [header, value] of given) {
    if (header === "set-cookie") cookies.push(value);
    if (header !== "location" || value.includes("/contact/")) responses.push(`${header}: ${value}`);
  }
}

async function plainForms(code: string): Promise<void> {
  const visitor = new FormVisitor(site.url, remembering);
  await visitor.open(`/survey/${code}?s1=zqsub`);
  const answerTo = plainAnswers(code);
  while (visitor.screen.step) {
    const { step } = visitor.screen;
    await visitor.post({ ...answerTo(step), ...canary(answerTo(step)) });
    expect(visitor.screen.step, `${code} refused its answer`).not.toBe(step);
  }
  expect(visitor.screen.url).toContain("-thank-you/");
}

function canary(answer: Record<string, string>): Record<string, string> {
  const typed: Record<string, string> = { ...name, phone, zip_code: zip, case_description: story };
  return Object.fromEntries(Object.entries(typed).filter(([field]) => field in answer));
}

async function json(): Promise<void> {
  const asked = await send(site.url, "/survey/c?s1=zqsub", { headers });
  const facts = { path: "/survey/c", visit: hiddenFields(asked.text).visit, query: {} };
  const post = async (address: string, more: object): Promise<Sent> => {
    const own = { Origin: site.url, "Sec-Fetch-Site": "same-origin", Cookie: cookieOf(asked) };
    const sent = await send(site.url, address, {
      json: { ...facts, ...more },
      headers: { ...headers, ...own },
    });
    remember(Object.entries(sent.headers).map(([header, value]) => [header, String(value)]));
    return sent;
  };
  await post("/api/progress", { entries: entriesC(answers) });
  expect((await post("/post-lead", { shown: JSON.stringify([sealOf(asked.text)]) })).status).toBe(200);
}

async function contact(): Promise<void> {
  const visitor = new FormVisitor(site.url, remembering);
  await visitor.open("/contact/");
  const { email, firstName, lastName } = name;
  await visitor.post({
    firstName,
    lastName,
    email,
    phoneNumber: phone,
    message: story,
    typeOfAccident: "Other",
  });
  expect(visitor.screen.url).toBe("/contact/?sent=1");
}

function note(): void {
  const remark = [...Object.values(name), phone, zip, story].join(", ");
  change(site.databaseFile, (db) =>
    db.prepare("insert into lead_notes select 'n', id, created_at, 'Ann', ? from leads limit 1").run(remark),
  );
}

function sung(text: string): Field[] {
  return (Object.keys(canaries) as Field[]).filter((field) => canaries[field].test(text));
}

function adding(found: Record<string, string[]>, place: string, text: string): void {
  const fields = sung(text).filter((field) => !found[place]?.includes(field));
  if (fields.length > 0) found[place] = [...(found[place] ?? []), ...fields];
}

/** Found and declared values in the same order. */
const sorted = (sinks: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(sinks)
      .map(([place, fields]) => [place, [...fields].sort()] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );

test("the store contains personal data where docs/privacy.md says, and nowhere else", () => {
  const found: Record<string, string[]> = {};
  const tables = query<{ name: string }>(
    site.databaseFile,
    "select name from sqlite_master where type = 'table'",
  );
  for (const { name: table } of tables) {
    for (const row of query(site.databaseFile, `select * from "${table}"`)) {
      for (const [column, value] of Object.entries(row)) adding(found, `${table}.${column}`, String(value));
    }
  }
  expect(counts(site.databaseFile).leads).toBe(6);
  expect(sorted(found)).toEqual(sorted(declaredSinks("Place")));
});

test("receivers get what docs/privacy.md says, and nobody else is called", () => {
  const found: Record<string, string[]> = {};
  const stubs = Object.values(site.stubs).filter((stub) => typeof stub === "object" && "requests" in stub);
  for (const stub of stubs as { origin: string; requests: StubRequest[] }[]) {
    for (const request of stub.requests) {
      adding(
        found,
        settingOf(stub.origin + request.path),
        decodeURIComponent(JSON.stringify(request).replaceAll("%", "%25")) + plain(request),
      );
    }
  }
  expect(sorted(found)).toEqual(sorted(declaredSinks("Setting")));
});

function settingOf(address: string): string {
  const fits = Object.entries(settings).filter(
    ([name, value]) => /_URL$/.test(name) && value && address.startsWith(value.replace(/\{zip\}.*/, "")),
  );
  return fits.sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? address;
}

function plain({ path, query: asked, body }: StubRequest): string {
  return `${decodeURIComponent(path)} ${asked} ${body}`;
}

test("a person erased while the site runs is not found, except as proof of consent", async () => {
  const env = { ...unsealed, DATABASE_URL: `file:${site.databaseFile}` };
  const forgotten = await runCommand(`privacy delete --email ${name.email} --yes`, env);
  expect([forgotten.status, forgotten.stderr]).toEqual([0, ""]);
  const folder = dirname(site.databaseFile);
  const bytes = readdirSync(folder).map((file) => readFileSync(join(folder, file), "latin1"));
  expect(sung(bytes.join("\n"))).toEqual(["phone", "IP address", "browser"]);
  const notices = () =>
    query<{ status: string; last_error: string }>(
      site.databaseFile,
      "select status, last_error from outbox where destination like 'deletion.%'",
    );
  await waitFor("the notices", () => notices().every(({ status }) => status === "parked"));
  expect(notices().length).toBeGreaterThan(6);
  for (const { last_error } of notices()) expect(last_error).toContain("write to the operator of 127.0.0.1");
});

test("cookies and response headers contain none of it, sealed or not", () => {
  expect(cookies.length).toBeGreaterThan(2);
  const opened = cookies
    .flatMap((cookie) => cookie.split(/[=.;]/))
    .map((part) => Buffer.from(part, "base64url").toString("latin1"));
  expect(sung([...cookies, ...opened, ...responses].join("\n"))).toEqual([]);
});

test("no other visitor's page contains any of it", async () => {
  for (const path of [
    "/",
    "/survey/c",
    "/survey/e",
    "/contact/",
    "/survey-thank-you/",
    "/do-not-sell-my-information/",
    "/healthz",
    "/readyz",
    "/sitemap.xml",
  ]) {
    const { text } = await send(site.url, path);
    expect([path, sung(text)]).toEqual([path, []]);
  }
});

const page = new URL("../../docs/privacy.md", import.meta.url);

/**
 * The declarations in docs/privacy.md: by place (a column of the store, the setting with a receiver's address), the
 * personal fields that may be there. A declaring table's head begins "Place | Holds" or "Setting | Gets".
 */
function declaredSinks(first: "Place" | "Setting"): Record<string, string[]> {
  const sinks: Record<string, string[]> = {};
  let within = false;
  for (const line of readFileSync(page, "utf8").split("\n")) {
    const [, place = "", holds = ""] = line.split("|").map((cell) => cell.trim());
    if (!line.startsWith("|")) within = false;
    else if (place === first) within = true;
    else if (within) {
      const names = [...place.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
      for (const name of names) sinks[name] = holds.split(",").map((field) => field.trim());
    }
  }
  return sinks;
}
