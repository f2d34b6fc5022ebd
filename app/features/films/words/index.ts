import { z } from "zod";
import { list, mainFeatureWords, proseWith, text, textWith, titled } from "../../../site/content/words-of.ts";

const scene = z.strictObject({ drawing: text, heading: text, points: list, caption: text });

/** The films, and what their gallery and players say. */
export const filmWords = mainFeatureWords(
  "films",
  "films",
  z.strictObject({
    head: z.strictObject({ ...titled, description: text }),
    menu: text,
    onHome: z.strictObject({ name: text, text }),
    ...titled,
    lead: text,
    note: z.strictObject({ text, link: text, after: text }),
    film: z.strictObject({
      watch: proseWith("named", "seconds"),
      close: proseWith("named"),
      named: textWith("title"),
      transcript: textWith("title"),
    }),
    inHeader: z.strictObject({ watch: textWith("seconds"), close: text }),
    clips: z
      .array(z.strictObject({ id: text, ...titled, about: text, scenes: z.array(scene).min(1) }))
      .min(1),
  }),
);
