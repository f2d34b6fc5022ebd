import { buyersSlot } from "../../machines/messages/buyers-slot.ts";
import { fill } from "../../machines/messages/fill.ts";
import type { ConsentForm, Language } from "../../machines/steps/step.ts";
import { messagesIn } from "./index.ts";

/** The version of a language's consents, as it is stored with each of them. */
export function consentVersion(language: Language): string {
  return String(messagesIn(language).consent.version);
}

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
export function consentParagraphs(
  language: Language,
  { form = "full", ...facts }: ConsentFacts,
): readonly string[] {
  return messagesIn(language).consent.forms[form].map((words) =>
    fill(words, { ...facts, buyers: buyersSlot }),
  );
}

/**
 * The paragraphs of a stored consent, which is one text, as they were shown: joined by single spaces they are that text again.
 * They are found by how today's paragraphs begin, so a text in older words may stay one paragraph.
 */
export function paragraphsOfStored(text: string, language: Language): string[] {
  const known = Object.values(messagesIn(language).consent.forms).flat();
  const openings = known.map((paragraph) => paragraph.split(" ", 2).join(" "));
  const paragraphs: string[] = [];
  for (const sentence of text.split(/(?<=\.) /)) {
    const isNew = paragraphs.length === 0 || openings.some((words) => sentence.startsWith(`${words} `));
    if (isNew) paragraphs.push(sentence);
    else paragraphs.push(`${paragraphs.pop()} ${sentence}`);
  }
  return paragraphs;
}
