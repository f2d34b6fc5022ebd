import { beforeAll, describe, expect, it } from "vitest";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { walkForms } from "../support/visitors.ts";

const site = siteForTests({ stubs: false });
const page = "/console/privacy";
const copy = `${page}/copy`;
let [ana, ben] = ["", ""];
let lead: { id: string; email: string; phone: string };

const post = (path: string, cookie: string, form: Record<string, string>, headers = {}) =>
  send(site.url, path, { form, headers: { Cookie: cookie, ...headers } });
const readings = () =>
  query<{ command: string }>(
    site.databaseFile,
    "select operator, command, leads from readings where command like 'console privacy%'",
  );
const isErased = () =>
  query<{ erased_at: number | null }>(site.databaseFile, "select erased_at from leads")[0]!.erased_at !==
  null;

beforeAll(async () => {
  ana = await signedInCookie(site, addPerson(site, "ana", "leads"));
  ben = await signedInCookie(site, addPerson(site, "ben", "leads-masked"));
  await walkForms(site.url, "/survey/c");
  const [{ id, record }] = storedLeads(site.databaseFile) as [ReturnType<typeof storedLeads>[0]];
  lead = { id, email: String(record.email), phone: String(record.phone) };
});

describe("a stranger to the data", holds("T106"), () => {
  const forms = () => ({
    find: { intent: "find", email: lead.email },
    erase: { intent: "erase", email: lead.email, confirmation: "erase" },
  });

  it("is refused by the role that sees leads masked, and without a session", async () => {
    for (const path of [page, copy]) {
      expect((await send(site.url, path, { headers: { Cookie: ben } })).status).toBe(403);
      for (const form of Object.values(forms())) {
        expect((await post(path, ben, form)).status, path).toBe(403);
        expect((await post(path, "", form)).status, path).toBe(404);
      }
    }
    expect([readings(), isErased()]).toEqual([[], false]);
  });

  it("is refused when another site posts for somebody who may", async () => {
    for (const path of [page, copy])
      for (const form of Object.values(forms()))
        expect((await post(path, ana, form, { "Sec-Fetch-Site": "cross-site" })).status, path).toBe(403);
    expect([readings(), isErased()]).toEqual([[], false]);
  });
});

describe("a request", holds("T107"), () => {
  it("finds a person however the number is written, and says so in the audit log alone", async () => {
    const [area, exchange, line] = [lead.phone.slice(0, 3), lead.phone.slice(3, 6), lead.phone.slice(6)];
    const found = await post(page, ana, { intent: "find", phone: `+1 (${area}) ${exchange}-${line}` });
    expect([found.status, found.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(found.text).toContain(`/console/leads/${lead.id}`);
    expect(found.text).toContain("1 lead, 1 visit");
    expect(readings()).toEqual([{ operator: "ana", command: "console privacy find", leads: lead.id }]);
  });

  it("is in no address and no log, also when it is refused", async () => {
    const form = { intent: "find", email: lead.email, phone: lead.phone };
    const { text } = await post(page, ana, form);
    expect(text).toContain(`value="${lead.email}"`);
    for (const [, address] of text.matchAll(/(?:href|action|src)="([^"]*)"/g))
      expect(decodeURIComponent(address!)).not.toMatch(new RegExp(`${lead.email}|${lead.phone}`));
    const wrong = await post(page, ana, { intent: "find", email: "zoecanary at example" });
    expect([wrong.status, wrong.headers["cache-control"]]).toEqual([422, "no-store"]);
    expect(wrong.text).toContain("This is not an e-mail address.");
    expect((await post(page, ana, { intent: "find" })).text).toContain("Enter an e-mail address or a phone");
    for (const secret of [lead.email, lead.phone, "zoecanary"]) expect(site.output()).not.toContain(secret);
    expect(JSON.stringify(readings())).not.toContain(lead.email);
  });

  it("hands over a copy, and writes down that somebody asked", async () => {
    const answer = await post(copy, ana, { email: lead.email });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="person.json"');
    expect(JSON.parse(answer.text).leads.items).toMatchObject([{ id: lead.id }]);
    expect((await post(copy, ana, { email: "nobody" })).status).toBe(422);
    expect((await send(site.url, copy, { headers: { Cookie: ana } })).headers.location).toBe(page);
    expect(readings().at(-1)).toEqual({ operator: "ana", command: "console privacy export", leads: lead.id });
    expect(query(site.databaseFile, "select kind, reach_kind from privacy_requests")).toEqual([
      { kind: "export", reach_kind: "email" },
    ]);
    const { text } = await send(site.url, page, { headers: { Cookie: ana } });
    expect(text).toContain("console privacy export, 1 lead");
  });
});

it("erases nobody without the word, and then the whole person", holds("T108"), async () => {
  const erase = (confirmation: string) =>
    post(page, ana, { intent: "erase", email: lead.email, confirmation });
  for (const word of ["", "yes"]) {
    const refused = await erase(word);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Nothing was erased");
    expect(isErased()).toBe(false);
  }
  const done = await erase(" Erase ");
  expect(done.status).toBe(200);
  expect(done.text).toContain("Erased and added to the suppression list.");
  expect(isErased()).toBe(true);
  expect(readings().at(-1)).toEqual({ operator: "ana", command: "console privacy erase", leads: lead.id });
  const after = await post(page, ana, { intent: "find", email: lead.email });
  expect(after.text).toContain("0 leads, 0 visits");
  expect(after.text).toContain("Asked for deletion by e-mail address");
  expect(after.text).toContain("Suppressed by e-mail address (erased)");
});
