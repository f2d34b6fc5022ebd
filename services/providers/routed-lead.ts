import * as z from "zod";
import { marksField } from "../../machines/context/personal.ts";
import type { FieldMap } from "../settings/destinations/shape.ts";
import type { NewMessage } from "../store/rows.ts";
import type { Destination } from "./ports.ts";

/** LeadProsper's mark of a test, which our own posts carry too (ruling 53). */
export function lpAction(isTest: boolean): "test" | "" {
  return isTest ? "test" : "";
}

/**
 * A payload for one receiver, ready to be stored. Its receiver's switch says whether it is a test. One without
 * settings waits for them, and for its switch too: whether it is a test is then decided when it is sent.
 */
export function newMessage(destination: Destination, payload: Record<string, unknown>): NewMessage {
  const { name, configured, isTest } = destination;
  const { lp_action, ...unmarked } = payload;
  if (!configured) {
    return { destination: name, payload: isTest === undefined ? payload : unmarked, status: "unconfigured" };
  }
  const marked = isTest === undefined ? payload : { ...payload, lp_action: lpAction(isTest) };
  return { destination: name, payload: marked, status: "waiting" };
}

/** A receiver's fields, made from ours by its map; without a map ours themselves. */
export function mapped(
  ours: Record<string, string>,
  map: FieldMap | undefined,
): Record<string, string | number | boolean> {
  if (!map) return ours;
  return Object.fromEntries(
    Object.entries(map).map(([name, source]) => {
      if ("value" in source) return [name, source.value];
      const value = ours[source.from] ?? "";
      const { values, otherwise } = source;
      if (values && Object.hasOwn(values, value)) return [name, values[value]!];
      return [name, otherwise ?? value];
    }),
  );
}

/** A buyer's answer to a lead, or to a request for a bid: its price in dollars, and its own id for it. */
const sale = z.object({ price: z.number().optional(), buyerId: z.string().optional() });
export type Sale = z.infer<typeof sale>;

/** `of`: the bids by the names of those who made them; `at` in epoch milliseconds. */
const bids = z.object({ at: z.number(), of: z.record(z.string(), sale) });
export type Bids = z.infer<typeof bids>;

const shape = z.object({
  about: z.object({
    id: z.string(),
    kind: z.enum(["survey", "contact"]),
    variant: z.string(),
    qualified: z.boolean().nullable(),
    dqReason: z.string().nullable(),
    /** Epoch milliseconds. */
    createdAt: z.number(),
    /** Its visitor opted out of the sale and sharing of personal data. */
    isOptedOut: z.boolean(),
    /** Its receiver has had a lead of the same person, or too many from one browser or network. */
    repeats: z.boolean().optional(),
    /** What was found about it before it was sent, as of now (`services/delivery/outbox/gate.ts`). */
    marks: z.array(z.string()).optional(),
    /** The buyers of which at most one gets it, as they were when it came; only in messages to these. */
    order: z.array(z.string()).optional(),
    /** How that order was made, where it is not the file's. */
    orderBy: z.enum(["weighted", "best-price"]).optional(),
    /** Its buyers' bids, and their time. */
    bids: bids.optional(),
    /** A sample that no visitor sent. */
    sample: z.literal(true).optional(),
  }),
  record: z.record(z.string(), z.unknown()),
});
/** A lead or message in the outbox for a receiver with a route; each kind makes its own format from it. */
export type RoutedLead = z.infer<typeof shape>;

/** The lead in a message of the outbox. */
export function routedLead(payload: Record<string, unknown>): RoutedLead {
  return shape.parse(payload);
}

/**
 * All fields that a receiver's own can be made from, by the names of `leadFields`; a list is written with commas.
 * @param isTest marks it as a test; a sample always is one
 */
export function flatFields({ about, record }: RoutedLead, isTest: boolean): Record<string, string> {
  const yesNo = about.qualified ? "yes" : "no";
  const all = {
    id: about.id,
    created_at: new Date(about.createdAt).toISOString(),
    kind: about.kind,
    variant: about.variant,
    qualified: about.qualified === null ? "" : yesNo,
    repeat: about.repeats ? "yes" : "no",
    test: isTest || about.sample ? "yes" : "no",
    ...(about.marks && { [marksField]: about.marks.join(",") }),
    ...record,
  };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value ?? "")]));
}
