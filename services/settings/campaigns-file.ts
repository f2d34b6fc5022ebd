import * as z from "zod";
import { readJson } from "./json-file.ts";
import { line } from "./kinds.ts";

/** The headline of an ad above the first question of those who come from it. */
const campaign = z.strictObject({
  affid: z.string("must be a text").regex(/^[\w-]{1,64}$/, "must be an affiliate id"),
  headline: z.strictObject({ en: line(120), es: line(120) }, "must have en and es"),
});

type Campaign = z.infer<typeof campaign>;

/** Headlines by affiliate id. */
export type Campaigns = ReadonlyMap<string, Campaign["headline"]>;

/** A setting that names a JSON file with a list of campaigns. What is wrong is said with the file and the place. */
export const campaignsFile = z.string().transform((file, context): Campaigns => {
  const refuse = (fault: string) => {
    context.addIssue({ code: "custom", message: `a JSON file with a list of campaigns (${file}: ${fault})` });
    return z.NEVER;
  };
  const read = readJson(file);
  if ("fault" in read) return refuse(read.fault);
  const checked = z
    .array(campaign, "it is not a list")
    .max(500, "it has more than 500")
    .safeParse(read.content);
  if (!checked.success) return refuse(faultIn(checked.error.issues[0]!));
  const campaigns = new Map(checked.data.map(({ affid, headline }) => [affid, headline]));
  return campaigns.size === checked.data.length ? campaigns : refuse("an affid is in it twice");
});

/** For example `campaign 2 headline es must be a text`. */
function faultIn({ path: [index, ...fields], message, ...issue }: z.core.$ZodIssue): string {
  if (typeof index !== "number") return message;
  const place = [`campaign ${index + 1}`, ...fields].join(" ");
  return issue.code === "unrecognized_keys"
    ? `${place} has no field ${issue.keys[0]}`
    : `${place} ${message}`;
}
