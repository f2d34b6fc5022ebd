import type { ConsentForm, Language } from "../steps/step.ts";
import { buyersSlot, inOneText } from "./buyers-slot.ts";

/** Changes whenever a word of a consent text changes; stored with each consent. */
export const consentVersion = "4";

/**
 * What the consent text mentions: the matching firm, how to withdraw, and the label of the button that gives consent.
 */
export type ConsentFacts = {
  siteName: string;
  phone: string;
  button: string;
  form?: ConsentForm;
};

/**
 * The paragraphs of the telephone consent, exactly as it is shown beside the final button and stored, in one text, as
 * `tcpa` (spec 9, "Consent statement"; ruling 149). Single spaces, no markup. The form `buyers` has a slot for them,
 * which `namingBuyers` fills.
 */
export function consentParagraphs(language: Language, facts: ConsentFacts): readonly string[] {
  const say = language === "es" ? spanish : english;
  return (facts.form === "abbreviated" ? say.inShort(facts) : say.inFull(facts)).map(inOneText);
}

const forms: readonly ConsentForm[] = ["full", "buyers", "abbreviated", "ticket"];

/**
 * The paragraphs of a stored consent, which is one text, as they were shown: joined by single spaces they are that text again.
 * They are found by how today's paragraphs begin, so a text in older words may stay one paragraph.
 */
export function paragraphsOfStored(text: string, language: Language): string[] {
  const known = forms.flatMap((form) =>
    consentParagraphs(language, { siteName: "", phone: "", button: "", form }),
  );
  const openings = known.map((paragraph) => paragraph.split(" ", 2).join(" "));
  const paragraphs: string[] = [];
  for (const sentence of text.split(/(?<=\.) /)) {
    const isNew = paragraphs.length === 0 || openings.some((words) => sentence.startsWith(`${words} `));
    if (isNew) paragraphs.push(sentence);
    else paragraphs.push(`${paragraphs.pop()} ${sentence}`);
  }
  return paragraphs;
}

/** Lines of a paragraph, which are joined by spaces. */
type Paragraphs = string[][];

const english = {
  inFull({ siteName, phone, button, form }: ConsentFacts): Paragraphs {
    const about = form === "ticket" ? "my traffic ticket" : "my accident";
    return [
      [`By pressing “${button}”, I send my answers and sign this form electronically.`],
      [
        form === "buyers"
          ? `I agree that ${siteName} may send my answers to ${buyersSlot}`
          : `I agree that one law firm, matched to my answers through ${siteName}, and its partners`,
        `may call or text me about ${about} at the phone number I gave,`,
        "including with an automatic dialing system and with an artificial or prerecorded voice.",
      ],
      ["My consent is not a condition of buying any goods or services.", "Message and data rates may apply."],
      [`I can withdraw my consent at any time by replying STOP to a text or calling ${phone}.`],
    ];
  },
  inShort: ({ siteName, phone, button }: ConsentFacts): Paragraphs => [
    [
      `By pressing “${button}”, I sign electronically and agree that one law firm, found through ${siteName},`,
      "and its partners may call or text me about my accident, including with an automatic dialing system",
      "and with an artificial or prerecorded voice.",
    ],
    ["This is not a condition of buying anything."],
    [`I can withdraw my consent at any time by replying STOP to a text or calling ${phone}.`],
  ],
};

const spanish: typeof english = {
  inFull({ siteName, phone, button, form }) {
    const about = form === "ticket" ? "mi multa de tránsito" : "mi accidente";
    return [
      [`Al oprimir “${button}”, envío mis respuestas y firmo electrónicamente este formulario.`],
      [
        form === "buyers"
          ? `Acepto que ${siteName} envíe mis respuestas a ${buyersSlot}`
          : `Acepto que un bufete de abogados, elegido según mis respuestas a través de ${siteName}, y sus empresas asociadas`,
        `me llamen o me envíen mensajes de texto sobre ${about} al número de teléfono que di,`,
        "incluso con un sistema de marcación automática y con una voz artificial o pregrabada.",
      ],
      [
        "Mi consentimiento no es condición para comprar bienes o servicios.",
        "Pueden aplicarse tarifas de mensajes y datos.",
      ],
      [
        `Puedo retirar mi consentimiento en cualquier momento si respondo STOP a un mensaje o llamo al ${phone}.`,
      ],
    ];
  },
  inShort: ({ siteName, phone, button }) => [
    [
      `Al oprimir “${button}”, firmo electrónicamente y acepto que un bufete de abogados, encontrado a través de`,
      `${siteName}, y sus empresas asociadas me llamen o me envíen mensajes de texto sobre mi accidente, incluso`,
      "con un sistema de marcación automática y con una voz artificial o pregrabada.",
    ],
    ["Esto no es condición para comprar nada."],
    [
      `Puedo retirar mi consentimiento en cualquier momento si respondo STOP a un mensaje o llamo al ${phone}.`,
    ],
  ],
};
