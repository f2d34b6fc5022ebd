import { z } from "zod";
import { type Language, languages } from "../../../machines/steps/step.ts";
import { plain } from "./markdown.ts";
import { contentFault, contentFile, links, readYamlIn } from "./read.ts";

const text = z.string().regex(/^[^{}]*$/, "this can say no facts in braces");
const list = z.array(text).min(1);
const titled = { title: text };

/** A text that may say some facts. */
const textWith = (...facts: string[]) =>
  z.string().superRefine((words, context) => {
    const fault = (_near: string, message: string) => context.addIssue({ code: "custom", message });
    plain(words, { facts: new Set(facts), fault, link: () => {} });
  });

/** The words of a page in both languages, which say the same point by point. */
function wordsOf<Shape extends z.ZodType>(page: string, shape: Shape): Record<Language, z.output<Shape>> {
  const [en, es] = languages.map((language) => {
    const file = contentFile(`${language}/${page}.yaml`);
    return { ...readYamlIn(file, shape), path: file.path };
  });
  const compare = (one: unknown, other: unknown, at: PropertyKey[]): void => {
    if (typeof one === "string" && at.at(-1) === "url")
      for (const [{ place }, href] of [
        [en!, one],
        [es!, other as string],
      ] as const)
        links.push({ place: place(at), href });
    if (typeof one !== "object" || !one || typeof other !== "object" || !other) return;
    if (Array.isArray(one) && one.length !== (other as unknown[]).length)
      throw contentFault([`${es!.place(at)}: ${en!.path} has ${one.length} of these`]);
    for (const [key, inner] of Object.entries(one)) {
      const name = Array.isArray(one) ? Number(key) : key;
      compare(inner, (other as Record<PropertyKey, unknown>)[name], [...at, name]);
    }
  };
  compare(en!.found, es!.found, []);
  return { en: en!.found, es: es!.found };
}

export const homeWords = wordsOf(
  "home",
  z.strictObject({
    title: z.strictObject({ asks: text, offers: text }),
    lead: text,
    orCall: text,
    assurances: list,
    howItWorks: text,
    steps: z.array(z.strictObject({ name: text, text })),
    afterCrash: text,
    advice: list,
    adviceNote: text,
    guides: text,
    closing: text,
    closingText: text,
    start: text,
  }),
);

export const contactPageWords = wordsOf(
  "contact",
  z.strictObject({
    ...titled,
    description: text,
    heading: text,
    slogan: text,
    filing: z.strictObject({ text, link: text, after: text }),
    details: z.strictObject({ ...titled, call: text, email: text, mail: text, emergency: text }),
    next: z.strictObject({ ...titled, sent: text, reply: textWith("within"), firm: text }),
  }),
);

const field = z.strictObject({ label: text, called: text });

export const doNotSellWords = wordsOf(
  "do-not-sell",
  z.strictObject({
    ...titled,
    description: text,
    lead: text,
    done: z.strictObject({ ...titled, all: text, browser: text }),
    state: z.strictObject({ signal: text, optedOut: text, byItself: text }),
    form: z.strictObject({
      ask: text,
      fields: z.strictObject({ email: field, phone: field }),
      either: text,
      send: text,
    }),
    browser: z.strictObject({ ...titled, text, send: text }),
    afterwards: z.strictObject({ ...titled, points: list }),
    gpc: z.strictObject({ ...titled, text }),
    questions: z.strictObject({ ...titled, write: text, call: text, more: text, policy: text }),
  }),
);

export const whereToTurnWords = wordsOf(
  "where-to-turn",
  z.strictObject({
    ...titled,
    description: text,
    lead: text,
    first: z.strictObject({ ...titled, points: list }),
    aid: z.strictObject({ ...titled, text, link: text }),
    states: z.strictObject({ ...titled, text }),
    note: text,
  }),
);

const nobody = { text, link: text, noPromise: text };
const first = { near: text, next: z.strictObject({ ...titled, steps: list }) };
const then = {
  file: z.strictObject({ ...titled, text, items: list }),
  meanwhile: z.strictObject({ ...titled, advice: list }),
  guides: z.strictObject({ ...titled, cards: z.array(z.strictObject({ url: text, name: text, text })) }),
};

export const thankYouWords = wordsOf(
  "thank-you",
  z.strictObject({
    ...titled,
    sent: text,
    keepNumber: text,
    firstCall: textWith("within"),
    callsFrom: text,
    call: textWith("number"),
    change: z.strictObject({ ...titled, number: text, write: text, withdraw: text, optOut: text }),
    ...first,
    nobody: z.strictObject({ title: textWith("within"), ...nobody }),
    ...then,
  }),
);
export type ThankYouWords = (typeof thankYouWords)["en"];

const ticket = wordsOf(
  "ticket-thank-you",
  z.strictObject({ ...first, nobody: z.strictObject(nobody), ...then }),
);
const overThanks = (language: Language): ThankYouWords => ({
  ...thankYouWords[language],
  ...ticket[language],
  nobody: { ...thankYouWords[language].nobody, ...ticket[language].nobody },
});

/** After the ticket flow. */
export const ticketThankYouWords = { en: overThanks("en"), es: overThanks("es") };
