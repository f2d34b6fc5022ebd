import * as z from "zod";
import type { Settings } from "../../settings/env.ts";
import { metaId, origin, tiktokId } from "../../settings/kinds.ts";
import { isLoopback } from "../../settings/near-addresses.ts";
import { checked, faultText, type Part } from "../../yaml/yaml-file.ts";
import { type OwnSection, ownSection, ownVariables } from "../feature.ts";

/** The events that networks can be told, in the order in which they happen to a lead. */
export const conversionEvents = ["lead", "sold", "returned", "corrected"] as const;
export type ConversionEvent = (typeof conversionEvents)[number];

/** An id that may be a number in the file. */
const id = (kind: z.ZodString) =>
  z.preprocess((given) => (typeof given === "number" ? String(given) : given), kind);
const text = (form: RegExp, expected: string) => z.string(expected).regex(form, expected);

const eventName = text(
  /^[A-Za-z][\w ]{0,49}$/,
  "an event's name of letters, digits and _, 50 at most",
).optional();
const action = id(text(/^\d{1,20}$/, "the id of a conversion action, in digits")).optional();
const goal = text(/^\S(?:.{0,98}\S)?$/, "the name of a goal").optional();
const account = id(text(/^\d{5,20}$/, "an account's id, in digits alone"));
const clientId = text(/^[\w.-]{10,200}$/, "the id of an OAuth client");
const state = text(/^[A-Z]{2}$/, "the two capital letters of a state");
const eventsMissing = "must have lead, sold, returned or corrected";

/** The common settings of networks. Which law each default follows is in docs/guides/conversions.md. */
const common = {
  mode: z.enum(["test", "live"], "must be test or live").default("test"),
  match: z.array(z.enum(["email", "phone"]), "a list of email and phone").default([]),
  "without-click": z.enum(["yes", "no"], "must be yes or no").default("no"),
  "not-in": z.array(state, "a list of states").default(["WA", "NV", "CT"]),
};
const byName = z.strictObject(
  { lead: eventName, sold: eventName, returned: eventName, corrected: eventName },
  eventsMissing,
);
const testEventCode = text(/^\w{3,40}$/, "the code that the network shows beside its test events").optional();

const kinds = {
  meta: z.strictObject({
    ...common,
    pixel: id(metaId),
    "test-event-code": testEventCode,
    events: byName.default({ lead: "Lead", sold: "Purchase" }),
  }),
  google: z.strictObject({
    ...common,
    customer: account,
    manager: account.optional(),
    "client-id": clientId,
    events: z.strictObject(
      {
        lead: action,
        sold: action,
        returned: z.literal("restate", "must be restate").optional(),
        corrected: z.literal("restate", "must be restate").optional(),
      },
      eventsMissing,
    ),
  }),
  tiktok: z.strictObject({
    ...common,
    pixel: id(tiktokId),
    "test-event-code": testEventCode,
    events: byName.default({ lead: "SubmitForm", sold: "CompletePayment" }),
  }),
  microsoft: z.strictObject({
    ...common,
    customer: account,
    account,
    "client-id": clientId,
    events: z.strictObject(
      {
        lead: goal,
        sold: goal,
        returned: z.literal("retract", "must be retract").optional(),
        corrected: z.literal("restate", "must be restate").optional(),
      },
      eventsMissing,
    ),
  }),
};

export type Network = keyof typeof kinds;
export const networks = Object.keys(kinds) as Network[];
/** The owner's settings for one network. */
export type Said<Of extends Network> = z.infer<(typeof kinds)[Of]>;
export type Conversions = { [Of in Network]: { network: Of; said: Said<Of> } }[Network];

/** Networks as people call them. */
export const networkNames = {
  meta: "Meta",
  google: "Google",
  tiktok: "TikTok",
  microsoft: "Microsoft",
} as const;

/**
 * True if a network keeps one conversion per lead and updates its value; for the others each event is a further
 * conversion.
 */
export const keepsOne = (network: Network) => network === "google" || network === "microsoft";

const whole = z
  .strictObject(
    {
      meta: kinds.meta.optional(),
      google: kinds.google.optional(),
      tiktok: kinds.tiktok.optional(),
      microsoft: kinds.microsoft.optional(),
    },
    "must have meta, google, tiktok or microsoft below it",
  )
  .superRefine((given, context) => {
    for (const each of listed(given))
      for (const [where, message] of oddIn(each))
        context.addIssue({ code: "custom", path: [each.network, ...where], message });
  });

/** Contradictions within one network's settings, with their position. */
function oddIn({ network, said }: Conversions): [where: string[], message: string][] {
  const { events, match, mode } = said;
  const reported = conversionEvents.filter((event) => events[event] !== undefined);
  const names = reported.map((event) => events[event]);
  const odd: [string[], string][] = [];
  if (reported.length === 0) odd.push([["events"], eventsMissing]);
  for (const event of ["returned", "corrected"] as const) {
    if (events[event] === undefined) continue;
    if (events.sold === undefined) odd.push([["events", event], "needs sold beside it, which it changes"]);
    else if (!keepsOne(network) && names.indexOf(events[event]) < reported.indexOf(event))
      odd.push([["events", event], "must be another name, or it counts as one more of these"]);
  }
  if (said["without-click"] === "yes" && match.length === 0)
    odd.push([["without-click"], "needs match, by which a lead without a click is known"]);
  if (mode === "test" && "pixel" in said && said["test-event-code"] === undefined)
    odd.push([["mode"], "must be live, or test with test-event-code beside it"]);
  return odd;
}

const listed = (given: { [Of in Network]?: Said<Of> | undefined }) =>
  networks.flatMap((network) => {
    const said = given[network];
    return said ? [{ network, said } as Conversions] : [];
  });

export const section: OwnSection<readonly Conversions[]> = {
  name: "conversions",
  about:
    "Ad networks that are told what became of the leads of their clicks; what they are asked with are variables (docs/guides/conversions.md).",
  example: `
  meta:
    mode: test
    test-event-code: TEST12345
    pixel: "123456789012345"
    events: { lead: Lead, sold: Purchase }
    match: [email, phone]
    not-in: [WA, NV, CT]
  google:
    customer: "1234567890"
    client-id: 1234-abc.apps.googleusercontent.com
    events: { lead: "7001", sold: "7002", returned: restate, corrected: restate }
`,
  none: [],
  read(part: Part) {
    const read = checked(whole, part.given);
    if ("faults" in read) return { value: [], faults: read.faults.map((each) => faultText(part, each)) };
    return { value: listed(read.data), faults: [] };
  },
};

/** Refresh tokens are long. */
const secret = text(/^[\x21-\x7e]{8,4000}$/, "a key or token without spaces").optional();
const addresses = z
  .string()
  .transform((all) => all.split(",").map((one) => one.trim().split(/=(.*)/s)))
  .refine(
    (pairs) =>
      pairs.every(([name, at]) => networks.some((each) => each === name) && origin.safeParse(at).success),
    `comma-separated <network>=<http or https address without a path>, networks being ${networks.join(", ")}`,
  )
  .transform((pairs) => Object.fromEntries(pairs) as { [Of in Network]?: string });

/** Networks' credentials, and the addresses of stubs in their place. */
export const variables = {
  META_CONVERSIONS_TOKEN: secret,
  TIKTOK_CONVERSIONS_TOKEN: secret,
  GOOGLE_CONVERSIONS_SECRET: secret,
  GOOGLE_CONVERSIONS_TOKEN: secret,
  MICROSOFT_CONVERSIONS_SECRET: secret,
  MICROSOFT_CONVERSIONS_TOKEN: secret,
  MICROSOFT_DEVELOPER_TOKEN: secret,
  CONVERSION_URLS: addresses.default({}),
};

/** Without these settings, messages to a network are kept and wait. */
const needed: { [Of in Network]: readonly Exclude<keyof typeof variables, "CONVERSION_URLS">[] } = {
  meta: ["META_CONVERSIONS_TOKEN"],
  tiktok: ["TIKTOK_CONVERSIONS_TOKEN"],
  google: ["GOOGLE_CONVERSIONS_SECRET", "GOOGLE_CONVERSIONS_TOKEN"],
  microsoft: ["MICROSOFT_CONVERSIONS_TOKEN", "MICROSOFT_DEVELOPER_TOKEN"],
};
/** The variable that a network may refuse one day. */
export const tokenName = (network: Network) => `${network.toUpperCase()}_CONVERSIONS_TOKEN`;

export const conversionsIn = (settings: Pick<Settings, "sections">) => ownSection(settings, section);

/** The variables without which a network cannot be told anything yet. */
export function missingFor(settings: Pick<Settings, "variables">, network: Network): string[] {
  const given = ownVariables(settings, variables);
  return needed[network].filter((name) => given[name] === undefined);
}

/** Settings that contradict others, in words. */
export function faultsIn(settings: Settings): string[] {
  const all = conversionsIn(settings);
  return Object.keys(ownVariables(settings, variables).CONVERSION_URLS).flatMap((name) => {
    const each = all.find(({ network }) => network === name);
    if (!each) return [`CONVERSION_URLS names ${name}, which is not in conversions`];
    const isTried = each.said.mode === "test" || isLoopback(settings.siteOrigin);
    return isTried ? [] : [`CONVERSION_URLS must not name ${name} while conversions.${name}.mode is live`];
  });
}

const usual: { [Of in Network]: { api: string; token?: string } } = {
  meta: { api: "https://graph.facebook.com" },
  tiktok: { api: "https://business-api.tiktok.com" },
  google: { api: "https://datamanager.googleapis.com", token: "https://oauth2.googleapis.com" },
  microsoft: {
    api: "https://campaign.api.bingads.microsoft.com",
    token: "https://login.microsoftonline.com",
  },
};

/** The addresses of a network's API and of the service that issues its tokens. */
export function placesOf(
  settings: Pick<Settings, "variables">,
  network: Network,
): { api: string; token?: string } {
  const own = ownVariables(settings, variables).CONVERSION_URLS[network];
  return own === undefined ? usual[network] : { api: own, token: own };
}
