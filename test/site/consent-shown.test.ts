import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { holds } from "../support/holds.ts";
import { startSite } from "../support/site.ts";
import { counts, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";

const steps = Object.keys(answersC);
const last = steps.at(-1)!;

type Body = { text: string; page: string; pageMadeAt: number };

/** The consents on record. */
function consentsIn(file: string): Body[] {
  return query<{ body: string }>(file, "select body from consents order by at").map(({ body }) =>
    JSON.parse(body),
  );
}

/** The same data under other settings, as after a deploy. */
async function redeployed(databaseUrl: string, SITE_NAME: string) {
  return startSite({ DATABASE_URL: databaseUrl, SITE_NAME });
}

describe("a consent whose words change while its page is open", holds("T60"), () => {
  it("is shown again before it is recorded, with and without JavaScript", async () => {
    const alpha = await startSite({ SITE_NAME: "Alpha Legal Match" });
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
