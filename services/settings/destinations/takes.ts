import * as z from "zod";
import { isPersonal } from "../../../machines/context/personal.ts";
import type { Condition, Terms } from "../../../machines/lead/terms.ts";
import { variants } from "../../../machines/registry.ts";
import { accidentDateButtons } from "../../../machines/rules/dates.ts";
import { statutes } from "../../../machines/rules/statutes.ts";
import { askedFields } from "../../words/asked.ts";
import { closest, didYouMean } from "../../yaml/closest.ts";
import { checked, type Path } from "../../yaml/yaml-file.ts";
import { line } from "../kinds.ts";
import { oneOrMore } from "./asked.ts";
import { leadFields } from "./lead-fields.ts";

/** What a receiver takes: conditions over the fields of a lead (docs/guides/buyers-terms.md). */

const codes = ["contact", ...variants.keys()];
const states = statutes.map(({ code }) => code);

/** The words that people have for a field, beside its own name. */
const otherNames: Readonly<Record<string, string>> = {
  "accident-days": "days_from_incident_date",
  "accident-months": "months_from_incident_date",
};

/**
 * Fields that have a key of their own among the filters, and what is known only once a lead has been sent, or differs
 * from receiver to receiver.
 */
// biome-ignore format: names of one subject stand together
const notAsked = [
  "state", "variant", "affid", "dq_reason", "kind", "qualified", "lead_is_qualified", "accident_limit_exceeded",
  "id", "created_at", "repeat", "test", "ping_id", "ping_price", "message",
];

const numbers = [
  "days_from_incident_date",
  "months_from_incident_date",
  "injury_year",
  "injury_month",
  "injury_day",
  "selected_buyers_number",
  "all_possible_buyers_number",
];
const days = ["incident_date", "ticket_date"];
// biome-ignore format: names of one subject stand together
const yesOrNo = [
  "accident_within_last_year", "bad_words", "raw_bad_words", "hit_and_run", "enough_words", "name_gibberish",
  "name_bad_word", "is_gibberish", "do_not_send_to_dq", "psf_candidate", "phone_valid", "phone_active",
  "sms_verified", "prePopPii",
];

/** The values that a field can have; undefined where it may be any text. */
function valuesOf(field: string): readonly string[] | undefined {
  if (yesOrNo.includes(field)) return ["yes", "no"];
  const name = field.replace(/^raw_/, "");
  if (name === "accident_date_button") return accidentDateButtons.map(({ value }) => value);
  return askedFields().get(name)?.written;
}

/** A value of a field, as the question that records it writes it. */
function oneValue(field: string) {
  const values = valuesOf(field);
  const text = z.union([line(80), z.number().transform(String)], "must be a text");
  if (!values) return text;
  const question = askedFields().get(field.replace(/^raw_/, ""))?.heading ?? "";
  const among = values.length > 8 ? `${values.slice(0, 8).join(", ")} and so on` : values.join(", ");
  const fault = question
    ? `is no answer to “${question}”, which has ${among}`
    : `is no value of ${field}, which has ${among}`;
  return text.transform((said, context) => {
    const known = values.find((value) => value.toLowerCase() === said.toLowerCase());
    if (known !== undefined) return known;
    context.issues.push({ code: "invalid_value", values: [...values], input: said, message: fault });
    return z.NEVER;
  });
}

const flag = z.boolean("must be true or false");
const number = z.int("must be a whole number");
const day = z.iso.date("must be a day such as 2026-01-31");

type Written = {
  is?: string[];
  not?: string[];
  "at-least"?: number;
  "at-most"?: number;
  from?: string;
  until?: string;
  given?: boolean;
  "or-unknown"?: boolean;
};

function read({
  "at-least": atLeast,
  "at-most": atMost,
  "or-unknown": orUnknown,
  ...same
}: Written): Omit<Condition, "field"> {
  return {
    ...same,
    ...(atLeast !== undefined && { atLeast }),
    ...(atMost !== undefined && { atMost }),
    ...(orUnknown && { orUnknown }),
  };
}

/** A condition wants one thing; what is also taken where nothing is known still wants it of the others. */
function asOne<Shape extends z.ZodType<Written>>(shape: Shape, example: string) {
  return shape
    .refine((written) => {
      const { "or-unknown": _, ...wants } = written;
      return Object.keys(wants).length > 0;
    }, `must be such as ${example}`)
    .refine(
      ({ given, ...others }) => given === undefined || Object.keys(others).length === 0,
      "has given and more: one of them says all",
    )
    .refine(({ is, not }) => is === undefined || not === undefined, "has is and not: one of them says all")
    .refine(
      (written) => (written["at-least"] ?? 0) <= (written["at-most"] ?? Number.POSITIVE_INFINITY),
      "has an at-least above its at-most",
    )
    .refine(({ from = "", until = "~" }) => from <= until, "has a from after its until")
    .transform(read);
}

const common = { given: flag.optional(), "or-unknown": flag.optional() };

const ofNumber = asOne(
  z.strictObject(
    { "at-least": number.optional(), "at-most": number.optional(), ...common },
    "must be such as {at-most: 365}",
  ),
  "{at-most: 365}",
);
const ofDay = asOne(
  z.strictObject(
    { from: day.optional(), until: day.optional(), ...common },
    "must be such as {from: 2026-01-31}",
  ),
  "{from: 2026-01-31}",
);
const ofPerson = asOne(
  z.strictObject(
    { given: flag },
    "must be {given: true} or {given: false}: no more is asked of what says who somebody is",
  ),
  "{given: true}",
);

/** What a condition on a field may be, by what is given: an object, or else values, one or a list. */
function conditionOn(field: string, given: unknown): z.ZodType<Omit<Condition, "field">> {
  if (isPersonal(field)) return ofPerson;
  if (numbers.includes(field)) return ofNumber;
  if (days.includes(field)) return ofDay;
  const values = oneOrMore(oneValue(field));
  const isList = typeof given !== "object" || Array.isArray(given);
  if (isList) return values.transform((is) => ({ is }));
  return asOne(z.strictObject({ is: values.optional(), not: values.optional(), ...common }), "{not: [a, b]}");
}

/** Fields that conditions can be about, by the names that the file has for them. */
const askable: Readonly<Record<string, string>> = {
  ...otherNames,
  ...Object.fromEntries(
    leadFields.filter((field) => !notAsked.includes(field)).map((field) => [field, field]),
  ),
};

const filters = {
  variants: oneOrMore(z.enum(codes)).optional(),
  states: oneOrMore(z.enum(states)).optional(),
  affiliates: oneOrMore(z.union([z.string(), z.int().transform(String)], "must be affiliate ids")).optional(),
  /** `q` of the thank-you page; without it buyers take no disqualified leads, and the others take any. */
  qualified: z.union([z.boolean(), z.literal("any")], "must be true, false or any").optional(),
  "dq-reasons": oneOrMore(line(80)).optional(),
};
const byFilter = z.looseObject(filters, "must be filters, such as states: [TX, FL]");

/** What a receiver takes, read: its filters, and the conditions besides. A condition that is absent limits nothing. */
export type Only = z.infer<z.ZodObject<typeof filters>> & { terms?: Terms };

/**
 * Which leads this receiver takes. A condition's schema is made for those fields alone that a file has conditions on: there
 * are a hundred and thirty.
 */
export const only = byFilter.transform((given, context): Only => {
  const { variants, states, affiliates, qualified, "dq-reasons": reasons, ...conditions } = given;
  const terms: Condition[] = [];
  const refuse = (path: Path, input: unknown, message: string) =>
    context.issues.push({ code: "custom", path: [...path], input, message });
  for (const [name, said] of Object.entries(conditions)) {
    const field = Object.hasOwn(askable, name) ? askable[name] : undefined;
    if (field === undefined) {
      const meant = closest(name, [...Object.keys(filters), ...Object.keys(askable)]);
      refuse([name], said, `is not known here${didYouMean(meant)}`);
      continue;
    }
    const read = checked(conditionOn(field, said), said);
    if ("data" in read) terms.push({ field, ...read.data });
    else
      for (const { where, text, meant } of read.faults)
        refuse([name, ...where], said, `${text}${didYouMean(meant)}`);
  }
  return { variants, states, affiliates, qualified, "dq-reasons": reasons, terms };
});

const filterFields: Readonly<Record<string, string>> = {
  variants: "variant",
  states: "state",
  affiliates: "affid",
  "dq-reasons": "dq_reason",
};

/** The field that a key of `only` is about; undefined for a name that is none. */
export function fieldNamed(name: string): string | undefined {
  if (Object.hasOwn(filterFields, name)) return filterFields[name];
  return Object.hasOwn(askable, name) ? askable[name] : undefined;
}

/** All conditions of a receiver, those that have a key of their own first. */
export function termsIn(only: Only | undefined): Terms {
  if (!only) return [];
  const { terms = [], qualified, ...filters } = only;
  const byFilters = Object.entries(filterFields).flatMap(([name, field]) => {
    const is = filters[name as keyof typeof filters];
    return is ? [{ field, is }] : [];
  });
  return [...byFilters, ...terms];
}
