import { z } from "zod";
import { isStateCode, type StateCode } from "../../../machines/site/filing-deadlines.ts";
import { states } from "../articles/states.ts";
import { contentFile, wordsIn } from "./read.ts";

/** A text such as `2 years (Ala. Code § 6-2-38)`: a fact, which `read` understands, and its source. */
function sourced<Fact>(example: string, read: (fact: string) => Fact | undefined) {
  return z.string().transform((text, context): { fact: Fact; source: string } => {
    const [, words = "", source = ""] = /^([^(]+) \((.+)\)$/.exec(text) ?? [];
    const fact = read(words);
    if (fact !== undefined && source) return { fact, source };
    context.addIssue({ code: "custom", message: `this is to be written like ${example}` });
    return z.NEVER;
  });
}

const years = sourced("2 years (Ala. Code § 6-2-38)", (fact) => {
  const count = /^([1-6]) years?$/.exec(fact)?.[1];
  return count ? Number(count) : undefined;
}).transform(({ fact, source }) => ({ years: fact, law: source }));

const day = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/, "this is to be a day like 2026-11-23")
  .transform((text) => {
    const [year, month, day] = text.split("-").map(Number) as [number, number, number];
    return { year, month, day };
  });

const faultKinds = ["pure", "under50", "upTo50", "slight", "none"] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Thousands of dollars: one person hurt, all people hurt in one crash, property. */
type Limits = readonly [person: number, crash: number, property: number];
/** What has to be reported besides injuries and deaths: damage in dollars, any damage, or a car that cannot be driven. */
type Damage = number | "any damage" | "undrivable car";
/** `within` is missing where the police are to be called at once. */
export type Report = { to: "police" | "state"; within?: string; damage?: Damage; law: string };

const report = sourced("state within 10 days, damage of $1,000 (Cal. Veh. Code § 16000)", (fact) => {
  const [, to, within, damage] =
    /^(police|state)(?: within ([^,]+))?(?:, (damage of \$[\d,]+|any damage|undrivable car))?$/.exec(fact) ??
    [];
  if (!to) return undefined;
  const dollars = damage?.startsWith("damage") && Number(damage.replace(/\D/g, ""));
  return { to, ...(within && { within }), ...(damage && { damage: dollars || damage }) };
}).transform(({ fact, source }) => ({ ...fact, law: source }) as Report);

const place = sourced("Alabama State Bar (https://www.alabar.org/)", (name) => name || undefined)
  .refine(({ source }) => source.startsWith("https://"), "its address has to begin with https://")
  .transform(({ fact, source }) => ({ name: fact, url: source }));

const state = z
  .strictObject({
    neighbors: z
      .string()
      .transform((text) => text.split(" "))
      .refine((codes) => codes.every(isStateCode), "these are to be the letters of states")
      .transform((codes) => codes as StateCode[]),
    injury: years,
    changed: z.strictObject({ since: day, before: years }).optional(),
    death: years.optional(),
    damage: years.optional(),
    fault: sourced("pure (Alaska Stat. § 09.17.060)", (fact) =>
      faultKinds.find((kind) => kind === fact),
    ).transform(({ fact, source }) => ({ kind: fact, law: source })),
    noFault: z
      .strictObject({
        kind: z.enum(["no-fault", "choice"]),
        benefit: z.string().optional(),
        threshold: z.string(),
        law: z.string(),
      })
      .optional(),
    insurance: sourced("25/50/25 (Ala. Code § 32-7-6)", (fact) => {
      if (fact === "no amounts") return null;
      return /^\d+\/\d+\/\d+$/.test(fact) ? (fact.split("/").map(Number) as unknown as Limits) : undefined;
    }).transform(({ fact, source }) => ({ limits: fact ?? undefined, law: source })),
    reports: z.array(report).max(2, "a page has room for two").default([]),
    government: sourced("180 days (Ariz. Rev. Stat. § 12-821.01)", (within) => within || undefined)
      .transform(({ fact, source }) => ({ within: fact, law: source }))
      .optional(),
    notes: z
      .strictObject({
        time: z.string().optional(),
        fault: z.string().optional(),
        insurance: z.string().optional(),
      })
      .default({}),
    bar: place,
    aid: place.optional(),
  })
  .refine(({ insurance, notes }) => insurance.limits ?? notes.insurance, {
    path: ["insurance"],
    message: "where there are no amounts, a note on insurance has to say what is asked instead",
  });

export type StateLaw = z.output<typeof state>;

const all = z.strictObject(Object.fromEntries(states.map(({ code }) => [code, state])));

export const law = wordsIn(contentFile("states.yaml"), all).found as Record<StateCode, StateLaw>;

const ruleWords = z.strictObject({
  share: z.string(),
  name: z.string(),
  short: z.string(),
  meaning: z.string(),
});

/** What is said of each kind of rule. */
export const faultWords = wordsIn(
  contentFile("fault-rules.yaml"),
  z.strictObject(Object.fromEntries(faultKinds.map((kind) => [kind, ruleWords]))),
).found as Record<FaultKind, z.output<typeof ruleWords>>;
