import { describe, expect, test } from "vitest";
import { contactErrors } from "../../../app/site/contact/contact-words.ts";
import { type ErrorKey, errorKeys } from "../../../machines/fields.ts";
import { errorSentence } from "../../../machines/messages/error-sentence.ts";
import { wording } from "../../../machines/messages/index.ts";
import { emailSuggestion } from "../../../machines/rules/email-suggestion.ts";
import { contactFields } from "../../../machines/site/contact-form.ts";
import { languages } from "../../../machines/steps/step.ts";
import { everyQuestion } from "../steps/every-question.ts";

/** A whole sentence in which no label is quoted. */
const sentence = /^[¿\p{Lu}][^“”"]{8,}[.?]$/u;
const texts = ["name", "email", "phone", "text", "description"];

describe.each(languages)("errors in %s", (language) => {
  const { errors } = wording(language);
  const fields = everyQuestion.flatMap(({ name, step }) =>
    (step.fields ?? []).map((field) => ({ at: `${name}.${field.name}`, field, step })),
  );

  test("ask for every missing answer in a sentence of the field's own", () => {
    expect(fields.length).toBeGreaterThan(30);
    for (const { at, field, step } of fields) {
      if (field.required === false) continue;
      const { label, missing } = step.wording[language].fields![field.name]!;
      for (const key of ["required", "choose"] as const) {
        const text = errorSentence(key, errors, step.wording[language].fields![field.name]);
        expect(text, at).toBe(missing);
        expect(text, at).toMatch(sentence);
        expect(text, at).not.toContain(`“${label}”`);
      }
    }
  });

  test("ask for two answers of one screen in two sentences", () => {
    for (const { step, name } of everyQuestion) {
      const missing = Object.values(step.wording[language].fields ?? {}).flatMap(
        (field) => field.missing ?? [],
      );
      expect(new Set(missing).size, name).toBe(missing.length);
    }
  });

  test("call every field that is typed in words by what it is", () => {
    for (const { at, field, step } of fields.filter(({ field }) => texts.includes(field.kind))) {
      const words = step.wording[language].fields![field.name]!;
      expect(words.called, at).toMatch(/^(your|the|su|el|la) /);
      for (const key of ["tooLong", "characters"] as const) {
        expect(errorSentence(key, errors, words), at).toContain(words.called);
        expect(errorSentence(key, errors, words), at).toMatch(sentence);
      }
    }
  });

  test("say what is wrong in a sentence for every reason, where there is no field as well", () => {
    const sentences = errorKeys.map((key) => errorSentence(key, errors));
    for (const text of sentences) expect(text).toMatch(sentence);
    // Without a field, what is missing is an answer.
    expect(new Set(sentences).size).toBe(errorKeys.length - 1);
  });

  test("suggest the address that was meant", () => {
    const typed = "maria@gmial.com";
    for (const key of ["email", "emailRefused", "emailBlocked"] as const) {
      expect(errorSentence(key, errors, {}, typed)).toMatch(
        / (Did you mean|¿Quiso decir) maria@gmail\.com\?$/,
      );
      expect(errorSentence(key, errors, {}, "maria@example.com")).toBe(errors[key]);
    }
  });
});

test("the contact form asks for each of its fields in a sentence of its own", () => {
  const missing = Object.fromEntries(contactFields.map((field) => [field, "required" as ErrorKey]));
  const said = contactErrors(missing, {}, "en", wording("en")).map(({ text }) => text);
  expect(said).toEqual([
    "Select the type of accident.",
    "Enter your first name.",
    "Enter your last name.",
    "Enter your email address.",
    "Enter your phone number.",
    "Write your message.",
  ]);
});

describe("a mistyped mail domain", () => {
  test.each([
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
  ])("%j is taken for %j", (typed, meant) => {
    expect(emailSuggestion(typed)).toBe(meant);
  });

  test.each([
    ...["maria@gmail.com", "MARIA@GMAIL.COM", "maria@mail.com", "maria@ymail.com", "maria@email.com"],
    ...["maria@example.com", "maria@gmaiill.com", "maria@yahoo.com.mx", "maria@banco.com.co"],
    ...["maria", "@gmial.com", "maria@", "ma ria@gmial.com", ""],
  ])("%j is taken for no other", (typed) => {
    expect(emailSuggestion(typed)).toBeUndefined();
  });
});
