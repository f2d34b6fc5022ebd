import * as z from "zod";
import type { Settings } from "../../settings/env.ts";
import { namedSecrets } from "../../settings/kinds.ts";
import { hostOf, isLoopback, isNearByName, isThisMachine } from "../../settings/near-addresses.ts";
import { closest } from "../../yaml/closest.ts";
import { type OwnCampaignKey, ofCampaigns, ownVariables } from "../feature.ts";

/** The events that affiliates can be told, in the order in which they happen to a lead. */
export const postbackEvents = ["lead", "sold", "returned", "corrected"] as const;
export type PostbackEvent = (typeof postbackEvents)[number];

/** Ids that ad networks gave the click. They are read as a message goes out, so that it holds none of them. */
export const postbackClicks = ["gclid", "gbraid", "wbraid", "fbclid", "ttclid", "msclkid"] as const;
/** The values of a message. None identifies a person. */
export const postbackValues = [
  ...(["event", "lead_id", "click_id", "transaction_id", "affid", "oid"] as const),
  ...(["sub1", "sub2", "sub3", "sub4", "sub5", "payout", "total"] as const),
] as const;
/** The placeholders in a postback's address. */
const postbackMacros = ["id", ...postbackValues, ...postbackClicks] as const;
export type PostbackValues = Record<(typeof postbackMacros)[number], string>;

/** An affiliate's own server, which is told what happened to its leads. */
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

const kind = z
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

export const campaign: OwnCampaignKey<z.infer<typeof kind>> = {
  key: "postbacks",
  kind,
  about: "postbacks",
  example: '    postbacks: { sold: "https://affiliate.example/postback?click={click_id}&payout={payout}" }\n',
};

/** `POSTBACK_SECRETS`: the secrets that sign affiliates' messages, by affiliate. */
export const variables = { POSTBACK_SECRETS: namedSecrets.default([]) };

/** The affiliates whose servers are told what happened to their leads. */
export function postbacksIn(settings: Pick<Settings, "ofCampaigns">): Postbacks[] {
  return ofCampaigns(settings, campaign).map(({ affiliate, said: { mode, method, ...addresses } }) => {
    return { affiliate, isTest: mode === "test", method, addresses };
  });
}

/** The secrets of one affiliate; without any, its messages are not signed. */
export function secretsOf(settings: Pick<Settings, "variables">, affiliate: string): string[] {
  return ownVariables(settings, variables)
    .POSTBACK_SECRETS.filter(({ name }) => name === affiliate)
    .map(({ secret }) => secret);
}

/** Its addresses without their queries. */
export function addressesOf({ addresses }: Pick<Postbacks, "addresses">): string[] {
  return Object.values(addresses).map((template) => template.split("?")[0]!);
}

/** Settings that contradict others, in words. */
export function faultsIn(settings: Settings): string[] {
  const all = postbacksIn(settings);
  const unknown = ownVariables(settings, variables).POSTBACK_SECRETS.find(
    ({ name }) => !all.some(({ affiliate }) => affiliate === name),
  );
  return [
    ...(unknown
      ? [`POSTBACK_SECRETS has a secret of affiliate ${unknown.name}, which has no postbacks in campaigns`]
      : []),
    ...all.flatMap((each) => nearIn(each, settings)),
  ];
}

/**
 * Affiliates submit these addresses, and could have this network called. Stubs on this machine are allowed: in test
 * mode, and where the site itself is a developer's own.
 */
function nearIn(
  { affiliate, isTest, addresses }: Postbacks,
  { contents: { campaigns }, siteOrigin }: Settings,
): string[] {
  const listed = Array.isArray(campaigns) ? campaigns.map((each) => String(each?.affid)) : [];
  return Object.entries(addresses).flatMap(([event, address]) => {
    const bare = address.split("?")[0]!;
    const isStub = isThisMachine(bare) && (isTest || isLoopback(siteOrigin));
    if (!isNearByName(bare) || isStub) return [];
    const where = `campaigns.${listed.indexOf(affiliate)}.postbacks.${event}`;
    return `${where} must be an address that others can reach: ${hostOf(bare)} is of this machine or a private network`;
  });
}
