import * as z from "zod";
import {
  namedSchema,
  namingSchema,
  phoneCodeSchema,
  says,
  screenSchema,
  text,
} from "../../machines/messages/wording.ts";
import { compensationTiers } from "../../machines/rules/compensation.ts";
import { readInEach } from "./folders.ts";
import { inEach, reviewed } from "./languages.ts";
import { type Read, wordsFault } from "./read.ts";
import { contact, doNotSell, frame, home, texts, whereToTurn } from "./site.ts";
import { versionFaults } from "./versions.ts";

/** By what the survey is about. */
const byTopic = <Words extends z.ZodType>(words: Words) =>
  z.strictObject({ accident: words, ticket: words, benefits: words });

/** Around a survey's question, which comes with the page. */
const pages = z.strictObject({
  /** For search engines: a sentence or two. */
  description: byTopic(text.max(160, "this has to be at most 160 characters")),
  /** Above a resumed visit. */
  resumed: z.strictObject({ text, startOver: text }),
  /** Notices that come with the page alone: no script has to bring them. */
  notices: z.strictObject({ answersExpired: text, tooManyAnswers: text, consentReworded: text }),
  /** The next question's remark on an answer, by field and value, where something helpful is true in every state. */
  remarks: z.strictObject({
    accident_date_button: z.strictObject({ "Over 2 Years": text }),
    partial_fault: z.strictObject({ yes: text }),
    physical_injury: z.strictObject({ Yes: text, No: text }),
    injury_type: z.strictObject({ None: text }),
    police_report: z.strictObject({ no: text }),
  }),
  /** What page-level flags and settings switch on (spec 4.3). None promises a lawyer. */
  flags: z.strictObject({
    /** Above the first question. */
    firstQuestion: byTopic(text),
    /** Above the question that a visitor lands on, where no other header is. */
    landing: byTopic(text).extend({ dui: text, treatment: text }),
    /** Under the question whose button sends the answers, where the operator states how long a first call takes. */
    firstCall: says("within"),
    /** Above the last question. */
    findMeALawyer: text,
    /** Above every question that has no other header. */
    matchWithLawyer: text,
    /** The button under name and e-mail. */
    nameAndEmailCta: z.strictObject({ v1: text, v2: text }),
  }),
  /** The panel beside the form; `named` beside a consent that names its firms. */
  nextSteps: byTopic(texts).extend({ title: text, named: namedSchema }),
  phoneCode: phoneCodeSchema,
  /** The compensation meter (spec 4.3). It illustrates; it must not read as an offer. */
  compensation: z.strictObject({
    title: text,
    /** Before the level: while there is no estimate, and once there is one. */
    start: text,
    estimate: text,
    /** Marks the level in the scale. */
    here: text,
    /** The lowest first. */
    levels: z.array(text).length(compensationTiers.length),
    /** A level in dollars, both ends included. */
    range: says("from", "to"),
    disclaimer: text,
  }),
  /** Around the carousel, by what its cards are. */
  testimonials: z.strictObject({
    quotes: z.strictObject({ title: text, previous: text, next: text }),
    facts: z.strictObject({ title: text, previous: text, next: text }),
    /** Labels the quotes as samples. */
    sample: text,
    pause: text,
    play: text,
    /** Which of the cards are in view: "2" or "2–3". */
    position: says("shown", "total"),
  }),
  /** Quotes to try the layout with: invented, so only development shows them, labelled as samples. */
  samples: z.array(z.strictObject({ quote: text, name: text, place: text, date: z.iso.date() })),
  /** Something true about the service, where no real quotes are configured. */
  facts: byTopic(z.array(z.strictObject({ title: text, text })).min(1)),
  /** Label of the field that only programs see; for the few people who do see it, in a browser without styles. */
  honeypot: text,
});

const paragraphs = (second = says("siteName")) =>
  z.tuple([says("button"), second, text, says("phone")], "this has four paragraphs");

/** The telephone consent and the footer's legal statements. */
const consent = z.strictObject({
  /** Stored with each consent, and the next one whenever a word below it changes (`versions.yaml`). */
  version: z.int("this is to be a whole number").min(1, "the first version is 1"),
  /** Of a consent, by what it covers (spec 9, "Consent statement"; ruling 149): its paragraphs. */
  forms: z.strictObject({
    full: paragraphs(),
    buyers: paragraphs(says("siteName", "buyers")),
    ticket: paragraphs(),
    abbreviated: z.tuple([says("button", "siteName"), text, says("phone")], "this has three paragraphs"),
  }),
  naming: namingSchema,
  /** The footer's (spec 1). */
  disclaimers: z.tuple([says("siteName"), text, says("siteName"), text, text, text, says("phone")]),
});

const letters = z.strictObject({
  /** On the page of thanks, and in a letter. */
  receipt: z.strictObject({
    title: text,
    reference: text,
    sent: text,
    agreed: says("button"),
    keep: text,
    keepIt: text,
    copied: text,
    email: text,
    emailed: text,
    notEmailed: text,
    subject: says("siteName"),
    /** Ends the letter. */
    change: says("phone", "email"),
  }),
  /** The text message that brings a verification code: the code first, which phones offer to type from there. */
  phoneCode: says("code", "siteName", "minutes").startsWith("{code}", "this has to begin with {code}"),
});

const trouble = z.strictObject({
  /** Of the pages that replace the requested one. */
  errorPages: z.strictObject({
    title: text,
    home: text,
    /** The link to the page with the refused form, or to the failed page. */
    back: text,
    again: text,
    call: text,
    /** For a page, and a form, that failed on our side or could not be accepted. */
    failed: text,
    /** What was wrong with a request, where it is known. */
    refused: z.strictObject({
      method: text,
      otherSite: text,
      notUnderstood: text,
      tooManyFields: text,
      tooLong: text,
      longAddress: text,
      cutOff: text,
      ourFault: text,
    }),
    notFound: z.strictObject({
      title: text,
      heading: text,
      lead: text,
      questions: text,
      start: text,
      further: text,
    }),
  }),
  /** Of the page for what could not be accepted at the moment, during a flood or while the store is in trouble. */
  tryAgain: z.strictObject({
    title: text,
    /** Why, of a form. */
    flood: text,
    store: text,
    /** The remark on a page that holds the form. */
    held: text,
    /** Why and what of the contact form's message, and what its page does while it is open. */
    message: text,
    trying: text,
    /** For a form whose browser does not say which page it is on. */
    oneMore: text,
    origin: text,
    press: text,
    send: text,
    /** What to do, and the remark in its place while the page resends the form by itself. */
    wait: text,
    again: text,
    sending: text,
    /** The same for a requested page. */
    notShown: text,
    /** For visitors who have given answers. */
    kept: text,
    reload: text,
    /** For a page, while the site is busy. */
    busy: text,
    soon: text,
    call: text,
    home: text,
  }),
});

const card = z.strictObject({ url: text, name: text, text });
const nobody = { text, link: text, noPromise: text };
const near = { near: text, next: z.strictObject({ title: text, steps: texts }) };
const meanwhile = {
  file: z.strictObject({ title: text, text, items: texts }),
  meanwhile: z.strictObject({ title: text, advice: texts }),
  guides: z.strictObject({ title: text, cards: z.array(card) }),
};

/** The page of thanks (ruling 18: no promise in it). */
const thanks = z.strictObject({
  head: z.strictObject({ title: text }),
  title: text,
  sent: text,
  keepNumber: text,
  firstCall: says("within"),
  callsFrom: text,
  call: says("number"),
  change: z.strictObject({ title: text, number: text, write: text, withdraw: text, optOut: text }),
  ...near,
  /** Says something else where nobody knows how long a first call takes. */
  nobody: z.strictObject({
    title: says("within", "unless within").regex(
      /^\[\[[^[\]]+\]\]\[\[[^[\]]+\]\]$/,
      "this has to be [[with the fact]][[without it]]",
    ),
    ...nobody,
  }),
  ...meanwhile,
});

/** What it says otherwise after the ticket flow. */
const ticketThanks = z.strictObject({ ...near, nobody: z.strictObject(nobody), ...meanwhile });

const files = {
  screens: screenSchema,
  pages,
  consent,
  letters,
  trouble,
  frame,
  home,
  contact,
  doNotSell,
  whereToTurn,
  thanks,
  ticketThanks,
};
type Files = typeof files;
/** The files of the site's pages. */
const ofSite: Readonly<Record<string, string>> = {
  frame: "frame",
  home: "home",
  contact: "contact",
  doNotSell: "do-not-sell",
  whereToTurn: "where-to-turn",
  thanks: "thank-you",
  ticketThanks: "ticket-thank-you",
};
/** Lists that differ, because not all pages are there in every language. */
const unlike = { frame: ["footer", "links"], home: ["cards"] };

/** All that the site says around its questions in one language, by file. */
export type Messages = { [name in keyof Files]: z.output<Files[name]> };

/** By the name of the language's folder. What only competent people may word is in a draft as in the main language. */
export const messageFiles: Readonly<Record<string, Messages>> = read();

function read(): Record<string, Messages> {
  const all = Object.entries(files).map(([name, schema]) => {
    const isOfLaw = schema === consent;
    const file = name in ofSite ? `site/${ofSite[name]}.yaml` : `${name}.yaml`;
    const pathOf = (language: string) => `${isOfLaw ? reviewed(language) : language}/${file}`;
    const read = readInEach(pathOf, schema as z.ZodType, unlike[name as keyof typeof unlike]);
    if (isOfLaw) checkVersions(read as Record<string, Read<Messages["consent"]>>);
    return [name, read] as const;
  });
  return inEach((language) => {
    const words = all.map(([name, read]) => [name, read[language]!.found]);
    return Object.fromEntries(words) as Messages;
  });
}

/** @throws where a consent has other words than its version */
function checkVersions(consents: Readonly<Record<string, Read<Messages["consent"]>>>): void {
  const own = Object.entries(consents).filter(([language]) => reviewed(language) === language);
  const faults = own.flatMap(([language, { found, place }]) => {
    const { version, ...words } = found;
    return versionFaults({
      language,
      name: "consent",
      version: String(version),
      words,
      place: place(["version"]),
    });
  });
  if (faults.length > 0) throw wordsFault(faults);
}
