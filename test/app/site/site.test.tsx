import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { LegalPage } from "../../../app/site/articles/legal-page.tsx";
import { ContactForm, type ContactFormProps } from "../../../app/site/contact/contact-form.tsx";
import { legalPages } from "../../../app/site/content/pages.ts";
import { thankYouWords } from "../../../app/site/content/words.ts";
import { WhyChooseUs } from "../../../app/site/home/why-choose-us.tsx";
import { SiteHeader } from "../../../app/site/layout/headers.tsx";
import { SiteFooter } from "../../../app/site/layout/site-footer.tsx";
import { pageIn } from "../../../app/site/links.ts";
import { ThankYou } from "../../../app/site/thanks/thank-you.tsx";
import { loader } from "../../../app/site/thanks/thank-you-route.tsx";
import { honeypotField } from "../../../app/ui/honeypot.tsx";
import { noShell, PageShell } from "../../../app/ui/page-shell.tsx";
import { disclaimers, wording } from "../../../machines/messages/index.ts";
import { contactFields } from "../../../machines/site/contact-form.ts";
import { languages } from "../../../machines/steps/step.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { inDays } from "../../../services/settings/limits.ts";
import { holds } from "../../support/holds.ts";
import { company } from "../survey/screen-fixture.ts";

const empty = {
  language: "en" as const,
  action: "/contact/",
  hidden: {},
  values: {},
  errors: {},
  sent: false,
};
const contact = (props: Partial<ContactFormProps> = {}) =>
  renderToString(<ContactForm {...empty} words={wording("en")} phone={company.phone} {...props} />);

describe("contact form", () => {
  test(
    "has its six fields in order, one for programs after them, and starts without a type of accident",
    holds(162),
    () => {
      const names = [...contact().matchAll(/<(?:select|input|textarea)[^>]*\sname="(\w+)"/g)].map(
        ([, name]) => name,
      );
      expect(names).toEqual([...contactFields, honeypotField]);
      expect(contact()).toMatch(/<option value="" selected="">/);
      expect(contact().match(/<option/g)).toHaveLength(7);
    },
  );

  test("cannot be sent twice, and says when it was sent", holds(82, 166, 391), () => {
    expect(contact({ sending: true })).toMatch(/<button[^>]*disabled=""/);
    expect(contact({ sent: true })).toContain("Form was submitted");
    expect(contact({ sent: true })).not.toContain("<form");
  });

  test("shows an error beside its own field only", holds(165, 390), () => {
    const html = contact({ errors: { phoneNumber: "phone" }, values: { phoneNumber: "12" } });
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(html).toContain('id="phoneNumber-error"');
    expect(html).toContain('value="12"');
  });
});

describe.each(languages)("in %s", (language) => {
  test("the footer states every disclaimer and the year", holds(30, 69, 70, 71, 72, 73, 74), () => {
    const html = renderToString(<SiteFooter company={company} language={language} />);
    const facts = { siteName: company.siteName, phone: company.phone.display };
    for (const statement of disclaimers(language, facts))
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
      <ThankYou company={company} language={language} words={thankYouWords[language]} />,
    );
    expect(html).not.toMatch(/qualif|calific/i);
    expect(html).toMatch(/can’t promise|No podemos prometer/);
  });
});

test.each([
  ["?lang=es&q=y", "es"],
  ["??lang=es&q=y", "es"],
  ["?q=y", "en"],
])(
  "a thank-you link keeps its language, also with two question marks",
  holds(157),
  async (query, language) => {
    const request = new Request(`http://localhost/survey-thank-you/${query}`);
    const services = {
      receipts: { newest: async () => undefined },
      callTimes: { asked: async () => undefined },
    };
    const context = { services, session: { id: "none" } } as never;
    expect(await loader({ request, params: {}, context })).toMatchObject({ language });
  },
);

describe("the navigation bar", () => {
  const at = (path: string) =>
    renderToString(
      <PageShell.Provider value={{ ...noShell, path }}>
        <SiteHeader company={company} />
      </PageShell.Provider>,
    );

  test(
    "has the logo, the number, and the links in their order, each parent with its sub-pages",
    holds(52, 54, 55, 56),
    () => {
      const html = at("/");
      const items = [...html.matchAll(/<(?:summary|a)\b[^>]*>([^<]+)/g)].map(([, text]) => text);
      expect(html).toMatch(/^<header[^>]*><div[^>]*><a[^>]*href="\/">/);
      expect(items.filter((text) => text !== "Menu")).toEqual([
        ...["Car accident lawsuits", "Overview", "Timeline", "Settlements", "Filing a claim"],
        ...["What you have to prove", "FAQs"],
        ...["Car accident laws", "Overview", "Texas", "California", "Deadline calculator"],
        "Video gallery",
        "About",
        "Contact",
        "Español",
        "File your claim today",
      ]);
    },
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
  ])("marks where the visitor is: %s", (path, marks, mark) => {
    expect(at(path)).toMatch(mark);
    expect(at(path).match(/aria-current/g) ?? []).toHaveLength(marks);
  });
});

test("the banner says why to choose us in three points", holds(75), () => {
  const html = renderToString(<WhyChooseUs />);
  const points = [...html.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, text]) => text);
  expect(points).toEqual(["Expertise", "Personalized service", "Free initial consultation"]);
});

test("the privacy policy says of each kind how long it is kept, as the settings have it", () => {
  const settings = {
    VISIT_DAYS: "1",
    LEAD_DAYS: "41",
    UNDELIVERED_LEAD_DAYS: "42",
    CONTACT_DAYS: "43",
    PAYLOAD_DAYS: "44",
    PHONE_CODE_DAYS: "45",
    REQUEST_DAYS: "1046",
  };
  const kept = inDays(readSettings(settings).retention);
  const html = renderToStaticMarkup(
    <LegalPage page={legalPages["privacy-policy"].en} company={company} language="en" kept={kept} />,
  );
  for (const days of Object.values(settings)) expect(html).toMatch(new RegExp(`\\b${days} days?\\b`));
  expect(html).toContain(" 1 day after");
});
