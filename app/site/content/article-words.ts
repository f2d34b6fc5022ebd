import { z } from "zod";
import { states } from "../articles/states.ts";
import { law } from "./law.ts";
import { inKeys, mainWordsOf, proseWith, text, textWith, titled } from "./words-of.ts";

const ruleWith = (...facts: string[]) => z.strictObject({ topic: text, rule: textWith(...facts) });
const withoutLimits = states.map(({ code }) => code).filter((code) => !law[code].insurance.limits);

/** Around the articles, and what guides say of a state's law. */
export const articleWords = mainWordsOf(
  "articles",
  z.strictObject({
    inShort: text,
    contents: text,
    parts: text,
    others: textWith("guide"),
    way: z.strictObject({ name: text, home: text }),
    reviewed: proseWith("day", "reviewer", "title"),
    next: z.strictObject({ ...titled, text, start: text }),
    claimPath: z.array(z.strictObject({ name: text, span: text })).min(1),
    rules: z.strictObject({
      title: textWith("state"),
      topic: text,
      rule: text,
      injury: ruleWith("years"),
      death: ruleWith("years"),
      fault: text,
      noFault: ruleWith(),
      insurance: text,
      report: text,
      police: text,
      government: ruleWith("notice"),
      damage: ruleWith("years"),
    }),
    shares: z.strictObject({ ...titled, share: text, left: text, percent: textWith("share"), nothing: text }),
    states: z.strictObject({
      ...titled,
      state: text,
      time: text,
      years: z.strictObject({ one: textWith("count"), other: textWith("count") }),
      fault: text,
      insurance: text,
    }),
    facts: z.strictObject({
      years: z.array(text).length(6, "these are one year to six"),
      noLimits: z.strictObject(inKeys(withoutLimits, text)),
      amounts: textWith("person", "crash", "property"),
      reports: z.strictObject({
        police: textWith("within", "also"),
        state: textWith("within", "also"),
        atOnce: textWith("also"),
      }),
      also: z.strictObject({ dollars: textWith("dollars"), "any damage": text, "undrivable car": text }),
      noFault: z.strictObject({ "no-fault": text, choice: text }),
    }),
  }),
);
