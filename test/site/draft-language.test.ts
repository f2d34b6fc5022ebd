import { describe, expect, it } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { draftLanguages, languageFacts, mainLanguage } from "../../services/words/languages.ts";
import { answersC } from "../support/answers.ts";
import { siteForTests, siteProcessForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { startSiteProcess } from "../support/site.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { FormVisitor } from "../support/visitors.ts";

const usual = siteForTests({ stubs: false });
const shown = siteProcessForTests({ stubs: false, DRAFT_LANGUAGES: draftLanguages.join() });

const headOf = (html: string) => /<html [^>]*>/.exec(html)![0].replace(/ data-[^ >]*/g, "");

describe.each(draftLanguages)("%s, which nobody has reviewed", (language) => {
  const { survey, draft, direction } = languageFacts(language);

  it("is shown to nobody as long as the settings do not name it", async () => {
    expect((await send(usual.url, survey)).status).toBe(404);
    const headers = { "Accept-Language": language };
    const pages = [`/survey-thank-you/?lang=${language}`, "/", "/survey/c", "/nothing/here"];
    for (const path of pages) {
      const { text } = await send(usual.url, path, { headers });
      expect(headOf(text)).toBe('<html lang="en">');
      expect(text).not.toContain(`hreflang="${language}"`);
    }
  });

  it("is named by the start that shows it, and every page says what it is", async () => {
    expect(shown.output()).toContain(`DRAFT_LANGUAGES shows ${survey}`);
    for (const path of [survey, `/survey-thank-you/?lang=${language}`]) {
      const { text, status } = await send(shown.url, path);
      expect([status, headOf(text)]).toEqual([200, `<html lang="${language}" dir="${direction}">`]);
      expect(text).toContain(draft!.page);
    }
    const { text } = await send(shown.url, "/survey/c");
    expect(headOf(text)).toBe('<html lang="en">');
    expect(text).not.toContain(draft!.page);
  });

  it("says in the main language what it leaves out", async () => {
    const { text } = await send(shown.url, `${survey}?show-meter=yes`);
    expect(text).toContain(messagesIn(mainLanguage).pages.compensation.title);
    expect(text).toContain(messagesIn(language).pages.nextSteps.title);
    expect(messagesIn(language).pages.nextSteps.title).not.toBe(
      messagesIn(mainLanguage).pages.nextSteps.title,
    );
  });

  it("leads to a stored lead, whose consent is the main language's as it was shown", async () => {
    const visitor = new FormVisitor(shown.url);
    await visitor.open(survey);
    for (const answer of Object.values(answersC).slice(0, -1)) await visitor.post(answer);
    const { html, step } = visitor.screen;
    expect(step).toBe("PhoneAndZip");
    expect(html).toContain(draft!.consent);
    const [element = "", paragraphs = ""] = /<p [^>]*id="consent"[^>]*>(.*?)<\/p>/s.exec(html) ?? [];
    expect(element).toContain('lang="en" dir="ltr"');
    await visitor.post(answersC.PhoneAndZip!);
    expect(visitor.screen.url).toMatch(new RegExp(`^/survey-thank-you/\\?.*lang=${language}`));
    const { databaseFile } = shown;
    const [lead] = storedLeads(databaseFile);
    expect(lead).toMatchObject({ qualified: 1, kind: "survey" });
    const [consent] = query<{ body: string }>(databaseFile, "select body from consents");
    const said = JSON.parse(consent!.body);
    expect(said.language).toBe("en");
    expect(said.text).toBe(paragraphs.replace(/<[^>]*>/g, ""));
    expect(said.text).toContain(said.button);
    const thanks = await send(shown.url, visitor.screen.url, { headers: { Cookie: visitor.cookie } });
    expect(thanks.text).toContain(said.button);
  });
});

it("a setting that names another language stops the start", async () => {
  await expect(startSiteProcess({ stubs: false, DRAFT_LANGUAGES: "es" })).rejects.toThrow(
    "DRAFT_LANGUAGES must be comma-separated names of drafts: ar",
  );
});
