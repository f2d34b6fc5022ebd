import { beforeAll, describe, expect, it, vi } from "vitest";
import { logDetails } from "../../services/observe/log.ts";
import { answersC } from "../support/answers.ts";
import { siteProcessForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { rawRequest, send } from "../support/send.ts";
import { counts, holdWriteLock, rewrite } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/** Values that occur nowhere else. */
const canary = {
  first: "Zqfirstname",
  last: "Zqlastname",
  email: "zqmail@zqdomain.example",
  phone: "(607) 555-0173",
  zip: "73301",
  description: "Zqdescription: a truck hit my car from behind.",
  sub: "zqsub",
  referer: "zqreferer",
  agent: "ZqAgent/1.0",
};
/** The personal values in every form that they may take on their way. */
const songs = [
  /zq(first|last|mail|domain|descr|sub|referer|agent)/i,
  /607\D{0,4}555\D?0173/,
  // Not within an id.
  /(?<![\da-f-])73301(?![\da-f-])/,
  /127\.0\.0\.1(?!:\d)|::1/,
];

const answers = {
  NameAndEmail: { firstName: canary.first, lastName: canary.last, email: canary.email },
  IncidentDescription: { case_description: canary.description },
  PhoneAndZip: { phone: canary.phone, zip_code: canary.zip },
};
const query = `?s1=${canary.sub}&affid=${canary.sub}&email=${canary.email}&phone=6075550173`;

const site = siteProcessForTests();
let output: string;
beforeAll(async () => {
  await wholeVisit();
  await errors();
  await failures();
  await site.stop("SIGTERM");
  output = site.output();
});

async function wholeVisit(): Promise<void> {
  const visitor = new FormVisitor(site.url);
  await visitor.open(`/survey/c${query}`);
  for (const [step, answer] of Object.entries({ ...answersC, ...answers })) {
    if (step === "NameAndEmail")
      await visitor.post({ ...answers.NameAndEmail, email: "bad@zqdomain.example" });
    await visitor.post(answer);
  }
  expect(visitor.screen.url).toMatch(/^\/survey-thank-you\/\?email=zqmail/);
  const island = await new JsonVisitor(site.url).open(query);
  expect((await island.finish(entriesC(answers))).status).toBe(200);
  const contact = new FormVisitor(site.url);
  await contact.open(`/contact/${query}`);
  const { first, last, email, phone, description } = canary;
  const form = { firstName: first, lastName: last, email, phoneNumber: phone, message: description };
  await contact.post(form);
  await contact.post({ ...form, typeOfAccident: "Other" });
  expect(contact.screen.url).toBe("/contact/?sent=1");
  await waitFor(
    "the deliveries",
    () => site.stubs.leadProsper.received.size === counts(site.databaseFile).leads,
  );
}

async function errors(): Promise<void> {
  const headers = { Referer: `http://${canary.referer}.test/`, "User-Agent": canary.agent };
  for (const path of [
    `/zqpath/${canary.email}${query}`,
    `/survey/zqpath/6075550173`,
    `/%E0%A4%Azqpath`,
    `/zqpath%0d%0aX`,
    `/contact/${encodeURIComponent(canary.email)}`,
  ]) {
    await send(site.url, path, { headers });
  }
  const json = {
    path: "zqpath",
    visit: canary.email,
    entries: [{ answer: { step: canary.first, fields: {} } }],
  };
  await send(site.url, "/api/progress", { json, headers });
  await send(site.url, "/api/progress", {
    body: `{${canary.email}`,
    headers: { "Content-Type": "application/json" },
  });
  await send(site.url, `/survey/c${query}`, { form: { visit: canary.email, step: canary.first }, headers });
  await send(site.url, "/contact/", { form: { message: canary.description.repeat(2_000) } });
  await send(site.url, "/contact/", {
    form: { email: canary.email },
    headers: { Origin: "http://zqdomain.test" },
  });
  await rawRequest(site.url, `GET /zqpath HTTP/1.1\r\nHost: ${canary.email}\r\nConnection: close\r\n\r\n`);
  await rawRequest(site.url, `${canary.email}\r\n\r\n`);
}

/** Services that fail, a store that is busy, and a row that no longer parses. */
async function failures(): Promise<void> {
  const { ipqs, zipLookup, gibberish, leadExchange, leadProsper } = site.stubs;
  for (const stub of [ipqs, zipLookup, gibberish, leadExchange]) stub.fault = "html";
  leadProsper.verdict = "invalid";
  const visitor = await new JsonVisitor(site.url).open(query);
  expect((await visitor.finish(entriesC(answers))).status).toBe(200);
  const rejected = () => expect(site.output()).toMatch(/"event":"outbox.sent",.*"outcome":"rejected"/);
  await vi.waitFor(rejected);

  const release = holdWriteLock(site.databaseFile);
  const later = await new JsonVisitor(site.url).open(query);
  expect((await later.progress(entriesC(answers))).status).toBe(503);
  release();

  await later.progress(entriesC(answers).slice(0, 9));
  const open = "kind = 'answer' and visit_id = (select id from visits where lead_id is null limit 1)";
  rewrite(site.databaseFile, "visit_log.body", open, (text) => text.replaceAll("}", ""));
  expect((await later.postLead()).status).toBe(500);
}

describe("what the process prints", () => {
  it("contains nothing of a visitor's, on success or failure", () => {
    for (const song of songs) expect(output).not.toMatch(song);
    expect(output).not.toMatch(/ana\.rivera|Mallory/);
  });

  it("is, once it runs, one JSON object per line with known keys only", holds("T24"), () => {
    const lines = output.split("\n").filter(Boolean);
    const spoken = lines.filter((line) => !line.startsWith("{"));
    const kinds = [
      /^Outside services and receivers: [\w, ]+\. Listed by: npm run --silent claimpath -- settings --services$/,
      /^Warning: company\.name, .* are fictitious defaults/,
      /^Claimpath is ready: http\S+\/survey\/c$/,
      /^See leads come in: http\S+\/console\/start\S+ \(works once, within half an hour\)$/,
      /^See the charts: http\S+\/console\/start\S+ \(works once, within half an hour\)$/,
    ];
    expect(spoken).toEqual(kinds.map((kind) => expect.stringMatching(kind)));
    const keys = new Set<string>();
    for (const line of lines.filter((text) => text.startsWith("{"))) {
      const entry = JSON.parse(line) as Record<string, unknown>;
      for (const key of Object.keys(entry)) keys.add(key);
      expect(String(entry.path ?? "")).not.toMatch(/[?#&=@]/);
      expect(["string", "number"]).toEqual(
        expect.arrayContaining([...new Set(Object.values(entry).map((v) => typeof v))]),
      );
      if (entry.detail) expect(logDetails).toContain(entry.detail);
    }
    const known = "at event requestId method path status ms leadId visitId variant step destination provider";
    const rest = "mode outcome attempt count port detail error code";
    for (const key of keys) expect(`${known} ${rest}`.split(" ")).toContain(key);
  });

  it("has each request, each failure by its name, and each delivery by its lead", () => {
    expect(output).toMatch(/"event":"request",.*"method":"POST","path":"\/survey\/c","status":303,"ms":\d+/);
    expect(output).toMatch(/"event":"request.failed",.*"error":"StoreBusy"/);
    expect(output).toMatch(/"event":"request.failed",.*"error":"SyntaxError"/);
    expect(output).toMatch(/"event":"provider.failed",.*"provider":"email-check"/);
    expect(output).toMatch(/"event":"outbox.sent",.*"leadId":"[\w-]{36}".*"outcome":"accepted"/);
    expect(output).toMatch(/"event":"outbox.sent",.*"outcome":"rejected"/);
  });
});
