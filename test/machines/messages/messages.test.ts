import { describe, expect, it } from "vitest";
import { contactErrors } from "../../../app/site/contact/contact-errors.ts";
import { type ErrorKey, errorKeys } from "../../../machines/fields/parse-answer.ts";
import { inOneText, namingBuyers } from "../../../machines/messages/buyers-slot.ts";
import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import { findEntry } from "../../../machines/registry.ts";
import type { AnswerField } from "../../../machines/rules/answers.ts";
import { emailSuggestion } from "../../../machines/rules/email-suggestion.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import { contactFields } from "../../../machines/site/contact-form.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import type { ConsentForm, Language } from "../../../machines/steps/step.ts";
import { consentParagraphs, paragraphsOfStored } from "../../../services/words/consent.ts";
import { messagesIn, stateName, wordsOfStep } from "../../../services/words/index.ts";
import { languages } from "../../../services/words/languages.ts";
import { stepConsent, surveyConsent } from "../../../services/words/survey-consent.ts";
import { holds } from "../../support/holds.ts";
import { english, grade, sentencesOf, spanish, wordsOf } from "../../support/words.ts";
import { everyQuestion } from "../steps/questions.ts";

const namingIn = (language: Language) => messagesIn(language).consent.naming;
const remarks = Object.entries(messagesIn("en").pages.remarks).flatMap(([field, byValue]) =>
  Object.keys(byValue).map((is) => ({ field: field as AnswerField, is })),
);

/** A whole sentence in which no label is quoted. */
const sentence = /^[¿\p{Lu}][^“”"]{8,}[.?]$/u;
const texts = ["name", "email", "phone", "text", "description"];

describe.each(languages)("errors in %s", (language) => {
  const { errors } = messagesIn(language).screens;
  const fields = everyQuestion.flatMap(({ name, step }) =>
    (step.fields ?? []).map((field) => ({ at: `${name}.${field.name}`, field, step })),
  );

  it("ask for every missing answer in the field's own words", () => {
    expect(fields.length).toBeGreaterThan(30);
    for (const { at, field, step } of fields) {
      if (field.required === false) continue;
      const { label, missing } = wordsOfStep(step, language).fields![field.name]!;
      for (const key of ["required", "choose"] as const) {
        const text = errorSentence(key, errors, wordsOfStep(step, language).fields![field.name]);
        expect(text, at).toBe(missing);
        expect(text, at).toMatch(sentence);
        expect(text, at).not.toContain(`“${label}”`);
      }
    }
  });

  it("ask for two answers of one screen in two sentences", () => {
    for (const { step, name } of everyQuestion) {
      const missing = Object.values(wordsOfStep(step, language).fields ?? {}).flatMap(
        (field) => field.missing ?? [],
      );
      expect(new Set(missing).size, name).toBe(missing.length);
    }
  });

  it("name every typed field", () => {
    for (const { at, field, step } of fields.filter(({ field }) => texts.includes(field.kind))) {
      const words = wordsOfStep(step, language).fields![field.name]!;
      expect(words.called, at).toMatch(/^(your|the|su|el|la) /);
      for (const key of ["tooLong", "characters"] as const) {
        expect(errorSentence(key, errors, words), at).toContain(words.called);
        expect(errorSentence(key, errors, words), at).toMatch(sentence);
      }
    }
  });

  it("explain every reason in a sentence, even without a field", () => {
    const sentences = errorKeys.map((key) => errorSentence(key, errors));
    for (const text of sentences) expect(text).toMatch(sentence);
    // Without a field, what is missing is an answer.
    expect(new Set(sentences).size).toBe(errorKeys.length - 1);
  });

  it("suggest the address that was meant", () => {
    const typed = "maria@gmial.com";
    for (const key of ["email", "emailRefused", "emailBlocked"] as const) {
      expect(errorSentence(key, errors, {}, typed)).toMatch(/^(Is it|¿Es) maria@gmail\.com\?$/);
      expect(errorSentence(key, errors, {}, "maria@example.com")).toBe(errors[key]);
    }
  });
});

describe("the words of the contact form", () => {
  it("the contact form asks for each of its fields in a sentence of its own", () => {
    const missing = Object.fromEntries(contactFields.map((field) => [field, "required" as ErrorKey]));
    const said = contactErrors(missing, {}, messagesIn("en").contact.form, messagesIn("en").screens).map(
      ({ text }) => text,
    );
    expect(said).toEqual([
      "Select the type of accident.",
      "Enter your first name.",
      "Enter your last name.",
      "Enter your email address.",
      "Enter your phone number.",
      "Write your message.",
    ]);
  });
});

describe("a mistyped mail domain", () => {
  it.each([
    ["maria@gmial.com", "maria@gmail.com"],
    ["Maria@Gmal.com", "maria@gmail.com"],
    ["maria@gmaill.com", "maria@gmail.com"],
    ["maria@gnail.com", "maria@gmail.com"],
    ["maria@gmail.co", "maria@gmail.com"],
    ["maria@gmail.cmo", "maria@gmail.com"],
    ["maria@yaho.com", "maria@yahoo.com"],
    [" maria@hotmial.con ", "maria@hotmail.com"],
    ["maria@aol.con", "maria@aol.com"],
    ["maria@rivera-law.con", "maria@rivera-law.com"],
    ["maria@rivera-law.com,", "maria@rivera-law.com"],
    ["Maria Lopez <maria@gmial.com>", "maria@gmail.com"],
  ])("%j is corrected to %j", (typed, meant) => {
    expect(emailSuggestion(typed)).toBe(meant);
  });

  it.each([
    "maria@gmail.com",
    "MARIA@GMAIL.COM",
    "maria@mail.com",
    "maria@ymail.com",
    "maria@email.com",
    "maria@example.com",
    "maria@gmaiill.com",
    "maria@yahoo.com.mx",
    "maria@banco.com.co",
    "maria",
    "@gmial.com",
    "maria@",
    "ma ria@gmial.com",
    "",
  ])("%j is not corrected", (typed) => {
    expect(emailSuggestion(typed)).toBeUndefined();
  });
});

/** The law decides how the consent and the footer speak; everything else speaks plainly. */
const plain = english.filter(([at]) => !/^\.(consent|disclaimers)/.test(at));
const sentences = plain.flatMap(([, text]) => sentencesOf(text));

describe("the English words", () => {
  it("the English words read at sixth grade at most, by the Flesch-Kincaid formula", holds(99), () => {
    expect(grade(sentences)).toBeLessThanOrEqual(6);
  });

  it("no English sentence is long", () => {
    expect(sentences.filter((sentence) => wordsOf(sentence).length > 24)).toEqual([]);
  });

  it("no English word is a lawyer's", () => {
    const legalese =
      /\b(hereby|herein|pursuant|aforementioned|claimant|plaintiff|defendant|liable|liability|tort|thereof|whereas|notwithstanding|negligence|retain|counsel|incident|commence|prior to|in the event)\b/i;
    expect(plain.filter(([, text]) => legalese.test(text))).toEqual([]);
  });
});

describe("the word for a missing answer", () => {
  it.each(remarks)(
    "$field can be answered with $is, and the visitor reads what is said about it",
    ({ field, is }) => {
      const options = everyQuestion.flatMap(({ step }) => step.options ?? []);
      expect(options.some(({ records }) => records[field] === is)).toBe(true);
    },
  );
});

/** Equal in both languages: a state's name unless Spanish has one of its own. */
const alike = new Set([
  "No",
  "MM",
  "DD",
  "Error: ",
  "Global Privacy Control",
  ...statutes.filter(({ code }) => stateName(code, "es") === stateName(code, "en")).map(({ name }) => name),
]);
/** English words in Spanish sentences: quoted from a policy or a report, an example, a reply. */
const borrowed = /“uninsured motorist”|@example\.com|\b(STOP|BAC|DUI)\b/g;

/** Finds any of the words, letter by letter: \b takes ñ and ú for the end of a word. */
const anyOf = (words: string) => new RegExp(`(?<!\\p{L})(${words.replaceAll(" ", "|")})(?!\\p{L})`, "iu");
const saying = (words: string) => spanish.filter(([, text]) => anyOf(words).test(text.replace(borrowed, "")));

describe("the Spanish words", () => {
  it("the site says in Spanish everything it says in English, and nothing else", holds(99), () => {
    expect(spanish.map(([at]) => at)).toEqual(english.map(([at]) => at));
    expect([...english, ...spanish].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("no text of the Spanish site is left in English", () => {
    const same = english.filter(([, text], index) => text === spanish[index]?.[1]);
    expect(same.filter(([, text]) => !alike.has(text))).toEqual([]);
  });

  it("no Spanish sentence contains an English word", () => {
    const english =
      "the and you your of with have has was were is are what when how who please yes not from to for in my it we " +
      "this that or by if accident lawyer answers email phone step date zip motorist insurance";
    expect(saying(english)).toEqual([]);
  });

  it("the Spanish site addresses the visitor as usted, and nobody as vosotros", () => {
    const familiar =
      "tú tu tus te ti contigo tienes puedes quieres haz elige escribe vosotros vuestro vuestra vuestros os";
    expect(saying(familiar)).toEqual([]);
  });

  it("the Spanish site uses the words of the United States, not those of Spain", () => {
    const peninsular =
      "coche móvil ordenador pulsar pulse carné matrícula conducir tráfico minusvalía asesoramiento localizarle " +
      "caducaron vale aparcado aparcada";
    expect(saying(peninsular)).toEqual([]);
    expect(spanish.filter(([, text]) => /[«»]/.test(text))).toEqual([]);
  });

  it("the search for Spanish words matches whole words", () => {
    expect(anyOf("tú os").test("¿Y tú?")).toBe(true);
    expect(anyOf("tú os").test("Dos años, tos, actúe")).toBe(false);
  });

  it.each([
    ["ZIP code", "Código postal"],
    ["Email", "Correo electrónico"],
    ["Phone", "Teléfono"],
    ["First name", "Nombre"],
    ["Last name", "Apellido"],
  ])("the English %s is always %s in Spanish", (inEnglish, inSpanish) => {
    const labels = english.flatMap(([, text], index) => (text === inEnglish ? [spanish[index]?.[1]] : []));
    expect(new Set(labels)).toEqual(new Set([inSpanish]));
  });

  it("every Spanish question and exclamation has its opening mark", () => {
    const count = (text: string, sign: string) => text.split(sign).length;
    const unopened = spanish.filter(
      ([, text]) => count(text, "?") !== count(text, "¿") || count(text, "!") !== count(text, "¡"),
    );
    expect(unopened).toEqual([]);
  });

  it("the languages share no sentence", () => {
    const [en, es] = [messagesIn("en").screens, messagesIn("es").screens];
    for (const key of errorKeys)
      expect(errorSentence(key, en.errors)).not.toBe(errorSentence(key, es.errors));
    expect(en.privacyGuarantee).not.toBe(es.privacyGuarantee);
  });
});

const facts = { siteName: "Example Site", phone: "(877) 555-0123", button: "Send it" };

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
  const cases = (["en", "es"] as const).flatMap((language) =>
    (["full", "buyers", "abbreviated", "ticket"] as const).map((form) => [language, form] as const),
  );
  it.each(cases)(
    "%s, %s, says all five facts, the button, the site and how to withdraw",
    holds(514),
    (language, form) => {
      const text = namingBuyers(
        inOneText(consentParagraphs(language, { ...facts, form })),
        buyers,
        namingIn(language),
      );
      for (const fact of expected(language, form)) expect(text).toMatch(fact);
      for (const fact of Object.values(facts)) expect(text).toContain(fact);
      expect(text).toBe(text.replace(/\s+/g, " ").trim());
      expect(text.includes("First Firm")).toBe(form === "buyers");
      expect(/ticket|multa/.test(text)).toBe(form === "ticket");
    },
  );

  it.each(cases)("%s, %s, is found again in its stored text by paragraphs", (language, form) => {
    const shown = consentParagraphs(language, { ...facts, siteName: "Dr. Who Inc.", form }).map((words) =>
      namingBuyers(words, ["First Firm, P.C.", "J. Doe"], namingIn(language)),
    );
    expect(shown.length).toBeGreaterThan(2);
    expect(paragraphsOfStored(inOneText(shown), language)).toEqual(shown);
  });

  it("in other words is left unchanged", () => {
    const text = "I say  yes. And no.\nMaybe. ";
    expect(paragraphsOfStored(text, "en").join(" ")).toBe(text);
  });
});

describe("the consent of a visit", () => {
  const company = { siteName: facts.siteName, phone: { display: facts.phone } };
  const step = stepNamed("PhoneAndBuyersConsent")!;

  it("names the buyers as the screen does, once they are known", () => {
    const { text, button } = stepConsent(step, "en", company);
    expect(button).toBe("Send my answers");
    const odd = ["A $& B", "C"];
    expect(namingBuyers(text, odd, namingIn("en"))).toBe(stepConsent(step, "en", company, odd).text);
    expect(namingBuyers(text, odd, namingIn("en"))).toContain("to A $& B and C, and that each of");
  });

  it.each([
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

  it(
    "is that of the last answered step that asks for one, else of the survey's last step",
    holds(189),
    () => {
      const { variant } = findEntry("/survey/c")!;
      const own = surveyConsent(variant, company);
      expect(own.text).toBe(inOneText(consentParagraphs("en", { ...facts, button: own.button })));
      expect(own.button).toBe("Send my answers");
      const steps = ["AtFault", "PhoneAbbreviatedTCPA", "HasLawyer"];
      expect(surveyConsent(variant, company, { steps }).text).toMatch(/found through Example Site/);
      const given = { steps: ["PhoneAndBuyersConsent"], buyers: ["Rivera & Co"] };
      expect(surveyConsent(variant, company, given).text).toContain("to Rivera & Co,");
    },
  );
});
