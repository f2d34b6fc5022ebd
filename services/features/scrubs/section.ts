import * as z from "zod";
import { aboutFields } from "../../../machines/context/personal.ts";
import { dollars, fieldsOf, headers, said, url } from "../../settings/destinations/asked.ts";
import { leadFields } from "../../settings/destinations/lead-fields.ts";
import type { Settings } from "../../settings/env.ts";
import { checked, type Fault, faultText } from "../../yaml/yaml-file.ts";
import { type OwnSection, ownSection } from "../feature.ts";

/** The number as lists want it: ten digits, or these after `+1`. */
export const numberFields = ["phone", "phone_digits", "phone_e164"] as const;

const names = [
  ...leadFields.filter((name) => !aboutFields.includes(name) && name !== "phone"),
  ...numberFields,
];

/** Cents and parts of them, as lists charge: `0.4`; thousandths of a cent once it is read. */
const cost = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,5}(\.\d{1,3})?$/)
        .transform(Number),
    ],
    "must be cents such as 0.4",
  )
  .refine((cents) => cents >= 0 && cents < 100_000, "must be cents such as 0.4")
  .transform((cents) => Math.round(cents * 1_000));

const whole = (least: number, most: number) =>
  z
    .int("must be a whole number")
    .min(least, `must be at least ${least}`)
    .max(most, `must be ${most} at most`);

const actions = ["mark", "hold", "refuse"] as const;

const scrub = z.strictObject(
  {
    kind: z.enum(["json", "form", "query"], "must be json, form or query").default("json"),
    url,
    headers,
    fields: fieldsOf(names).refine(
      (map) => Object.values(map).some((each) => "from" in each && isNumber(each.from)),
      "must have the number: phone, phone_digits or phone_e164",
    ),
    answer: z.strictObject({ listed: said, clean: said }, "must have listed and clean"),
    action: z.enum(actions, "must be mark, hold or refuse"),
    "when-unknown": z.enum(["send", "hold"], "must be send or hold").optional(),
    "keep-days": whole(1, 365).default(30),
    "cost-cents": cost.default(0),
    "daily-budget": dollars.refine((cents) => cents > 0, "must be more than 0").optional(),
    "timeout-seconds": whole(1, 10).default(5),
    mode: z.enum(["test", "live"], "must be test or live").default("test"),
  },
  "must be a list that is asked",
);

/** One list that is asked about the numbers of leads. */
export type Scrub = Omit<z.infer<typeof scrub>, "when-unknown"> & {
  name: string;
  /** What happens to a lead about whose number it says nothing. */
  whenUnknown: "send" | "hold";
};

function isNumber(field: string): boolean {
  return numberFields.some((name) => name === field);
}

/** The fields of a lead besides its number by which an answer may differ: a certificate's verdict is of that lead alone. */
export function otherFields({ fields }: Pick<Scrub, "fields">): string[] {
  return Object.values(fields)
    .flatMap((each) => ("from" in each && !isNumber(each.from) ? [each.from] : []))
    .sort();
}

const nameForm = /^[a-z][a-z0-9-]{0,39}$/;

export const section: OwnSection<readonly Scrub[]> = {
  name: "scrubs",
  about:
    "Lists that are asked about a lead's number once it is stored, and before the first receiver is sent it: do-not-call, litigators, reassigned numbers, certificates. mark says it on the lead's page and to receivers (the field marks), hold has a person decide, refuse sends it to nobody; in test mode all only mark (docs/guides/scrubs.md).",
  example: `  litigators:
    mode: test
    url: https://api.example.com/v1/check
    headers: { Authorization: "Bearer \${LITIGATORS_KEY}" }
    fields: { number: phone_digits }
    answer: { listed: { field: result.status, is: litigator }, clean: { field: result.status, is: clean } }
    action: refuse
    when-unknown: hold
    keep-days: 30
    cost-cents: 0.4
    daily-budget: 20.00
`,
  none: [],
  hasSecrets: true,
  read(part) {
    const outline = checked(z.record(z.string(), z.unknown(), "must be a list of names"), part.given);
    if ("faults" in outline)
      return { value: [], faults: outline.faults.map((fault) => faultText(part, fault)) };
    const faults: Fault[] = [];
    const value = Object.entries(outline.data).flatMap(([name, body]): Scrub[] => {
      if (!nameForm.test(name))
        faults.push({ where: [name], text: "must be a name of small letters, digits and -" });
      const read = checked(scrub, body);
      if ("faults" in read) {
        faults.push(...read.faults.map((fault) => ({ ...fault, where: [name, ...fault.where] })));
        return [];
      }
      const { "when-unknown": said, ...rest } = read.data;
      if (rest["daily-budget"] !== undefined && rest["cost-cents"] === 0)
        faults.push({ where: [name, "daily-budget"], text: "needs cost-cents, by which money is counted" });
      // What nobody knows is treated no more strictly than what is listed.
      const whenUnknown = said ?? (rest.action === "mark" ? "send" : "hold");
      return [{ ...rest, name, whenUnknown }];
    });
    return { value, faults: faults.map((fault) => faultText(part, fault)) };
  },
};

export const scrubsIn = (settings: Pick<Settings, "sections">): readonly Scrub[] =>
  ownSection(settings, section);

/** How a list is called among receivers, for the start's lines and `claimpath try`. */
export const portName = (name: string) => `scrub.${name}`;
