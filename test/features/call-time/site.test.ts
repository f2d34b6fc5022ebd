import { afterAll, describe, expect, it } from "vitest";
import { callTimeWords } from "../../../app/features/call-time/words/index.ts";
import { fill } from "../../../app/site/content/markdown.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import { walkSurvey } from "../../specification/survey-walk.ts";
import { startSmtp } from "../../stubs/smtp.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { during, siteForTests } from "../../support/during.ts";
import { destinationsIn } from "../../support/files.ts";
import { send } from "../../support/send.ts";
import type { Site } from "../../support/site.ts";
import { query } from "../../support/store-reader.ts";
import { FormVisitor } from "../../support/visitors.ts";

describe("when a call suits", () => {
  const files: { remove(): void }[] = [];
  afterAll(() => {
    for (const file of files) file.remove();
  });

  const smtp = during(startSmtp);
  /** A site with a desk that gets leads by letter. */
  const settingsFor = (more: Record<string, string>) => {
    const file = destinationsIn(
      `destinations:\n  desk: { kind: email, smtp: "${smtp.url}", from: site@example.com, to: desk@example.com, mode: live, takes: leads }`,
    );
    files.push(file);
    return { CLAIMPATH_FILE: file.path, ...more };
  };
  const asking = siteForTests(() => settingsFor({ "company.ask-call-time": "on" }));
  const silent = siteForTests(() => settingsFor({}));

  const thanks = "/survey-thank-you/";
  const words = inLanguage(callTimeWords, "en");
  /** The visitor's choice on the thank-you page; undefined where it does not ask. */
  const chosen = ({ html }: { html: string }) => /data-call-time="([^"]*)"/.exec(html)?.[1];
  const say = (visitor: FormVisitor, time: string, lang = "en") =>
    visitor.request("/call-time", { page: thanks, lang, time });
  const letterAbout = (lead: { id: string }, start: RegExp) =>
    smtp.letters.filter((letter) => letter.includes(lead.id) && start.test(letter));
  const stored = ({ databaseFile }: Pick<Site, "databaseFile">, { id }: { id: string }) => ({
    lead: query(databaseFile, `select * from leads where id = '${id}'`),
    outbox: query<{ payload: string }>(databaseFile, `select payload from outbox where lead_id = '${id}'`),
  });

  describe("a site that asks when a call suits", () => {
    it("records it with the lead and tells the desk, without scripts, and leaves the lead unchanged", async () => {
      const visitor = new FormVisitor(asking.url);
      const { lead, end } = await walkSurvey(asking, "/survey/c", {}, { visitor });
      expect(chosen(end)).toBe("");
      expect(end.html).toContain("can’t promise");
      await expect.poll(() => letterAbout(lead, /\r\nSubject: (?!Good)/)).toHaveLength(1);
      const before = stored(asking, lead);

      const answered = await say(visitor, "evening");
      expect([answered.status, answered.url]).toEqual([200, thanks]);
      expect(chosen(answered)).toBe("evening");
      expect(answered.html).toContain(fill(words.saved, { time: "evening" }));
      await say(visitor, "evening");
      const [letter, ...more] = letterAbout(lead, /Subject: Good time to call/);
      expect(more, "the second press of a double tap says nothing new").toEqual([]);
      expect(letter).toContain("Good time to call: evening.");
      expect(letter).toContain("To: desk@example.com");
      expect(letter).not.toMatch(/Rivera|555-0123|90210|ana\./);
      const [leadLetter] = letterAbout(lead, /\r\nSubject: (?!Good)/);
      expect(/In-Reply-To: (\S+)/.exec(letter!)![1]).toBe(/Message-ID: (\S+)/i.exec(leadLetter!)![1]);

      const spanish = await say(visitor, "morning", "es");
      expect(spanish.html).toContain(fill(inLanguage(callTimeWords, "es").saved, { time: "en la mañana" }));
      expect(stored(asking, lead)).toEqual(before);

      const cookie = await signedInCookie(asking, addPerson(asking, "ada", "leads"));
      const { text } = await send(asking.url, `/console/leads/${lead.id}`, { headers: { Cookie: cookie } });
      expect(text).toContain("The visitor");
      expect(text).toMatch(/Good time to call: evening\..*Good time to call: morning\./s);
    });

    it("accepts three changes a day, no other value, and none from another browser", async () => {
      const visitor = new FormVisitor(asking.url);
      const { end } = await walkSurvey(asking, "/survey/c", {}, { visitor });
      expect((await say(visitor, "midnight")).status).toBe(422);
      for (const time of ["any", "morning", "afternoon"]) expect(chosen(await say(visitor, time))).toBe(time);
      const refused = await say(visitor, "evening");
      expect([chosen(refused), refused.html.includes(words.unsaved)]).toEqual(["afternoon", true]);
      const stranger = new FormVisitor(asking.url);
      expect(chosen(await stranger.open(end.url))).toBeUndefined();
      expect((await say(stranger, "any")).url).toContain("call=unsaved");
    });
  });

  it("a site that does not ask, which is the default, neither asks nor accepts it", async () => {
    const visitor = new FormVisitor(silent.url);
    const { lead, end } = await walkSurvey(silent, "/survey/c", {}, { visitor });
    expect(chosen(end)).toBeUndefined();
    expect((await say(visitor, "evening")).url).toContain("call=unsaved");
    expect(query(silent.databaseFile, "select * from lead_notes")).toEqual([]);
    expect(letterAbout(lead, /Subject: Good time to call/)).toEqual([]);
  });
});
