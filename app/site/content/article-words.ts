import { z } from "zod";
import { inKeys, says, text } from "../../../machines/messages/wording.ts";
import { readInMain } from "../../../services/words/folders.ts";
import { states } from "../articles/states.ts";
import { law } from "./law.ts";
import { proseWith } from "./read.ts";

const ruleWith = (...facts: string[]) => z.strictObject({ topic: text, rule: says(...facts) });
const withoutLimits = states.map(({ code }) => code).filter((code) => !law[code].insurance.limits);

/** Around the articles, and what guides say of a state's law. */
export const articleWords = readInMain(
  (language) => `${language}/site/articles.yaml`,
  z.strictObject({
    inShort: text,
    contents: text,
    parts: text,
    others: says("guide"),
    way: z.strictObject({ name: text, home: text }),
    reviewed: proseWith("day", "reviewer", "title"),
    next: z.strictObject({ title: text, text, start: text }),
    claimPath: z.array(z.strictObject({ name: text, span: text })).min(1),
    rules: z.strictObject({
      title: says("state"),
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
    shares: z.strictObject({ title: text, share: text, left: text, percent: says("share"), nothing: text }),
    states: z.strictObject({
      title: text,
      state: text,
      time: text,
      years: z.strictObject({ one: says("count"), other: says("count") }),
      fault: text,
      insurance: text,
    }),
    facts: z.strictObject({
      years: z.array(text).length(6, "these are one year to six"),
      noLimits: z.strictObject(inKeys(withoutLimits, text)),
      amounts: says("person", "crash", "property"),
      reports: z.strictObject({
        police: says("within", "also"),
        state: says("within", "also"),
        atOnce: says("also"),
      }),
      also: z.strictObject({ dollars: says("dollars"), "any damage": text, "undrivable car": text }),
      noFault: z.strictObject({ "no-fault": text, choice: text }),
    }),
  }),
).found;
