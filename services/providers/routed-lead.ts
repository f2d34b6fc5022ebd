import * as z from "zod";
import type { RoutedLead } from "./ports.ts";

const shape = z.object({
  about: z.object({
    id: z.string(),
    kind: z.enum(["survey", "contact"]),
    variant: z.string(),
    qualified: z.boolean().nullable(),
    dqReason: z.string().nullable(),
    createdAt: z.number(),
    isOptedOut: z.boolean(),
    repeats: z.boolean().optional(),
    order: z.array(z.string()).optional(),
    orderBy: z.enum(["weighted", "best-price"]).optional(),
    bids: z
      .object({
        at: z.number(),
        of: z.record(z.string(), z.object({ price: z.number().optional(), buyerId: z.string().optional() })),
      })
      .optional(),
    sample: z.literal(true).optional(),
  }),
  record: z.record(z.string(), z.unknown()),
});

/** The lead in a message of the outbox. */
export function routedLead(payload: Record<string, unknown>): RoutedLead {
  return shape.parse(payload);
}

/**
 * All fields that a receiver's own can be made of, by the names of `leadFields`; a list is written with commas.
 * @param isTest marks it as no real lead; a sample is one always
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
    ...record,
  };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value ?? "")]));
}
