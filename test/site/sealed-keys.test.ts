import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createCipher } from "../../services/store/sealed/cipher.ts";
import { openPersonKeys } from "../../services/store/sealed/person-keys.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { startSite } from "../support/site.ts";
import { counts, query, sqlOn } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const [older, newer] = ["0fb1e8d2c3a4967f".repeat(2), "77c01e8d2c3a496b".repeat(2)];

describe("a site with a key for personal data", () => {
  const site = siteForTests({ DATA_KEYS: older });
  const command = (line: string, DATA_KEYS: string) =>
    runCommand(line, { DATA_KEYS, DATABASE_URL: site.databaseUrl });

  it("takes a lead and delivers it, and its database reveals nothing of either", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    expect((await visitor.finish()).status).toBe(200);
    const { received } = site.stubs.leadProsper;
    await waitFor("the lead at its buyer", () => received.size === 1);
    expect(JSON.stringify([...received.values()])).toContain(answersC.NameAndEmail!.email);
    // Everything that the store has on disk, its write-ahead log too.
    const files = ["", "-wal"].map((more) => readFileSync(`${site.databaseFile}${more}`, "latin1"));
    for (const plain of ["ana.rivera", "Rivera", "2135550123", "hit my car from behind", older])
      expect(files.join("\n")).not.toContain(plain);
  });

  it("changes its key by a command, after which the older one opens nothing", async () => {
    const { stdout } = await command("privacy rekey", `${newer},${older}`);
    expect(stdout).toContain("sealed with the newest key; the older keys can be removed");
    const [{ id } = { id: "" }] = query<{ id: string }>(site.databaseFile, "select id from leads limit 1");
    expect((await command(`leads show ${id}`, newer)).stdout).toContain("Rivera");
    const former = await command(`leads show ${id}`, older);
    expect(former).toMatchObject({ status: 1, stdout: "" });
    expect(former.stderr).toContain("DATA_KEYS must have the key");
  });
});

describe("keys that changed, and answers that were moved", () => {
  const [older, newer] = [
    "an older secret of this test that is long enough",
    "a newer secret of this test that is long enough",
  ];
  const keyFile = join(mkdtempSync(join(tmpdir(), "claimpath-")), "person-keys.db");
  const keys = { SESSION_SECRETS: `${newer},${older}`, DATA_KEYS: "d".repeat(32), PERSON_KEYS: keyFile };
  const site = siteForTests(keys);

  /** The text of a token of ours, signed as before 23 November 2026: with a secret itself. */
  function formerly(token: string, secret = older): string {
    const text = token.split(".")[0]!;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  }

  describe("a visit that began before each purpose had its own key", () => {
    const [cookieName, cookieValue] = [/^[^=]+=/, /=([^;]+)/];

    it("continues with its cookie and its form, and becomes one lead", holds("T73"), async () => {
      const visitor = await new JsonVisitor(site.url).open();
      await visitor.progress(entriesC().slice(0, 2));
      visitor.token = formerly(visitor.token);
      const { cookie } = visitor;
      visitor.cookie = `${cookie.match(cookieName)![0]}${formerly(cookie.match(cookieValue)![1]!)}`;
      expect((await visitor.finish()).status).toBe(200);
      expect(counts(site.databaseFile).leads).toBe(1);
    });

    it("accepts no cookie as a form", holds("T73"), async () => {
      const visitor = await new JsonVisitor(site.url).open();
      await visitor.progress(entriesC().slice(0, 2));
      visitor.token = visitor.cookie.match(cookieValue)![1]!;
      expect((await visitor.progress(entriesC().slice(0, 3))).status).toBe(400);
    });
  });

  it("answers are unreadable in a copy once their person was erased", holds("T74"), async () => {
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.finish();
    const id = visitIn(visitor.token);
    const log = `select body from visit_log where visit_id = '${id}' and seq = 1`;
    const [{ body } = { body: "" }] = await sqlOn<{ body: string }>(site.databaseUrl, log);
    expect(body).toMatch(/^~3\./);
    const env = { ...keys, DATABASE_URL: site.databaseUrl };
    const { email } = answersC.NameAndEmail!;
    expect(await runCommand(`privacy delete --email ${email} --yes`, env)).toMatchObject({ status: 0 });
    const person = openPersonKeys(keyFile, createCipher([keys.DATA_KEYS]));
    expect(person.find(id)).toBeUndefined();
    person.close();
  });

  describe("a site with sealed data", () => {
    async function finishElsewhere({ token, cookie, shown }: JsonVisitor) {
      await using other = await startSite({ ...keys, DATABASE_URL: site.databaseUrl });
      return await Object.assign(new JsonVisitor(other.url), { token, cookie, shown }).finish();
    }

    it("refuses an answer that was put into its database unsealed", holds("T71"), async () => {
      const visitor = await new JsonVisitor(site.url).open();
      await visitor.progress(entriesC().slice(0, 2));
      const forged = JSON.stringify({ step: "AtFault", answers: {} });
      await sqlOn(
        site.databaseUrl,
        `update visit_log set body = '${forged}' where visit_id = '${visitIn(visitor.token)}'`,
      );
      expect((await finishElsewhere(visitor)).status).toBe(500);
    });

    it("refuses an answer of another visit in its place", holds("T72"), async () => {
      const one = await new JsonVisitor(site.url).open();
      const two = await new JsonVisitor(site.url).open();
      for (const visitor of [one, two]) await visitor.progress(entriesC().slice(0, 2));
      const body = `(select body from visit_log where visit_id = '${visitIn(two.token)}' and seq = 0)`;
      await sqlOn(
        site.databaseUrl,
        `update visit_log set body = ${body} where visit_id = '${visitIn(one.token)}' and seq = 0`,
      );
      expect((await finishElsewhere(one)).status).toBe(500);
      expect((await finishElsewhere(two)).status).toBe(200);
    });
  });

  function visitIn(token: string): string {
    return JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).id;
  }
});
