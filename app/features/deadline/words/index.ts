import { z } from "zod";
import { deadlineTicks } from "../../../../machines/features/deadline/deadline.ts";
import {
  featureWords,
  inKeys,
  list,
  mainFeatureWords,
  proseWith,
  text,
  textWith,
  titled,
} from "../../../site/content/words-of.ts";

/** What visitors read of it on the core's pages. */
export const deadlineWords = featureWords("deadline", z.strictObject({ helps: text }));

const field = z.strictObject({ label: text, missing: text });

/** Its own page and its form, in the main language. */
export const calculatorWords = mainFeatureWords(
  "deadline",
  "calculator",
  z.strictObject({
    head: z.strictObject({ ...titled, description: text }),
    menu: text,
    answers: z.record(z.string(), text),
    inGuides: proseWith(),
    ...titled,
    lead: text,
    form: z.strictObject({
      titleIn: textWith("state"),
      state: field,
      crash: text,
      month: field,
      day: field,
      year: field,
      ticks: z.strictObject({ ...titled, ...inKeys(deadlineTicks, text) }),
      button: text,
    }),
    headings: z.strictObject({
      open: proseWith("day"),
      lastDay: proseWith(),
      over: proseWith("day"),
      unlisted: proseWith(),
    }),
    advice: z.strictObject({
      open: textWith("days"),
      lastDay: text,
      over: textWith("days"),
      unlisted: textWith("state"),
    }),
    counted: proseWith("years", "day", "found law"),
    changes: z.strictObject({
      ...titled,
      unlisted: text,
      government: proseWith("state", "notice", "notice law"),
      minor: proseWith(),
      died: proseWith(),
      leap: proseWith("year"),
      weekend: proseWith(),
      other: proseWith(),
    }),
    note: text,
    more: textWith("state"),
    start: text,
    another: text,
    how: z.strictObject({ ...titled, points: list, reviewed: proseWith("day") }),
  }),
);
