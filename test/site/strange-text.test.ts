import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { databases } from "../support/databases.ts";
import { siteOnDatabase } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
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

/** All that a visitor types, with a text that must come back as it was. */
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

  /** Leads as a command exports them, by e-mail address. */
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

  it("comes back sign by sign from the store, an export and a restored backup", async () => {
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
