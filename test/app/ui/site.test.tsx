import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { contactLabels } from "../../../app/site/contact-fields.ts";
import { ContactForm, type ContactFormProps } from "../../../app/site/contact-form.tsx";
import { PrivacyPolicy } from "../../../app/site/privacy-policy.tsx";
import { SiteFooter } from "../../../app/site/site-footer.tsx";
import { SiteHeader } from "../../../app/site/site-header.tsx";
import { ThankYou } from "../../../app/site/thank-you.tsx";
import { loader } from "../../../app/site/thank-you-route.tsx";
import { thankYouWords } from "../../../app/site/thank-you-words.ts";
import { languages } from "../../../machines/steps/step.ts";
import { disclaimers, wording } from "../../../machines/wording/index.ts";
import { company } from "./screen-fixture.ts";

const contact = (props: Partial<ContactFormProps> = {}) =>
  renderToString(
    <ContactForm
      {...{
        action: "/contact/",
        hidden: {},
        values: {},
        errors: {},
        sent: false,
        words: wording("en"),
        ...props,
      }}
    />,
  );

describe("contact form", () => {
  test("has its six fields in order and starts without a type of accident", () => {
    const names = [...contact().matchAll(/<(?:select|input|textarea)[^>]*\sname="(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(names).toEqual(Object.keys(contactLabels));
    expect(contact()).toMatch(/<option value="" selected="">/);
    expect(contact().match(/<option/g)).toHaveLength(7);
  });

  test("cannot be sent twice, and says when it was sent", () => {
    expect(contact({ sending: true })).toMatch(/<button[^>]*disabled=""/);
    expect(contact({ sent: true })).toContain("Form was submitted");
    expect(contact({ sent: true })).not.toContain("<form");
  });

  test("shows an error beside its own field only", () => {
    const html = contact({ errors: { phoneNumber: "phone" }, values: { phoneNumber: "12" } });
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect(html).toContain('id="phoneNumber-error"');
    expect(html).toContain('value="12"');
  });
});

describe.each(languages)("in %s", (language) => {
  test("the footer states every disclaimer and the year", () => {
    const html = renderToString(<SiteFooter company={company} language={language} />);
    const facts = { siteName: company.siteName, phone: company.phone.display };
    for (const statement of disclaimers(language, facts))
      expect(html.replaceAll("\u00a0", " ")).toContain(statement);
    expect(html).toContain("2024");
    expect(html).toContain(`mailto:${company.email}`);
    expect(html).toContain("/privacy-policy/#california-resident");
  });

  test("the thank-you page promises nothing and never speaks of disqualification", () => {
    const html = renderToString(<ThankYou company={company} words={thankYouWords[language]} />);
    expect(html).not.toMatch(/qualif|calific/i);
    expect(html).toMatch(/cannot promise|No podemos prometer/);
  });
});

test.each([
  ["?lang=es&q=y", "es"],
  ["??lang=es&q=y", "es"],
  ["?q=y", "en"],
])("a thank-you link keeps its language, also with two question marks", (query, language) => {
  const request = new Request(`http://localhost/survey-thank-you/${query}`);
  expect(loader({ request, params: {}, context: {} as never })).toEqual({ language });
});

test("the header calls the number and leads to the claim form", () => {
  const html = renderToString(<SiteHeader company={company} />);
  expect(html).toContain('href="tel:+18775550123"');
  expect(html).toContain("Click to Call");
  expect(html).toMatch(/href="\/contact\/">File your claim today/);
});

test("the privacy policy has the California section that links point to", () => {
  expect(renderToString(<PrivacyPolicy company={company} />)).toContain('id="california-resident"');
});
