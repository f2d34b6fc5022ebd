import * as z from "zod";

/** A schema for a service's yes or no: a boolean or these words, in any case; anything else is no answer. */
export function verdictBy(affirmative: readonly string[]) {
  return z.union([
    z.boolean(),
    z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum([...affirmative, "no", "false"]))
      .transform((word) => affirmative.includes(word)),
  ]);
}

/** The same by its usual words. */
export const verdict = verdictBy(["yes", "true"]);

/** A fraud score: a number, or its digits as text. */
export const score = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d+)?$/)
    .transform(Number),
]);
