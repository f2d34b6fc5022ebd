import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openNote } from "../../services/transparency/signed-note.ts";
import { consentSeals } from "../../services/visits/shown-consent.ts";
import { answersC, answersOneToOne } from "../support/answers.ts";
import { isConsistent, logSecret } from "../support/consent-log.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { consentOn, toConsent } from "../support/one-to-one.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { change, counts, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const steps = Object.keys(answersC);
const last = steps.at(-1)!;

type Body = { text: string; page: string; pageMadeAt: number };

function consentsIn(file: string): Body[] {
  return query<{ body: string }>(file, "select body from consents order by at").map(({ body }) =>
    JSON.parse(body),
  );
}

/** The same data under other settings, as after a deploy. */
async function redeployed(databaseUrl: string, name: string) {
  return startSite({ DATABASE_URL: databaseUrl, "company.name": name });
}

describe("a consent whose words change while its page is open", holds("T60"), () => {
  it("is shown again before it is recorded, with and without JavaScript", async () => {
    const alpha = await startSite({ "company.name": "Alpha Legal Match" });
    const form = new FormVisitor(alpha.url);
    await form.open("/survey/c");
    for (const step of steps.slice(0, -1)) await form.post(answersC[step]!);
    expect(form.screen.html).toContain("through Alpha Legal Match");
    const island = await new JsonVisitor(alpha.url).open();
    await island.progress(entriesC());
    await alpha.close();

    await using beta = await redeployed(alpha.databaseUrl, "Beta Marketing Group");
    const kept = Object.assign(new FormVisitor(beta.url), { cookies: form.cookies, screen: form.screen });
    const shownAgain = await kept.post(answersC[last]!);
    expect(shownAgain).toMatchObject({ status: 422, step: last });
    expect(shownAgain.html).toContain("The text above the button has changed");
    expect(shownAgain.html).toContain("through Beta Marketing Group");
    // What was typed is still there.
    expect(shownAgain.html).toContain(answersC[last]!.zip_code);

    const json = Object.assign(new JsonVisitor(beta.url), {
      cookie: island.cookie,
      token: island.token,
      shown: island.shown,
    });
    const refused = await json.postLead();
    expect([refused.status, JSON.parse(refused.text).field]).toEqual([422, "shown"]);
    expect((await json.postLead({ shown: undefined })).status).toBe(422);
    expect(counts(alpha.databaseFile).leads).toBe(0);

    expect((await kept.post(answersC[last]!)).url).toContain("thank-you");
    await json.open("?step=PhoneAndZip");
    expect((await json.postLead()).status).toBe(200);
    const recorded = consentsIn(alpha.databaseFile);
    expect(recorded).toHaveLength(2);
    for (const { text, pageMadeAt } of recorded) {
      expect(text).toContain("through Beta Marketing Group");
      expect(Math.abs(Date.now() - pageMadeAt)).toBeLessThan(60_000);
    }
  });
});

describe("a post that names another page of the same survey", holds("T61"), () => {
  it("changes neither the affiliate's presets nor the page on record", async () => {
    await using site = await startSite();
    const honest = await new JsonVisitor(site.url, "/survey/c").open();
    await honest.progress(entriesC());
    expect((await honest.postLead({ path: "/survey-sd/v3b" })).status).toBe(200);
    expect(storedLeads(site.databaseFile)).toHaveLength(1);
    expect(String(storedLeads(site.databaseFile)[0]!.record.oid)).not.toBe("152");
    expect(consentsIn(site.databaseFile)[0]!.page).toBe("/survey/c");
  });
});

describe("a page that claims to have shown other firms", holds("T62"), () => {
  it("makes no lead", async () => {
    await using site = await startSite();
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress(entriesC());
    const [seal] = JSON.parse(visitor.shown) as [string];
    const lies = [
      JSON.stringify([seal, "Forged & Sons"]),
      JSON.stringify([`${seal.slice(0, -1)}${seal.endsWith("A") ? "Q" : "A"}`]),
      JSON.stringify([seal.replace(/^[^.]+/, "zzzzzz")]),
      JSON.stringify([]),
      JSON.stringify([1]),
      "{",
      "",
    ];
    for (const shown of lies) expect((await visitor.postLead({ shown })).status, shown).toBe(422);
    const elsewhere = await new JsonVisitor(site.url, "/survey/f").open();
    expect((await visitor.postLead({ shown: elsewhere.shown })).status).toBe(422);
    expect(counts(site.databaseFile).leads).toBe(0);
    expect((await visitor.postLead()).status).toBe(200);
  });
});

describe("the page that is kept with a consent", () => {
  const secret = "s".repeat(32);
  const hostileFirm = `Law</p><script>document.title="run"</script> url(/assets/x) "& 'Sons`;

  const site = siteForTests({
    CONSENT_LOG_KEY: logSecret,
    SESSION_SECRETS: secret,
    BUYERS_URL: "",
    buyers: [{ name: hostileFirm, ids: [1, 2, 3], variants: ["v4nv-d1"] }],
  });

  type Page = { sha256: string; html: string };
  type Screen = { sha256?: string; none?: string };
  const pages = () => query<Page>(site.databaseFile, "select * from consent_pages order by at");
  const screens = () =>
    query<{ leadId: string; body: string }>(
      site.databaseFile,
      "select lead_id as leadId, body from consents order by at, lead_id",
    ).map(({ leadId, body }) => ({ leadId, screen: JSON.parse(body).screen as Screen }));

  it("contains nothing that a visitor typed or came with", holds("T110"), async () => {
    const mark = "Zq7";
    const hostile = `${mark}<script>alert("${mark}")</script>&#x27;"`;
    const form = new FormVisitor(site.url);
    await form.open(`/survey/c?affid=${mark}&sub1=${encodeURIComponent(hostile)}`);
    const answers = {
      ...answersC,
      IncidentDescription: { case_description: `${hostile} ${"long ".repeat(900)}` },
      NameAndEmail: { firstName: `${mark}a`, lastName: "O'Zq7", email: "zq7@example.com" },
      PhoneAndZip: { phone: "(213) 555-0177", zip_code: "90210" },
    };
    for (const answer of Object.values(answers)) await form.post(answer);
    expect(form.screen.url).toContain("thank-you");
    expect((await (await new JsonVisitor(site.url).open()).finish()).status).toBe(200);

    const [page, ...more] = pages();
    // Both have seen the same page.
    expect(more).toEqual([]);
    expect(screens().map(({ screen }) => screen)).toEqual([
      { sha256: page!.sha256 },
      { sha256: page!.sha256 },
    ]);
    const parts = page!.html.replaceAll(/base64,[^)"]+/g, "base64,");
    expect(parts.match(/zq7|0177|90210|long long|Beverly|Rivera/i)).toBe(null);
    // Nor anything that runs, or is loaded from elsewhere.
    expect(parts.match(/<script|<link|type="hidden"|\ssrc="(?!data:)|url\((?!"?data:)|\son\w+="/)).toBe(null);
  });

  it("shows a firm whose name is markup literally", holds("T110"), async () => {
    const visitor = await toConsent(site, "v4nv-d1");
    await visitor.post(answersOneToOne[visitor.screen.step]!);
    const page = pages().at(-1)!;
    expect(screens().at(-1)!.screen.sha256).toBe(page.sha256);
    expect(consentOn(page)).toContain("send my answers to Law&lt;/p&gt;&lt;script&gt;");
    expect(page.html).not.toContain("<script");
  });

  it("is not made up for a consent that another release has shown", holds("T111"), async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const form = new FormVisitor(site.url);
    await form.open("/survey/c");
    for (const answer of Object.values(answersC).slice(0, -1)) await form.post(answer);
    const earlier = consentSeals([secret], "another build", Date.now);
    const shown = {
      path: "/survey/c",
      step: "PhoneAndZip",
      language: "en" as const,
      worded: consentOn(form.screen),
    };
    const count = pages().length;
    await visitor.progress(entriesC());
    expect((await visitor.postLead({ shown: JSON.stringify([earlier.seal(shown)]) })).status).toBe(200);
    expect(screens().at(-1)!.screen.none).toContain("made by another release");
    expect(pages()).toHaveLength(count);
  });
});

describe("the log of consents", () => {
  const witness = join(mkdtempSync(join(tmpdir(), "claimpath-")), "heads.jsonl");
  const site = siteForTests({ CONSENT_WITNESS_FILE: witness, "consents.witness-minutes": "0" });

  const makeLead = async () => (await new JsonVisitor(site.url).open()).finish();

  /** The log's own statement, with its signature checked. */
  async function published(from = "") {
    const answer = await send(site.url, `/.well-known/consent-log${from}`);
    if (answer.status !== 200) return undefined;
    const { head, key, consistency } = JSON.parse(answer.text);
    const [name] = head.split("\n");
    const opened = openNote(head, { name, publicKey: Buffer.from(key, "base64") })!;
    const hashes = (consistency as string[] | undefined)?.map((hash) => Buffer.from(hash, "base64"));
    return { ...opened, cached: answer.headers["cache-control"], consistency: hashes };
  }

  const verify = () =>
    runCommand("consent verify", { DATABASE_URL: site.databaseUrl, CONSENT_WITNESS_FILE: witness });

  it("contains each lead's consent within seconds, and provably grows", holds("T63", "T65"), async () => {
    expect(await published()).toBeUndefined();
    await makeLead();
    await expect.poll(async () => (await published())?.size).toBe(2);
    const first = (await published())!;
    expect(first.cached).toBe("public, max-age=10");
    await makeLead();
    await makeLead();
    await expect.poll(async () => (await published())?.size).toBe(4);
    const later = (await published("?from=2"))!;
    expect(isConsistent(first, later, later.consistency!)).toBe(true);
    for (const odd of ["?from=0", "?from=5", "?from=x", "?from=-1", "?from=1.5"]) {
      expect((await published(odd))!.consistency, odd).toBeUndefined();
    }
  });

  it("proves to a witness what somebody with the whole database cannot hide", holds("T63"), async () => {
    await expect.poll(() => readFileSync(witness, "utf8").trimEnd().split("\n").at(-1)).toContain("\\n4\\n");
    expect((await verify()).stdout).toMatch(
      /^3 consent records\. The log is intact\. It holds against \d+ heads? of a witness/,
    );
    change(site.databaseFile, (database) => {
      database.exec("delete from consents where seq = 3");
      database.exec("delete from consent_heads where size = 4");
      database.exec(`delete from leads where id = '${storedLeads(site.databaseFile).at(-1)!.id}'`);
    });
    expect(await verify()).toMatchObject({ status: 1, stdout: "" });
    expect((await verify()).stderr).toBe(
      "The consents are not intact: the log has 3 leaves, but a signed head has 4.\n",
    );
  });

  it("salts each consent, so that no number can be found by its hash", holds("T66"), () => {
    const bodies = query<{ body: string }>(site.databaseFile, "select body from consents").map(({ body }) =>
      JSON.parse(body),
    );
    expect(new Set(bodies.map(({ salt }) => salt)).size).toBe(bodies.length);
    for (const { salt } of bodies) expect(Buffer.from(salt, "base64url")).toHaveLength(16);
  });
});
