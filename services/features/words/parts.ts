import { words as inWords, title } from "../../../machines/graph/words.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { inWords as answerInWords } from "../../words/asked.ts";
import { messagesIn } from "../../words/index.ts";
import type { Messages } from "../../words/messages.ts";

/** What a text of a part is, besides those of questions: as far as its length goes. */
type Kind = "heading" | "label" | "sentence" | "paragraph" | "button" | "link" | "name" | "text message";

/** A text of a part, with the keys that lead to it there. */
type PartText = { keys: readonly string[]; part: Kind; text: string; label: string };

/** What the site says around its questions in one place, and its owner may say otherwise. */
type PartOfSite = {
  name: string;
  title: string;
  /** Where visitors read it. */
  about: string;
  /** The keys of its texts among all that the site says. */
  at: readonly string[];
  /** Beginnings of keys; without them all below `at` are meant. */
  only?: readonly string[];
  /** Beginnings of keys that stay as they are shipped: what the law or a consent has to do with. */
  except?: readonly string[];
  /** What a text is by the end of its keys, or else by their beginning, or else of all. */
  kinds: Readonly<Record<string, Kind>> & { all: Kind };
  label?: (keys: readonly string[]) => string;
};

/** The same kind for several keys. */
const all = <One extends Kind>(kind: One, keys: readonly string[]): Record<string, One> =>
  Object.fromEntries(keys.map((key) => [key, kind]));
const buttons = (...keys: readonly string[]) => all("button", keys);
const headings = (...keys: readonly string[]) => all("heading", keys);

/** The name of each differs from that of every question. */
const parts: readonly PartOfSite[] = [
  {
    name: "remarks",
    title: "Remarks on answers",
    about: "Above the next question.",
    at: ["pages", "remarks"],
    kinds: { all: "sentence" },
    label([field = "", value = ""]) {
      const { question, answer } = answerInWords(field, value);
      return `After “${answer}” to “${question}”`;
    },
  },
  {
    name: "headers",
    title: "Headers and calls to action",
    about:
      "Above questions by the subject of a survey or a flag of its page; a button that a flag words, and how long a first call takes.",
    at: ["pages", "flags"],
    kinds: { nameAndEmailCta: "button", firstCall: "sentence", all: "heading" },
    label: (keys) =>
      keys[0] === "nameAndEmailCta" ? `Button under name and email, ${keys[1]}` : labelOf(keys),
  },
  {
    name: "next-steps",
    title: "What happens next",
    about: "The panel beside a survey’s first question and its last.",
    at: ["pages", "nextSteps"],
    except: ["named"],
    kinds: { title: "heading", all: "sentence" },
  },
  {
    name: "notices",
    title: "Notices about the visit",
    about: "Above the question of a visit that is resumed, has expired or was too busy.",
    at: ["pages"],
    only: ["resumed", "notices"],
    except: ["notices.consentReworded"],
    kinds: { startOver: "button", all: "sentence" },
  },
  {
    name: "phone-code",
    title: "The code for a phone number",
    about: "The window that asks for it, where a page’s flag has phone numbers verified.",
    at: ["pages", "phoneCode"],
    kinds: { title: "heading", check: "button", retry: "button", all: "sentence" },
  },
  {
    name: "meter",
    title: "The meter of a rough estimate",
    about: "Below the question, where a page’s flag has it shown.",
    at: ["pages", "compensation"],
    except: ["disclaimer"],
    kinds: { title: "heading", levels: "name", all: "sentence" },
  },
  {
    name: "letters",
    title: "Receipt, letter and text message",
    about:
      "On the page of thanks, in the letter with what was agreed to, and in the message that brings a code.",
    at: ["letters"],
    except: ["receipt.agreed"],
    kinds: { phoneCode: "text message", keepIt: "button", all: "sentence" },
  },
  {
    name: "thank-you",
    title: "Page of thanks",
    about: "After every survey; after a ticket’s, where the other page says nothing else.",
    at: ["thanks"],
    except: ["nobody.noPromise"],
    kinds: { title: "heading", name: "link", keepNumber: "link", all: "paragraph" },
  },
  {
    name: "ticket-thank-you",
    title: "Page of thanks after a ticket",
    about: "What it says in place of the other page of thanks.",
    at: ["ticketThanks"],
    except: ["nobody.noPromise"],
    kinds: { title: "heading", name: "link", all: "paragraph" },
  },
  {
    name: "screens",
    title: "Every screen’s buttons and errors",
    about: "On every question, where it needs them: buttons, progress, what is wrong with an answer.",
    at: ["screens"],
    except: ["connectionNote", "privacyGuarantee", "links", "errorPrefix"],
    kinds: {
      ...buttons("back", "continue", "change", "button", "useAddress"),
      stages: "name",
      title: "heading",
      legend: "heading",
      all: "sentence",
    },
  },
  {
    name: "error-pages",
    title: "Pages that say what went wrong",
    about: "Where an address is not there, a form was refused, or something failed on our side.",
    at: ["trouble", "errorPages"],
    kinds: {
      title: "heading",
      heading: "heading",
      ...buttons("home", "back", "again", "start"),
      all: "paragraph",
    },
  },
  {
    name: "try-again",
    title: "The page to wait on",
    about: "For forms and pages that can’t be taken or shown for the moment.",
    at: ["trouble", "tryAgain"],
    kinds: {
      title: "heading",
      oneMore: "heading",
      ...buttons("send", "again", "reload", "home"),
      all: "paragraph",
    },
  },
  {
    name: "search-results",
    title: "Surveys in search results",
    about: "Below a survey’s title, by its subject, where search engines list it.",
    at: ["pages", "description"],
    kinds: { all: "sentence" },
  },
  {
    name: "facts",
    title: "Facts about the service, and quotes around",
    about: "Below a survey’s question, where a page’s flag has them shown.",
    at: ["pages"],
    only: ["testimonials", "facts"],
    except: ["testimonials.sample"],
    kinds: { title: "heading", text: "paragraph", all: "name" },
  },
  {
    name: "home-page",
    title: "Home page",
    about: "The questions and answers on it are articles’.",
    at: ["home"],
    except: ["questions.shown", "adviceNote", "closingText", "figures.note"],
    kinds: {
      description: "sentence",
      title: "heading",
      name: "heading",
      ...headings("asks", "offers", "howItWorks", "afterCrash", "guides", "closing"),
      start: "button",
      orCall: "name",
      all: "paragraph",
    },
  },
  {
    name: "contact-page",
    title: "Contact page",
    about: "With its form, and what it says when a message has come.",
    at: ["contact"],
    except: ["form.whoGetsIt", "next.firm"],
    kinds: {
      description: "sentence",
      title: "heading",
      heading: "heading",
      label: "label",
      missing: "sentence",
      called: "name",
      types: "name",
      send: "button",
      sending: "button",
      link: "link",
      all: "paragraph",
    },
  },
  {
    name: "where-to-turn-page",
    title: "Page of where else to turn",
    about: "For visitors who need other help, or want it.",
    at: ["whereToTurn"],
    except: ["note"],
    kinds: { description: "sentence", title: "heading", link: "link", all: "paragraph" },
  },
  {
    name: "frame",
    title: "Header and menu",
    about: "Above every page; the words that lead on from an address that is not there.",
    at: ["frame"],
    except: ["footer", "rights", "updated"],
    kinds: { title: "link", name: "link", claim: "button", text: "paragraph", all: "name" },
  },
];

/** The parts by their names, in the order in which they are shown. */
export const partsOfSite: ReadonlyMap<string, PartOfSite> = new Map(parts.map((part) => [part.name, part]));

/** All texts of a part as they are shipped, in their order; those of lists are counted from 1. */
export function textsOfPart(
  { at, only, except = [], kinds, label = labelOf }: PartOfSite,
  language: Language,
): PartText[] {
  const isBelow = (place: string) => (beginning: string) => `${place}.`.startsWith(`${beginning}.`);
  const textsIn = (words: unknown, keys: readonly string[]): PartText[] => {
    const place = keys.join(".");
    if (except.some(isBelow(place))) return [];
    if (typeof words !== "string")
      return Object.entries(words as object).flatMap(([key, inner]) =>
        textsIn(inner, [...keys, Array.isArray(words) ? String(Number(key) + 1) : key]),
      );
    const [first = "", last = ""] = [keys[0], keys.at(-1)];
    if (/^(url|toggle)$/.test(last) || (only && !only.some(isBelow(place)))) return [];
    return [{ keys, part: kinds[last] ?? kinds[first] ?? kinds.all, text: words, label: label(keys) }];
  };
  const words = at.reduce<unknown>(
    (found, key) => (found as Record<string, unknown>)[key],
    messagesIn(language),
  );
  return textsIn(words, []);
}

/** `Next, steps 2` */
function labelOf(keys: readonly string[]): string {
  const [first = "", ...others] = keys.map((key) => (/^v?\d+$/.test(key) ? key : inWords(key)));
  return others.reduce((said, key) => `${said}${/^v?\d+$/.test(key) ? " " : ", "}${key}`, title(first));
}

/** What is filled in by the page: `{within}`; and what stands around words that are left out without it. */
export const marksIn = (text: string): readonly string[] => text.match(/\[\[|\]\]|\{[^}]*\}?/g) ?? [];

/** A copy with another text in one place; a list's entries are counted from 1. */
export function replaced(at: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  if (Array.isArray(at))
    return at.map((each, index) => (index === Number(key) - 1 ? replaced(each, rest, text) : each));
  const all = at as Readonly<Record<string, unknown>>;
  return { ...all, [key]: replaced(all[key], rest, text) };
}

/** All that the site says around its questions, with other texts. @param textOf the one in a place of a part, if there is one */
export function messagesWith(
  language: Language,
  textOf: (part: string, place: string) => string | undefined,
): Messages {
  return parts.reduce((all, part) => {
    const texts = textsOfPart(part, language);
    return texts.reduce((shown, { keys, text }) => {
      const own = textOf(part.name, keys.join("."));
      return own === undefined || !hasSameMarks(own, text)
        ? shown
        : (replaced(shown, [...part.at, ...keys], own) as Messages);
    }, all);
  }, messagesIn(language));
}

/** False for words of the owner's from before a release that fills in something else there. */
export function hasSameMarks(own: string, shipped: string): boolean {
  const [ours, theirs] = [marksIn(own), marksIn(shipped)].map((marks) => [...new Set(marks)].sort().join());
  return ours === theirs;
}
