import { expect, test } from "vitest";
import { statutes } from "../../../machines/rules/statutes.ts";
import { stateNamesEs } from "../../../machines/steps/state-names.es.ts";
import { holds } from "../../support/holds.ts";
import { english, spanish } from "../../support/words.ts";

/** What is written alike in both languages: a state's name unless Spanish has one of its own. */
const alike = new Set([
  ...["No", "MM", "DD", "Error: ", "Global Privacy Control"],
  ...statutes.filter(({ code }) => !stateNamesEs[code]).map(({ name }) => name),
]);
/** English words that stand in Spanish sentences: what is read on a policy or a report, an example, a reply. */
const borrowed = /“uninsured motorist”|@example\.com|\b(STOP|BAC|DUI)\b/g;

/** Finds any of the words, letter by letter: \b takes ñ and ú for the end of a word. */
const anyOf = (words: string) => new RegExp(`(?<!\\p{L})(${words.replaceAll(" ", "|")})(?!\\p{L})`, "iu");
/** Spanish texts in which one of the words is. */
const saying = (words: string) => spanish.filter(([, text]) => anyOf(words).test(text.replace(borrowed, "")));

test("says in Spanish whatever it says in English, and nothing else", holds(99), () => {
  expect(spanish.map(([at]) => at)).toEqual(english.map(([at]) => at));
  expect([...english, ...spanish].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("no text is left in English", () => {
  const same = english.filter(([, text], index) => text === spanish[index]?.[1]);
  expect(same.filter(([, text]) => !alike.has(text))).toEqual([]);
});

test("what is listed as alike really is", () => {
  const same = english.filter(([, text], index) => text === spanish[index]?.[1]).map(([, text]) => text);
  expect([...alike].filter((text) => !same.includes(text))).toEqual([]);
});

test("no English word is in a Spanish sentence", () => {
  const english =
    "the and you your of with have has was were is are what when how who please yes not from to for in my it we " +
    "this that or by if accident lawyer answers email phone step date zip motorist insurance";
  expect(saying(english)).toEqual([]);
});

test("speaks to the visitor as usted, and to nobody as vosotros", () => {
  const familiar =
    "tú tu tus te ti contigo tienes puedes quieres haz elige escribe vosotros vuestro vuestra vuestros os";
  expect(saying(familiar)).toEqual([]);
});

test("uses the words of the United States, not those of Spain", () => {
  const peninsular =
    "coche móvil ordenador pulsar pulse carné matrícula conducir tráfico minusvalía asesoramiento localizarle " +
    "caducaron vale aparcado aparcada";
  expect(saying(peninsular)).toEqual([]);
  expect(spanish.filter(([, text]) => /[«»]/.test(text))).toEqual([]);
});

test("these words would be seen", () => {
  expect(anyOf("tú os").test("¿Y tú?")).toBe(true);
  expect(anyOf("tú os").test("Dos años, tos, actúe")).toBe(false);
});

test.each([
  ["ZIP code", "Código postal"],
  ["Email", "Correo electrónico"],
  ["Phone", "Teléfono"],
  ["First name", "Nombre"],
  ["Last name", "Apellido"],
])("%s is always %s", (inEnglish, inSpanish) => {
  const labels = english.flatMap(([, text], index) => (text === inEnglish ? [spanish[index]?.[1]] : []));
  expect(new Set(labels)).toEqual(new Set([inSpanish]));
});

test("every Spanish question and exclamation is opened as well as closed", () => {
  const count = (text: string, sign: string) => text.split(sign).length;
  const unopened = spanish.filter(
    ([, text]) => count(text, "?") !== count(text, "¿") || count(text, "!") !== count(text, "¡"),
  );
  expect(unopened).toEqual([]);
});
