import * as z from "zod";
import type { Testimonial } from "../../machines/messages/testimonials.ts";
import { readJson } from "./json-file.ts";
import { line } from "./kinds.ts";

const most = 50;

/** One quote of the file. `consent` says how we know that we may show it; no page does. */
const testimonial = z.strictObject({
  quote: line(600),
  name: line(60),
  place: line(60),
  date: z.iso.date({ error: "must be a day such as 2026-01-31" }),
  language: z.enum(["en", "es"], { error: "must be en or es" }),
  consent: line(300),
});

/** A setting that names a JSON file of quotes; becomes the quotes. What is wrong is said with the file and the field. */
export const testimonialsFile = z.string().transform((file, context): Testimonial[] => {
  const refuse = (fault: string) => {
    context.addIssue({ code: "custom", message: `a JSON file with a list of quotes (${file}: ${fault})` });
    return z.NEVER;
  };
  const read = readJson(file);
  if ("fault" in read) return refuse(read.fault);
  const { content: found } = read;
  if (!Array.isArray(found)) return refuse("it is not a list");
  if (found.length > most) return refuse(`it has more than ${most} quotes`);
  const quotes: Testimonial[] = [];
  for (const [index, item] of found.entries()) {
    const checked = testimonial.safeParse(item);
    if (!checked.success) return refuse(`quote ${index + 1}: ${faultIn(checked.error.issues[0]!)}`);
    const { consent, ...shown } = checked.data;
    quotes.push(shown);
  }
  return quotes;
});

function faultIn(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `"${issue.keys[0]}" is not known`;
  const [field] = issue.path;
  return field === undefined ? "it is not an object" : `"${String(field)}" ${issue.message}`;
}
