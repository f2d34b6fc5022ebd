import { z } from "zod";
import { accidentTypes, contactFields } from "../../../machines/site/contact-form.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { messageLinks } from "../../../services/words/messages.ts";
import { links } from "./read.ts";
import { inKeys, list, text, textWith, titled, wordsOf } from "./words-of.ts";

const link = { title: text, url: text };
const card = z.strictObject({ url: text, name: text, text });
const cards = z.array(card);
const menuLink = z
  .strictObject({
    ...link,
    toggle: z.enum(["TOGGLE_LAWSUITS", "TOGGLE_LAWS"]).optional(),
    links: z.array(z.strictObject(link)).optional(),
  })
  .refine(({ toggle, links }) => !toggle === !links, "toggle and links are there together");

/** Above and below every page. */
export const frameWords = wordsOf(
  "frame",
  z
    .strictObject({
      skip: text,
      call: text,
      claim: z.strictObject({ text, url: text.optional() }),
      menu: z.strictObject({ open: text, name: text, overview: text, links: z.array(menuLink) }).optional(),
      moreHelp: text.optional(),
      footer: z.array(z.strictObject(link)),
      rights: text,
      updated: text,
      elsewhere: cards.optional(),
    })
    .refine(({ menu, moreHelp }) => !menu !== !moreHelp, "either menu or moreHelp is there"),
  ["footer", "links"],
);

export const homeWords = wordsOf(
  "home",
  z.strictObject({
    head: z.strictObject({ ...titled, description: text }),
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
    cards,
    closing: text,
    closingText: text,
    start: text,
    figures: z.strictObject({
      ...titled,
      sent: text,
      fit: text,
      call: text,
      ofCalls: textWith("of"),
      note: textWith("days", "until"),
    }),
    whyUs: z.strictObject({ ...titled, points: z.array(z.strictObject({ name: text, text })) }).optional(),
    questions: z.strictObject({ ...titled, shown: list, all: text }).optional(),
  }),
  ["cards"],
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
    form: z.strictObject({
      fields: z.strictObject(
        inKeys(contactFields, z.strictObject({ label: text, missing: text, called: text.optional() })),
      ),
      selectOne: text,
      types: z.strictObject(inKeys(accidentTypes, text)),
      whoGetsIt: z.strictObject({ text, policy: text, url: text }),
      send: text,
      sending: text,
      sent: z.strictObject({ ...titled, text: textWith("within"), hurry: text }),
    }),
  }),
);
export type ContactFormWords = (typeof contactPageWords)[Language]["form"];

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

links.push(...messageLinks);
