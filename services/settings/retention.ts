import type * as z from "zod";
import * as is from "./kinds.ts";

/** What is kept for a time only; in the order in which it is swept. */
export const perishable = [
  "visits",
  "codes",
  "payloads",
  "leads",
  "undelivered",
  "contacts",
  "requests",
  "books",
] as const;
export type Perishable = (typeof perishable)[number];

const dayMs = 24 * 60 * 60 * 1000;
const days = (usual: number, least = 1) => is.wholeNumber(least, 3660).default(usual);

/** How long what is personal is kept, but for visits, in days. */
export const retentionShape = {
  LEAD_DAYS: days(30),
  UNDELIVERED_LEAD_DAYS: days(365),
  CONTACT_DAYS: days(90),
  PAYLOAD_DAYS: days(7),
  PHONE_CODE_DAYS: days(7),
  // The law wants 24 months (11 CCR 7101).
  REQUEST_DAYS: days(731, 731),
  // Tax offices look back six years at most (26 USC 6501(e)).
  SALES_YEARS: is.wholeNumber(1, 30).default(7),
};

type Given = z.infer<z.ZodObject<typeof retentionShape>>;

/** Ages in whole days, as the privacy policy states them. */
export function inDays(ages: Record<Perishable, number>): Record<Perishable, number> {
  return Object.fromEntries(Object.entries(ages).map(([kind, age]) => [kind, age / dayMs])) as Record<
    Perishable,
    number
  >;
}

/** The same in milliseconds, by kind. */
export function retentionAges(given: Given & { VISIT_DAYS: number }) {
  return {
    visits: given.VISIT_DAYS * dayMs,
    codes: given.PHONE_CODE_DAYS * dayMs,
    payloads: given.PAYLOAD_DAYS * dayMs,
    leads: given.LEAD_DAYS * dayMs,
    undelivered: given.UNDELIVERED_LEAD_DAYS * dayMs,
    contacts: given.CONTACT_DAYS * dayMs,
    requests: given.REQUEST_DAYS * dayMs,
    books: Math.ceil(given.SALES_YEARS * 365.25) * dayMs,
  } satisfies Record<Perishable, number>;
}

/**
 * For how long it is remembered which receiver had a lead of one number, in milliseconds: as long as any of them asks for, and a month at
 * least, so that one that asks for more soon finds something.
 */
export function sightingsAge(
  { REPEAT_HOURS }: { REPEAT_HOURS: number },
  receivers: readonly { repeats?: { hours: number } }[],
): number {
  const hours = receivers.map(({ repeats }) => repeats?.hours ?? REPEAT_HOURS);
  return Math.max(30 * dayMs, ...hours.map((each) => each * 60 * 60_000));
}
