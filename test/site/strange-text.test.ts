import { mkdtempSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { databases } from "../support/databases.ts";
import { siteOnDatabase } from "../support/during.ts";
import { brought } from "../support/features.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { type Sent, send } from "../support/send.ts";
import { sqlOn } from "../support/store-reader.ts";
import { type Answer, entriesC, JsonVisitor } from "../support/visitors.ts";

const kept = {
  "joined emoji": "👩‍👩‍👧🏽 Zoë 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
  "one letter in one piece": "Zo\u00e9",
  "the same letter in two": "Zoe\u0301",
  "a change of direction": "\u202eriA\u202c \u2067שמי\u2069",
  "signs beyond the first 65,536": "𝒜𝓃𝒶 𠮷",
  "a line separator": "a\u2028b\u2029c",
  "a formula": "=HYPERLINK(1)",
  quotes: `"a", 'b' \\ "" <b>&amp;`,
  "a mark of byte order": "a\ufeffb",
  "many marks on a letter": `Z${"\u0321\u0315".repeat(20)}`,
  "a sign for what could not be read": "a\ufffdb",
  "no letter of any script": "x\u{10ffff}\ufffe",
};
const refused = {
  "the first half of a sign": "A\ud83dna",
  "the second half": "A\udc4dna",
};

/** All of a visitor's typed fields, with a text that must come back unchanged. */
function typing(text: string, number: number): Record<string, Answer> {
  return {
    IncidentDescription: { case_description: `${text} hit my car from behind.` },
    NameAndEmail: { firstName: text, lastName: text, email: `strange-${number}@example.com` },
  };
}

describe("strange text", holds("T17"), () => {
  // PostgreSQL, which refuses more than SQLite does.
  const { server, site } = siteOnDatabase(databases[1].start, () => ({ IPQS_KEY: "" }));
  let folder: string;
  const secrets = { SESSION_SECRETS: "s".repeat(32) };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "claimpath-strange-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const exportedFrom = async (from: string) => {
    const { stdout, stderr } = await runCommand("leads export --format jsonl", {
      DATABASE_URL: from,
      ...secrets,
    });
    expect(stderr).toBe("");
    const leads = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return new Map(leads.map((lead) => [lead.email, lead]));
  };

  it("comes back character by character from the store, an export and a restored backup", async () => {
    const wellFormed = fc
      .string({ unit: "binary", minLength: 3, maxLength: 20 })
      .map((text) => `x${text.replace(/[\p{Cc}\p{Cs}]/gu, "")}x`);
    const texts = [...Object.values(kept), ...fc.sample(wellFormed, 12)];
    for (const [number, text] of texts.entries()) {
      const visitor = await new JsonVisitor(site.url).open();
      const entries = entriesC(typing(text, number));
      expect((await visitor.progress(entries.slice(0, -1))).status, JSON.stringify(text)).toBe(200);
      // Half of them type the rest into a form.
      const { token: visit, shown } = visitor;
      const form = { visit, step: "PhoneAndZip", shown, ...answersC.PhoneAndZip };
      const headers = { Cookie: visitor.cookie };
      const sent =
        number % 2 === 0
          ? await visitor.finish(entries.slice(-1))
          : await send(site.url, "/survey/c", { form, headers });
      expect([200, 303]).toContain(sent.status);
    }

    const backup = join(folder, "backup");
    const restored = await server.emptyUrl();
    const url = site.databaseUrl;
    const settings = { DATABASE_URL: url, ...secrets };
    expect(await runCommand(`backup write ${backup}`, settings)).toMatchObject({ status: 0 });
    expect(await runCommand(`backup restore ${backup} --into ${restored}`, settings)).toMatchObject({
      status: 0,
    });
    for (const from of [url, restored]) {
      const exported = await exportedFrom(from);
      for (const [number, text] of texts.entries()) {
        const lead = exported.get(`strange-${number}@example.com`);
        expect([lead?.first_name, lead?.last_name], JSON.stringify(text)).toEqual([text, text]);
        expect(lead?.case_description).toBe(`${text} hit my car from behind.`);
      }
    }
    const rows = await sqlOn<{ record: string }>(url, "select record from leads order by id");
    const stored = rows.map(({ record }) => JSON.parse(record).first_name);
    expect(stored).toEqual(texts);
  });

  it.each(Object.entries(refused))(
    "is refused with a reason, and nothing of it is kept: %s",
    async (_name, text) => {
      const visitor = await new JsonVisitor(site.url).open();
      const entries = entriesC(typing(text, 99));
      const answer = await visitor.progress(entries);
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text)).toMatchObject({
        field: "entries.7.answer.fields.case_description",
        error: expect.any(String),
      });
      expect((await visitor.progress(entries.filter((_, index) => index !== 7))).status).toBe(409);
      expect((await visitor.postLead()).status).toBe(409);
    },
  );
});

const folder = mkdtempSync(join(tmpdir(), "claimpath-people-"));

/** Every field that the console takes, with what has to be beside it for the text to get anywhere. */
const posts: (readonly [path: string, field: string, beside?: Record<string, string>])[] = [
  ["/console/sign-in", "name"],
  ["/console/sign-in", "password", { name: "ana" }],
  ["/console/sign-in", "code", { name: "ana" }],
  ["/console/sign-in", "intent", { name: "ana" }],
  ["/console/start", "key"],
  ["/console/sessions", "session"],
  ["/console/deliveries", "intent", { destination: "lead-prosper" }],
  ["/console/deliveries", "destination", { intent: "pause" }],
  ["/console/deliveries", "message", { intent: "retry" }],
  ["/console/deliveries", "message", { intent: "park" }],
  ["/console/leads/LEAD", "intent"],
  ["/console/leads/LEAD", "remark", { intent: "note" }],
  ["/console/leads/LEAD", "message", { intent: "retry" }],
  ["/console/privacy", "email", { intent: "find" }],
  ["/console/privacy", "phone", { intent: "find" }],
  ["/console/privacy", "intent", { email: "nobody@example.com" }],
  ["/console/privacy", "confirmation", { intent: "erase", email: "nobody@example.com" }],
  ["/console/privacy/copy", "email"],
  ["/console/privacy/copy", "phone"],
  ...brought.flatMap(({ fields = [] }) => fields),
];

describe("a text that is none", holds("T112"), () => {
  // PostgreSQL, which refuses more than SQLite does.
  const { site } = siteOnDatabase(databases[1].start, () => ({
    TRUST_PROXY: "1",
    CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
  }));
  let cookie = "";
  let lead = "";
  let networks = 0;
  beforeAll(async () => {
    const member = addPerson({ databaseUrl: `file:${join(folder, "x.db")}` }, "ana", "leads");
    cookie = await signedInCookie(site, member);
    await (await new JsonVisitor(site.url).open()).finish();
    [{ id: lead } = { id: "" }] = await sqlOn<{ id: string }>(site.databaseUrl, "select id from leads");
  });

  /** @param value as it is percent-encoded in the form */
  const post = (path: string, field: string, value: string, beside: Record<string, string> = {}) =>
    send(site.url, path.replace("LEAD", lead), {
      body: `${new URLSearchParams(beside)}&${field}=${value}`,
      method: "POST",
      headers: {
        Cookie: cookie,
        Accept: "text/html",
        "Content-Type": "application/x-www-form-urlencoded",
        // Wrong sign-ins are counted by network.
        "X-Forwarded-For": `198.51.${++networks}.7`,
      },
    });
  const words = ({ text }: Sent) => text.replace(/<script.*?<\/script>|<style.*?<\/style>|<[^>]*>/gs, " ");

  const [none, half, long] = [
    ["%00", "Ana%00Rivera", "213555%000123"],
    ["%ED%A0%80%FF%FE", "%F0%9F%98"],
    ["x".repeat(60_000)],
  ];
  it.each([
    ["a NUL", none, [400, 422]],
    ["bytes that are no characters", half, [200, 302, 303, 400, 404, 422]],
    ["sixty thousand characters", long, [400, 404, 422]],
  ])("is refused in words in every field: %s", async (_what, values, statuses) => {
    for (const [path, field, beside] of posts) {
      for (const value of values) {
        const answer = await post(path, field, value, beside);
        expect(statuses, `${path} ${field}=${value.slice(0, 30)}: ${answer.status}`).toContain(answer.status);
        if (answer.status >= 400) expect(words(answer), `${path} ${field}`).toMatch(/[a-z]+ [a-z]+/i);
        expect(answer.text).not.toMatch(/\0|\ud800|x{60000}/);
      }
    }
  });

  it("leaves no note, no pause and no erasure behind", async () => {
    const rows = await sqlOn<{ remark: string }>(site.databaseUrl, "select remark from lead_notes");
    // Bytes that are no characters are marks in a note, which is the person's own.
    expect(rows.every(({ remark }) => !/[\0x]/.test(remark))).toBe(true);
    expect(await sqlOn(site.databaseUrl, "select * from pauses")).toEqual([]);
    expect(await sqlOn(site.databaseUrl, "select id from leads where erased_at is not null")).toEqual([]);
  });
});
