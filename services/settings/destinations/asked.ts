import * as z from "zod";
import { httpUrl, line } from "../kinds.ts";

/** What is said of somebody who is asked, receivers and others: an address, what it is sent, and what its answer means. */

/** One value or a list of values. */
export function oneOrMore<Item extends z.ZodType>(item: Item) {
  return z.union([item.transform((one) => [one]), z.array(item).min(1, "must not be empty")]);
}

const inDollars = "must be dollars such as 45 or 45.50";

/** Dollars and cents, as written in a file: `45` or `45.50`; cents once it is read. */
export const dollars = z
  .union(
    [
      z.number(inDollars),
      z
        .string()
        .regex(/^\d{1,6}\.\d\d?$/, inDollars)
        .transform(Number),
    ],
    inDollars,
  )
  .refine((value) => value >= 0 && value < 1_000_000, inDollars)
  .transform((value) => Math.round(value * 100));

export const url = z.string("must be an http or https address").pipe(httpUrl);
const scalar = z.union([z.string(), z.number(), z.boolean()], "must be a text, a number, true or false");

export const headers = z
  .record(z.string().regex(/^[\w-]{1,100}$/, "must be the name of a header"), line(1000))
  .default({});

/**
 * A receiver's fields by their names. The source of each is a field of ours, one of ours with the receiver's words for its
 * values, or a fixed value.
 * @param names of our fields
 */
export function fieldsOf(names: readonly string[]) {
  const leadField = z.enum(names, "must be a field of the lead (docs/receivers.md)");
  const source = z.union(
    [
      leadField.transform((from) => ({ from, values: undefined, otherwise: undefined })),
      z
        .strictObject({
          from: leadField,
          values: z.record(z.string(), scalar).optional(),
          otherwise: scalar.optional(),
        })
        .transform(({ from, values, otherwise }) => ({ from, values, otherwise })),
      z.strictObject({ value: scalar }),
    ],
    "must be a field of the lead (docs/receivers.md lists them), {from, values} or {value}",
  );
  return z.record(z.string().min(1).max(200), source);
}

/** A condition on an answer: a field with one of these values, or whole words anywhere in its text. */
export const said = z
  .strictObject({
    field: line(100).optional(),
    is: oneOrMore(scalar).optional(),
    contains: oneOrMore(line(200)).optional(),
  })
  .refine(
    ({ field, is, contains }) =>
      contains ? field === undefined && is === undefined : field !== undefined && is !== undefined,
    "must have field and is, or contains",
  );
