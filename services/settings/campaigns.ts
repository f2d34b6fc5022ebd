import * as z from "zod";
import { closest } from "./closest.ts";
import { line } from "./kinds.ts";
import { isThisMachine } from "./stand-ins.ts";
import { checked, faultText, type Part } from "./yaml-file.ts";

/** What affiliates can be told, in the order in which it happens to a lead. */
export const postbackEvents = ["lead", "sold", "returned", "corrected"] as const;
export type PostbackEvent = (typeof postbackEvents)[number];

/** What the address of a postback can say, by what stands for it. Nothing says who somebody is. */
export const postbackMacros = [
  ...(["event", "id", "lead_id", "click_id", "transaction_id", "affid", "oid"] as const),
  ...(["sub1", "sub2", "sub3", "sub4", "sub5", "payout", "total"] as const),
] as const;
export type PostbackValues = Record<(typeof postbackMacros)[number], string>;

/** Where an affiliate's own server is told what became of its leads. */
export type Postbacks = {
  affiliate: string;
  isTest: boolean;
  method: "GET" | "POST";
  addresses: Partial<Record<PostbackEvent, string>>;
};

const macro = /\{([^{}]*)\}/g;

/** An address with macros in its query, and nowhere else: what a link brought along decides about no host and no path. */
const template = z.string("must be an address").superRefine((text, context) => {
  const refuse = (message: string) => void context.addIssue({ code: "custom", message });
  const unknown = [...text.matchAll(macro)].map(([, name]) => name!).find((name) => !isMacro(name));
  if (unknown !== undefined) {
    const meant = closest(unknown, postbackMacros);
    return refuse(`has {${unknown}}, which is not known${meant ? `; did you mean {${meant}}?` : ""}`);
  }
  const bare = text.replaceAll(macro, "");
  const [place = ""] = text.split("?");
  if (/[{}]/.test(bare)) return refuse("has a { or } that belongs to no macro");
  if (/[{}]/.test(place)) return refuse("must have its macros behind the ?");
  if (!URL.canParse(bare) || /\s/.test(text)) return refuse("must be an address");
  const { username, password, hash } = new URL(bare);
  if (username || password || hash) return refuse("must be an address without a name, a password and #");
});

const isMacro = (name: string) => postbackMacros.some((each) => each === name);

const postbacks = z
  .strictObject(
    {
      mode: z.enum(["test", "live"], "must be test or live").default("test"),
      method: z.enum(["GET", "POST"], "must be GET or POST").default("GET"),
      lead: template.optional(),
      sold: template.optional(),
      returned: template.optional(),
      corrected: template.optional(),
    },
    "must have lead, sold, returned or corrected",
  )
  .superRefine((given, context) => {
    if (!postbackEvents.some((event) => given[event] !== undefined))
      context.addIssue({ code: "custom", message: "must have lead, sold, returned or corrected" });
    for (const event of postbackEvents) {
      const address = given[event];
      if (address === undefined || /^https:\/\//i.test(address)) continue;
      const isStub = given.mode === "test" && isThisMachine(address.replaceAll(macro, ""));
      if (!isStub) context.addIssue({ code: "custom", path: [event], message: "must be an https address" });
    }
  });

/** What belongs to an affiliate: the headline of its ad above the first question, and what it is told. */
const campaign = z.strictObject({
  affid: z.string("must be a text").regex(/^[\w-]{1,64}$/, "must be an affiliate id"),
  headline: z.strictObject({ en: line(120), es: line(120) }, "must have en and es").optional(),
  postbacks: postbacks.optional(),
  report: z
    .array(z.email("must be an e-mail address"), "must be a list of e-mail addresses")
    .min(1, "must not be empty")
    .max(5, "must have 5 addresses at most")
    .optional(),
});

type Campaign = z.infer<typeof campaign>;

/** Headlines by affiliate id. */
export type Campaigns = ReadonlyMap<string, NonNullable<Campaign["headline"]>>;

/** What is said of affiliates. */
export type CampaignsSaid = {
  /** Of all affiliates of whom anything is said. */
  ids: readonly string[];
  headlines: Campaigns;
  postbacks: readonly Postbacks[];
  /** Who has a letter each morning. */
  reports: readonly { affiliate: string; to: readonly string[] }[];
};

/** Reads what is said of affiliates. With any fault in it, nothing is. */
export function readCampaigns(part: Part): { value: CampaignsSaid; faults: string[] } {
  const list = z.array(campaign, "must be a list").max(500, "must have 500 entries at most");
  const read = checked(list, part.given);
  const all = "data" in read ? read.data : [];
  const ids = all.map(({ affid }) => affid);
  const faults =
    "faults" in read
      ? read.faults
      : ids.flatMap((id, index) =>
          ids.indexOf(id) < index ? [{ where: [index, "affid"], text: "is there twice" }] : [],
        );
  return {
    value: {
      ids,
      headlines: new Map(
        all.flatMap(({ affid, headline }) => (headline ? [[affid, headline] as const] : [])),
      ),
      postbacks: all.flatMap(({ affid: affiliate, postbacks: given }): Postbacks[] => {
        if (!given) return [];
        const { mode, method, ...addresses } = given;
        return [{ affiliate, isTest: mode === "test", method, addresses }];
      }),
      reports: all.flatMap(({ affid: affiliate, report: to }) => (to ? [{ affiliate, to }] : [])),
    },
    faults: faults.map((each) => faultText(part, each)),
  };
}
