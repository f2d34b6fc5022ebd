import * as z from "zod";
import { isPersonal, marksField } from "../../../machines/context/personal.ts";
import { dayNumber } from "../../calendar/days.ts";
import { line, webhookSecret } from "../kinds.ts";
import { endsOfRepeats, mostRepeatHours } from "../plain-settings.ts";
import { dollars, fieldsOf, headers, oneOrMore, said, url } from "./asked.ts";
import { hours } from "./hours.ts";
import { leadFields } from "./lead-fields.ts";
import { only } from "./takes.ts";

/** What happens to a second lead of one number within this many hours; 0 for none. */
const repeats = z.strictObject(
  {
    hours: z
      .int("must be a whole number")
      .min(0, "must be at least 0")
      .max(mostRepeatHours, `must be ${mostRepeatHours} at most`),
    action: z.enum(endsOfRepeats, "must be hold, mark or skip").optional(),
  },
  "must be such as {hours: 24, action: hold}",
);

/** Days for which a buyer may return a lead, unless its terms say otherwise. */
export const usualReturnDays = 14;

/** The most leads that a receiver gets in a period. */
const leads = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(1_000_000, "must be 1000000 at most")
  .optional();
const leadCaps = { "daily-cap": leads, "weekly-cap": leads, "monthly-cap": leads };
const budget = dollars.refine((cents) => cents > 0, "must be more than 0").optional();

const payouts = "must be {payout: 20.00} or {share: 40%}, and caps if there are any";
/**
 * An affiliate's terms. `payout`: what it gets for a sold lead, as the books write it: cents, or a share of the buyer's
 * price.
 */
export const affiliateTerms = z
  .strictObject(
    {
      payout: dollars.optional(),
      share: z
        .string(payouts)
        .regex(/^(100|\d{1,2}(\.\d{1,2})?)%$/, payouts)
        .optional(),
      ...leadCaps,
    },
    payouts,
  )
  .refine(({ payout, share }) => (payout === undefined) !== (share === undefined), payouts)
  .transform(({ payout, share, ...caps }) => ({ payout: share ?? String(payout), ...caps }));
export type AffiliateTerms = z.infer<typeof affiliateTerms>;

const common = {
  repeats: repeats.optional(),
  price: dollars.optional(),
  "return-days": z
    .int("must be a whole number")
    .min(0, "must be at least 0")
    .max(365, "must be 365 at most")
    .default(usualReturnDays),
  returns: z.enum(["counted", "asked"], "must be counted or asked").default("counted"),
  mode: z.enum(["test", "live"], "must be test or live").default("test"),
  only: only.optional(),
  hours: oneOrMore(hours).optional(),
  ...leadCaps,
  "daily-budget": budget,
  "weekly-budget": budget,
  "monthly-budget": budget,
  "min-price": dollars.optional(),
  "credentials-end": z.iso.date("must be a day such as 2027-01-31").transform(dayNumber).optional(),
  weight: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(1000, "must be 1000 at most")
    .optional(),
};

/** How the buyers of the order are tried: as the file lists them, as drawn for each lead, or the highest bid first. */
export const waysOfOrder = ["fixed", "weighted", "best-price"] as const;
/** The rows of the outbox in which a lead's buyers are asked for bids. */
export const bidsName = "best-price";
/** Seconds within which a bid counts, unless the file says otherwise. */
export const usualBidSeconds = 5;

const takesBoth = z.enum(["leads", "messages", "both"], "must be leads, messages or both").default("both");
/** For kinds that can also take alarms; a destination that takes alarms takes nothing else. */
const takesAny = z
  .enum(["leads", "messages", "both", "alarms"], "must be leads, messages, both or alarms")
  .default("both");
const takesLeads = z.enum(["leads", "messages", "both"], "must be leads, messages or both").default("leads");
/** Whether it also gets leads whose visitors opted out of the selling and sharing of their data, where the file says so. */
const optedOut = z.boolean("must be true or false").optional();

const fields = fieldsOf([...leadFields, marksField]);
export type FieldMap = z.infer<typeof fields>;

/** How the answer is parsed: paths such as `result.status` into its JSON, or of elements into its XML. */
const answer = z.strictObject({
  /** The answer that means yes; without this setting every 2xx does. */
  accepted: said.optional(),
  /** The answer that means no; without this setting, any other value in the field of `accepted` does. */
  rejected: said.optional(),
  price: line(100).optional(),
  id: line(100).optional(),
});
export type AnswerRule = z.infer<typeof answer>;

/** Asked first, without anything that names the person: whether the buyer wants the lead, and for how much. */
const ping = z.strictObject({ url, fields, answer: answer.required({ accepted: true }) });

const posted = {
  url,
  headers,
  fields: fields.optional(),
  answer: answer.default({}),
  ping: ping.optional(),
  takes: takesLeads,
  "gets-opted-out": optedOut,
  "deletion-url": url.optional(),
};

const form = z.strictObject({ kind: z.literal("form"), ...common, ...posted });
const json = z.strictObject({ kind: z.literal("json"), ...common, ...posted });
const webhook = z.strictObject({
  kind: z.literal("webhook"),
  ...common,
  url,
  secrets: oneOrMore(z.string().pipe(webhookSecret)),
  takes: takesAny,
  "gets-opted-out": optedOut,
});
const leadprosper = z.strictObject({
  kind: z.literal("leadprosper"),
  ...common,
  url: url.default("https://api.leadprosper.io/direct_post"),
  "campaign-id": z.union([line(200), z.int().transform(String)]),
  "supplier-id": z.union([line(200), z.int().transform(String)]),
  key: line(200),
  takes: takesLeads,
  "gets-opted-out": optedOut,
});
const address = z.email("an e-mail address");
const email = z.strictObject({
  kind: z.literal("email"),
  ...common,
  smtp: z
    .string()
    .refine(
      (text) => /^sendmail:\/./.test(text) || (URL.canParse(text) && /^smtps?:\/\/[^/]/.test(text)),
      "must be smtp://host:port, smtps://host or sendmail:/usr/sbin/sendmail",
    ),
  from: address,
  to: oneOrMore(address),
  "personal-data": z.boolean("must be true or false").default(false),
  takes: takesAny,
  "gets-opted-out": optedOut,
});
const file = z.strictObject({
  kind: z.literal("file"),
  ...common,
  folder: line(400),
  format: z.enum(["csv", "spreadsheet", "jsonl"], "must be csv, spreadsheet or jsonl").default("csv"),
  fields: fields.optional(),
  takes: takesBoth,
  "gets-opted-out": optedOut,
});
const slack = z.strictObject({
  kind: z.literal("slack"),
  ...common,
  url,
  takes: takesAny,
  "gets-opted-out": optedOut,
});

/** Every kind of receiver, by its name. */
export const kinds = { webhook, form, json, email, file, slack, leadprosper };
export type Kind = keyof typeof kinds;

/** A destination of the file, with its name. */
export type Declared<Of extends Kind = Kind> = {
  /** `order`: its place in the file's order. `weight` is there only where the order is drawn by it. */
  [K in Of]: z.infer<(typeof kinds)[K]> & { name: string; order?: number };
}[Of];

/** A field that a ping must not contain. */
export function namesSomebody(map: FieldMap): string | undefined {
  return Object.values(map)
    .flatMap((each) => ("from" in each ? [each.from] : []))
    .find(isPersonal);
}
