import { describe, expect, test } from "vitest";
import { errorKeys } from "../../../machines/fields.ts";
import { languages } from "../../../machines/steps/step.ts";
import { consentText, disclaimers, wording } from "../../../machines/wording/index.ts";

const facts = { siteName: "Example Site", phone: "(877) 555-0123", button: "Send it" };

describe.each(languages)("wording in %s", (language) => {
  const words = wording(language);

  test("has a plain sentence for every error, naming the field where several share one text", () => {
    for (const key of errorKeys) expect(words.errors[key]("Field name")).toMatch(/^[“«\p{Lu}].{10,}[.]$/u);
    for (const key of ["required", "tooLong", "characters"] as const) {
      expect(words.errors[key]("Field name")).toContain("Field name");
    }
  });

  test("puts position and total into the progress text", () => {
    expect(words.progressText(3, 9)).toMatch(/3.*9/);
  });

  test("counts missing characters in the singular and plural", () => {
    expect(words.descriptionCount.missing(1)).not.toBe(words.descriptionCount.missing(2).replace("2", "1"));
  });
});

test("the languages share no sentence", () => {
  const [en, es] = [wording("en"), wording("es")];
  for (const key of errorKeys) expect(en.errors[key]("x")).not.toBe(es.errors[key]("x"));
  expect(en.securityNote).not.toBe(es.securityNote);
});

describe("consent text (specification section 9)", () => {
  const five = {
    en: [
      /sign this form electronically/,
      /one law firm.* partners/,
      /call or text/,
      /automatic dialing system.*artificial or prerecorded voice/,
      /not a condition of buying/,
    ],
    es: [
      /firmo este formulario electrónicamente/,
      /un bufete.* socios/,
      /llamen o me envíen mensajes/,
      /marcación automática.*voz artificial o pregrabada/,
      /no es condición para comprar/,
    ],
  };
  test.each(languages)("%s says all five facts, the button, the site and how to withdraw", (language) => {
    const text = consentText(language, facts);
    for (const fact of five[language]) expect(text).toMatch(fact);
    for (const fact of Object.values(facts)) expect(text).toContain(fact);
    expect(text).toBe(text.replace(/\s+/g, " ").trim());
  });
});

describe("footer disclaimers (specification section 1)", () => {
  const seven = [
    /not a law firm.*legal advice/,
    /free/,
    /not endorse/,
    /joint advertising/,
    /advertising alone/,
    /free consultations.*contingency-fee/,
    /Toll-free advertising number: \(877\)/,
  ];
  test("state all seven facts in English, and as many in Spanish", () => {
    const english = disclaimers("en", facts);
    seven.forEach((fact, index) => {
      expect(english[index]).toMatch(fact);
    });
    expect(disclaimers("es", facts)).toHaveLength(seven.length);
  });
});
