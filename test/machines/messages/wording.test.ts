import { describe, expect, test } from "vitest";
import { errorKeys } from "../../../machines/fields.ts";
import { inOneText, namingBuyers } from "../../../machines/messages/buyers-slot.ts";
import { type ConsentForm, paragraphsOfStored } from "../../../machines/messages/consent.ts";
import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import { consentParagraphs, wording } from "../../../machines/messages/index.ts";
import { stepConsent, surveyConsent } from "../../../machines/messages/survey-consent.ts";
import { findEntry } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { languages } from "../../../machines/steps/step.ts";
import { holds } from "../../support/holds.ts";

const facts = { siteName: "Example Site", phone: "(877) 555-0123", button: "Send it" };

describe.each(languages)("wording in %s", (language) => {
  const words = wording(language);

  test("puts position and total into the progress text", () => {
    expect(words.progressText(3, 9, 1)).toMatch(/3.*9$/);
    expect(words.progressText(3, 9, 2)).toMatch(/3.*9.*2$/);
  });
});

test("the languages share no sentence", () => {
  const [en, es] = [wording("en"), wording("es")];
  for (const key of errorKeys) expect(errorSentence(key, en.errors)).not.toBe(errorSentence(key, es.errors));
  expect(en.privacyGuarantee).not.toBe(es.privacyGuarantee);
});

describe("consent text (spec 9)", () => {
  const five = {
    en: [
      /sign this form electronically/,
      /one law firm.* partners/,
      /call or text/,
      /automatic dialing system.*artificial or prerecorded voice/,
      /not a condition of buying/,
    ],
    es: [
      /firmo electrónicamente este formulario/,
      /un bufete.* y sus empresas asociadas/,
      /llamen o me envíen mensajes/,
      /marcación automática.*voz artificial o pregrabada/,
      /no es condición para comprar/,
    ],
  };
  const buyers = ["First Firm", "Second Firm"];
  const named = {
    en: /to First Firm and Second Firm, and that each of these law firms and its partners may/,
    es: /a First Firm y Second Firm, y que cada uno de estos bufetes y sus empresas asociadas me/,
  };
  const expected = (language: "en" | "es", form: ConsentForm): RegExp[] => {
    const [signed, , ...rest] = five[language];
    if (form === "buyers") return [signed!, named[language], ...rest];
    return form === "abbreviated" ? inShort[language] : five[language];
  };
  const inShort = {
    en: [
      /sign electronically/,
      /one law firm.* partners/,
      /call or text/,
      /automatic.*voice/,
      /not a condition/,
    ],
    es: [
      /firmo electrónicamente/,
      /un bufete.* y sus empresas asociadas/,
      /llamen o me envíen/,
      /automática.*voz/,
      /no es condición/,
    ],
  };
  const cases = languages.flatMap((language) =>
    (["full", "buyers", "abbreviated", "ticket"] as const).map((form) => [language, form] as const),
  );
  test.each(cases)(
    "%s, %s, says all five facts, the button, the site and how to withdraw",
    holds(514),
    (language, form) => {
      const text = namingBuyers(inOneText(consentParagraphs(language, { ...facts, form })), buyers, language);
      for (const fact of expected(language, form)) expect(text).toMatch(fact);
      for (const fact of Object.values(facts)) expect(text).toContain(fact);
      expect(text).toBe(text.replace(/\s+/g, " ").trim());
      expect(text.includes("First Firm")).toBe(form === "buyers");
      expect(/ticket|multa/.test(text)).toBe(form === "ticket");
    },
  );

  test.each(cases)("%s, %s, is found again in its stored text by paragraphs", (language, form) => {
    const shown = consentParagraphs(language, { ...facts, siteName: "Dr. Who Inc.", form }).map((words) =>
      namingBuyers(words, ["First Firm, P.C.", "J. Doe"], language),
    );
    expect(shown.length).toBeGreaterThan(2);
    expect(paragraphsOfStored(inOneText(shown), language)).toEqual(shown);
  });

  test("in other words it stays as it is", () => {
    const text = "I say  yes. And no.\nMaybe. ";
    expect(paragraphsOfStored(text, "en").join(" ")).toBe(text);
  });

  test.each(languages)("%s is shorter where it is abbreviated", (language) => {
    const length = (form: ConsentForm) => inOneText(consentParagraphs(language, { ...facts, form })).length;
    expect(length("abbreviated")).toBeLessThan(length("full"));
  });
});

describe("the consent of a visit", () => {
  const company = { siteName: facts.siteName, phone: { display: facts.phone } };
  const step = stepNamed("PhoneAndBuyersConsent")!;

  test("names the buyers as the screen does, once they are known", () => {
    const { text, button } = stepConsent(step, "en", company);
    expect(button).toBe("Send my answers");
    const odd = ["A $& B", "C"];
    expect(namingBuyers(text, odd, "en")).toBe(stepConsent(step, "en", company, odd).text);
    expect(namingBuyers(text, odd, "en")).toContain("to A $& B and C, and that each of");
  });

  test.each([
    ["en", ["One"], "to One, and that this law firm and its partners may call"],
    ["es", ["Uno"], "a Uno, y que este bufete y sus empresas asociadas me llamen"],
    ["en", ["A", "B", "C"], "to A, B and C, and that each of these law firms and its partners may"],
    [
      "es",
      ["A", "B", "Ibarra"],
      "a A, B e Ibarra, y que cada uno de estos bufetes y sus empresas asociadas me llamen",
    ],
    ["es", ["A", "Hielo"], "a A y Hielo, y que"],
    ["en", ["A & B, LLP", "C", "D"], "to A & B, LLP; C and D, and that"],
  ] as const)(
    "says in %s of %j who gets the answers and who may call",
    holds(5, 514),
    (language, names, words) => {
      expect(stepConsent(step, language, company, names).text).toContain(words);
    },
  );

  test("is that of the last step answered that asks for one, else of the survey's last", holds(189), () => {
    const { variant } = findEntry("/survey/c")!;
    const own = surveyConsent(variant, company);
    expect(own.text).toBe(inOneText(consentParagraphs("en", { ...facts, button: own.button })));
    expect(own.button).toBe("Send my answers");
    const steps = ["AtFault", "PhoneAbbreviatedTCPA", "HasLawyer"];
    expect(surveyConsent(variant, company, { steps }).text).toMatch(/found through Example Site/);
    const given = { steps: ["PhoneAndBuyersConsent"], buyers: ["Rivera & Co"] };
    expect(surveyConsent(variant, company, given).text).toContain("to Rivera & Co,");
  });
});
