import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { LegalPage } from "../../../app/site/articles/legal-page.tsx";
import { legalPages } from "../../../app/site/content/pages.ts";
import { SiteHeader } from "../../../app/site/layout/headers.tsx";
import { SiteFooter } from "../../../app/site/layout/site-footer.tsx";
import { pageIn } from "../../../app/site/links.ts";
import { ThankYou } from "../../../app/site/thanks/thank-you.tsx";
import { loader } from "../../../app/site/thanks/thank-you-route.tsx";
import { noShell, PageShell } from "../../../app/ui/page-shell.tsx";
import { fill } from "../../../machines/messages/fill.ts";
import { inDays } from "../../../services/settings/limits.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { inLanguage, languages } from "../../../services/words/languages.ts";
import { noOwnWords } from "../../../services/words/own-words.ts";
import { settingsOf } from "../../support/files.ts";
import { holds } from "../../support/holds.ts";
import { company } from "../survey/screen-fixture.ts";

describe.each(languages)("in %s", (language) => {
  test("the footer states every disclaimer and the year", holds(30, 69, 70, 71, 72, 73, 74), () => {
    const html = renderToString(<SiteFooter company={company} language={language} />);
    const facts = { siteName: company.siteName, phone: company.phone.display };
    for (const statement of messagesIn(language).consent.disclaimers.map((words) => fill(words, facts)))
      expect(html.replaceAll("\u00a0", " ")).toContain(statement);
    expect(html.replaceAll("<!-- -->", "")).toContain(`© 2024 ${company.siteName}.`);
    expect(html).toContain(`mailto:${company.email}`);
    const links = [...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, url]) => url);
    expect(links).toEqual([
      "/sponsors/",
      ...(language === "es" ? [pageIn(language, "/contact/")] : []),
      pageIn(language, "/where-to-turn/"),
      pageIn(language, "/privacy-policy/"),
      pageIn(language, "/privacy-policy/#california-resident"),
      pageIn(language, "/terms-of-use/"),
      pageIn(language, "/do-not-sell-my-information/"),
      language === "es" ? "/" : "/es/",
    ]);
    expect(html).toContain(`href="tel:${company.phone.dial}"`);
    expect(html).toContain(`href="${pageIn(language, "/")}"><svg`);
  });

  test("the thank-you page promises nothing and never speaks of disqualification", holds(140), () => {
    const html = renderToString(
      <ThankYou company={company} language={language} words={messagesIn(language).thanks} />,
    );
    expect(html).not.toMatch(/qualif|calific/i);
    expect(html).toMatch(/can’t promise|No podemos prometer/);
  });
});

describe("the thank-you page", () => {
  test.each([
    ["?lang=es&q=y", "es"],
    ["??lang=es&q=y", "es"],
    ["?q=y", "en"],
  ])(
    "a thank-you link keeps its language, even with two question marks",
    holds(157),
    async (query, language) => {
      const request = new Request(`http://localhost/survey-thank-you/${query}`);
      const services = {
        receipts: { newest: async () => undefined },
        settings: { ownWords: noOwnWords },
      };
      const context = { services, session: { id: "none" } } as never;
      expect(await loader({ request, params: {}, context })).toMatchObject({ language });
    },
  );
});

describe("the navigation bar", () => {
  const at = (path: string) =>
    renderToString(
      <PageShell.Provider value={{ ...noShell, path }}>
        <SiteHeader company={company} language="en" />
      </PageShell.Provider>,
    );

  test.each([
    ["/contact", 1, /href="\/contact\/" aria-current="page">Contact/],
    ["/contact/", 1, /href="\/contact\/" aria-current="page">Contact/],
    ["/car-accident-laws/", 2, /href="\/car-accident-laws\/" aria-current="page">Overview/],
    [
      "/car-accident-laws/texas/",
      2,
      /<summary[^>]*aria-current="true"[^>]*>Car accident laws<.*aria-current="page">Texas/,
    ],
    ["/", 0, /./],
  ])("marks the visitor's page: %s", (path, marks, mark) => {
    expect(at(path)).toMatch(mark);
    expect(at(path).match(/aria-current/g) ?? []).toHaveLength(marks);
  });
});

describe("the privacy policy", () => {
  test("the privacy policy says how long each kind of data is kept, from the settings", () => {
    const settings = {
      "keep.visit-days": "1",
      "keep.lead-days": "41",
      "keep.undelivered-lead-days": "42",
      "keep.contact-days": "43",
      "keep.payload-days": "44",
      "keep.phone-code-days": "45",
      "keep.request-days": "1046",
    };
    const kept = inDays(settingsOf(settings).retention);
    const html = renderToStaticMarkup(
      <LegalPage
        page={inLanguage(legalPages["privacy-policy"], "en")}
        company={company}
        language="en"
        kept={kept}
      />,
    );
    for (const days of Object.values(settings)) expect(html).toMatch(new RegExp(`\\b${days} days?\\b`));
    expect(html).toContain(" 1 day after");
  });
});
