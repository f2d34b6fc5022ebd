import { z } from "zod";
import { says, text } from "../../../../machines/messages/wording.ts";
import { mainFeatureWords, proseWith } from "../../../site/content/read.ts";

const scene = z.strictObject({ drawing: text, heading: text, points: z.array(text).min(1), caption: text });

/** The films, and what their gallery and players say. */
export const filmWords = mainFeatureWords(
  "films",
  "films",
  z.strictObject({
    head: z.strictObject({ title: text, description: text }),
    menu: text,
    onHome: z.strictObject({ name: text, text }),
    title: text,
    lead: text,
    note: z.strictObject({ text, link: text, after: text }),
    film: z.strictObject({
      watch: proseWith("named", "seconds"),
      close: proseWith("named"),
      named: says("title"),
      transcript: says("title"),
    }),
    inHeader: z.strictObject({ watch: says("seconds"), close: text }),
    clips: z
      .array(z.strictObject({ id: text, title: text, about: text, scenes: z.array(scene).min(1) }))
      .min(1),
  }),
);

/** Here, because a script of browsers, which have no words, would read them. */
export const { clips } = filmWords;
