import { callTimeWords } from "../../../app/features/call-time/words/index.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  posts: () => [["/call-time", { form: { page: "/survey-thank-you/", time: "any" } }]],
  words: async () => {
    const of = ({ title, hint, times, saved, unsaved }: (typeof callTimeWords)[string]) => [
      title,
      hint,
      unsaved,
      saved.replace("{time}", times.any),
      ...Object.values(times),
    ];
    return { en: of(inLanguage(callTimeWords, "en")), es: of(inLanguage(callTimeWords, "es")) };
  },
};
