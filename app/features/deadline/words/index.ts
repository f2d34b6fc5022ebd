import { z } from "zod";
import { deadlineTicks } from "../../../../machines/features/deadline/deadline.ts";
import { inKeys, says, text } from "../../../../machines/messages/wording.ts";
import { featureWords, mainFeatureWords, proseWith } from "../../../site/content/read.ts";

/** What visitors read of it on the core's pages. */
export const deadlineWords = featureWords("deadline", z.strictObject({ helps: text }));

const field = z.strictObject({ label: text, missing: text });

/** Its own page and its form, in the main language. */
export const calculatorWords = mainFeatureWords(
  "deadline",
  "calculator",
  z.strictObject({
    head: z.strictObject({ title: text, description: text }),
    menu: text,
    answers: z.record(z.string(), text),
    inGuides: z.strictObject({ text: proseWith("find"), find: text }),
    title: text,
    lead: text,
    form: z.strictObject({
      titleIn: says("state"),
      state: field,
      crash: text,
      month: field,
      day: field,
      year: field,
      ticks: z.strictObject({ title: text, ...inKeys(deadlineTicks, text) }),
      button: text,
    }),
    headings: z.strictObject({
      open: proseWith("day"),
      lastDay: proseWith(),
      over: proseWith("day"),
      unlisted: proseWith(),
    }),
    advice: z.strictObject({
      open: says("days"),
      lastDay: text,
      over: says("days"),
      unlisted: says("state"),
    }),
    counted: proseWith("years", "day", "found law"),
    changes: z.strictObject({
      title: text,
      unlisted: text,
      government: proseWith("state", "notice", "notice law"),
      minor: proseWith(),
      died: proseWith(),
      leap: proseWith("year"),
      weekend: proseWith(),
      other: proseWith(),
    }),
    note: text,
    more: says("state"),
    start: text,
    another: text,
    how: z.strictObject({ title: text, points: z.array(text).min(1), reviewed: proseWith("day") }),
  }),
);
