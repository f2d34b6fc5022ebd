import * as z from "zod";
import { inKeys, says, text } from "../../machines/messages/wording.ts";
import { accidentTypes, contactFields } from "../../machines/site/contact-form.ts";

export const texts = z.array(text).min(1);
const titled = { title: text };
const link = { title: text, url: text };
const cards = z.array(z.strictObject({ url: text, name: text, text }));

const menuLink = z
  .strictObject({
    ...link,
    toggle: z.enum(["TOGGLE_LAWSUITS", "TOGGLE_LAWS"]).optional(),
    links: z.array(z.strictObject(link)).optional(),
  })
  .refine(({ toggle, links }) => !toggle === !links, "toggle and links are there together");

/** Above and below every page. */
export const frame = z
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
  .refine(({ menu, moreHelp }) => !menu !== !moreHelp, "either menu or moreHelp is there");

export const home = z.strictObject({
  head: z.strictObject({ ...titled, description: text }),
  title: z.strictObject({ asks: text, offers: text }),
  lead: text,
  orCall: text,
  assurances: texts,
  howItWorks: text,
  steps: z.array(z.strictObject({ name: text, text })),
  afterCrash: text,
  advice: texts,
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
    ofCalls: says("of"),
    note: says("days", "until"),
  }),
  whyUs: z.strictObject({ ...titled, points: z.array(z.strictObject({ name: text, text })) }).optional(),
  questions: z.strictObject({ ...titled, shown: texts, all: text }).optional(),
});

const contactField = z.strictObject({ label: text, missing: text, called: text.optional() });

export const contact = z.strictObject({
  ...titled,
  description: text,
  heading: text,
  slogan: text,
  filing: z.strictObject({ text, link: text, after: text }),
  details: z.strictObject({ ...titled, call: text, email: text, mail: text, emergency: text }),
  next: z.strictObject({ ...titled, sent: text, reply: says("within"), firm: text }),
  form: z.strictObject({
    fields: z.strictObject(inKeys(contactFields, contactField)),
    selectOne: text,
    types: z.strictObject(inKeys(accidentTypes, text)),
    whoGetsIt: z.strictObject({ text, policy: text, url: text }),
    send: text,
    sending: text,
    sent: z.strictObject({ ...titled, text: says("within", "unless within"), hurry: text }),
  }),
});

const field = z.strictObject({ label: text, called: text });

/** The page on which visitors opt out. */
export const doNotSell = z.strictObject({
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
  afterwards: z.strictObject({ ...titled, points: texts }),
  gpc: z.strictObject({ ...titled, text }),
  questions: z.strictObject({ ...titled, write: text, call: text, more: text, policy: text }),
});

/** Where else to find a lawyer. */
export const whereToTurn = z.strictObject({
  ...titled,
  description: text,
  lead: text,
  first: z.strictObject({ ...titled, points: texts }),
  aid: z.strictObject({ ...titled, text, link: text }),
  states: z.strictObject({ ...titled, text }),
  note: text,
});
