import * as z from "zod";
import { suspicions, verdictKinds } from "../../../../machines/features/verdicts/kinds.ts";
import { says, text } from "../../../../machines/messages/wording.ts";
import type { Language } from "../../../../machines/steps/step.ts";
import { readInEach } from "../../../words/folders.ts";
import { inEach } from "../../../words/languages.ts";

const counted = z.strictObject({ one: says("count"), other: says("count") });
const spanned = z.strictObject({ accident: says("span"), ticket: says("span") });
const lasting = says("state", "years");

/** Words on verdicts: sentences, with what they say in braces. */
const shape = z.strictObject({
  counted: z.strictObject({ year: counted, day: counted }),
  /** For people of the console. */
  verdicts: z.strictObject({
    qualified: spanned,
    too_old: spanned,
    no_date: z.strictObject({ accident: text, ticket: text }),
    limit: lasting,
    lawyer: text,
    new_lawyer: text,
    gibberish: text,
    other: says("reason"),
  }),
  /** The same for tables. */
  names: z.record(z.enum(verdictKinds), text),
  since: says("question", "after", "time"),
  decided: z.strictObject({ by: says("question"), byAnswer: says("question", "answer") }),
  answers: z.strictObject({
    option: says("label"),
    to: says("answer", "question"),
    later: says("date"),
    earlier: says("date"),
    dateFor: says("date", "question"),
    other: says("question"),
    zip: says("state"),
    noZip: text,
    sense: text,
    gibberish: text,
    outcome: text,
  }),
  /** The result of other answers. */
  would: z.strictObject({
    qualified: says("answers"),
    not: says("answers"),
    still: says("answers", "verdict"),
  }),
  nothing: text,
  changed: text,
  differs: text,
  suspicious: z.record(z.enum(suspicions), text),
  held: says("receiver", "since"),
  /** For the visitor; nothing where it is none of theirs, or is a suspicion. */
  visitor: z.strictObject({
    title: text,
    because: z.strictObject({ too_old: spanned, limit: lasting, lawyer: text, new_lawyer: text }),
    ways: z.strictObject({ time: text, lawyer: text }),
    link: text,
  }),
});

const files = readInEach((language) => `../features/verdicts/words/${language}.yaml`, shape);

/** Sentences on verdicts, by the name of a language's folder. */
export const verdictWords: Record<Language, z.output<typeof shape>> = inEach(
  (language) => files[language]!.found,
);
