/** Settings that are no secrets, each with its name in claimpath.yaml, its kind, its default and what it is for. */
import * as z from "zod";
import { TRANSFORMED_AFFID } from "../../machines/rules/limits.ts";
import type { OwnSetting } from "../features/feature.ts";
import { allFeatures } from "../features.ts";
import * as is from "./kinds.ts";

/** What happens to a lead that repeats another, and the longest time that it may be looked for, in hours. */
export const endsOfRepeats = ["hold", "mark", "skip"] as const;
export const mostRepeatHours = 2_160;

const minute = 60_000;
const dayMs = 24 * 60 * minute;
const days = (usual: number, least = 1) => is.wholeNumber(least, 3660).default(usual);

const said = <Kind extends z.ZodType>(kind: Kind, about: string) => ({ kind, about });

/** A site's facts about its company until somebody sets them: clearly fictitious. */
export const defaultFacts = {
  name: "Claimpath",
  phone: "+18775550142",
  email: "help@example.com",
  address: "100 Example Street, Anytown, USA",
};

/** The core's, by the sections of the file, in its order. */
// biome-ignore format: what a setting is for has a line of its own
export const plainSections = {
  company: {
    about: "Who you are. Under a public https SITE_ORIGIN the site does not start while one of the first four is the default.",
    settings: {
      name: said(is.text().default(defaultFacts.name), "Name shown on every page."),
      phone: said(is.tollFree.default(defaultFacts.phone),
        "Toll-free number shown and dialled, in the form +1877…; the default is fictitious."),
      email: said(is.emailAddress.default(defaultFacts.email),
        "Address for questions from visitors."),
      address: said(is.text().default(defaultFacts.address),
        "Postal address in the footer."),
      "time-zone": said(is.timeZone.default("America/New_York"),
        "Time zone in which days are counted when a visitor's own is not known."),
      "first-call-within": said(is.timeSpan.optional(),
        "Longest usual wait for a firm's first call, such as 1 business day or 2 hours; without it no page names a time."),
      "calls-come-from": said(is.phoneNumbers.optional(),
        "Numbers that firms call from in the form +18135550142; without them no page names one."),
      "reply-within": said(is.timeSpan.optional(),
        "Longest usual wait for an answer to the contact form, such as 1 business day; without it no page names a time."),
    },
  },
  survey: {
    about: "Rules of the surveys.",
    settings: {
      "partial-fault-states": said(is.states.default([]),
        "States where a partly guilty visitor counts as not at fault, such as [FL, TX]."),
      "date-of-birth-states": said(is.states.default([]),
        "States where the date of birth is asked."),
      "no-click-window-states": said(is.states.default([]),
        "States where no click-tracker window is opened."),
      "no-default-buyers-states": said(is.states.default([]),
        "States where no default buyers (of buyers below) are named."),
      "reserved-surnames": said(is.list(z.string().min(1).max(100), "comma-separated names").default([]),
        "Surnames that always count as gibberish."),
      "force-early-treatment": said(is.onOff.default(true),
        "Whether treatment and injury become Yes for accidents of the last 15 days (what was answered is kept): on or off."),
      "email-mx-check": said(is.onOff.default(true),
        "Whether the built-in e-mail check also asks DNS for mail servers: on or off. Without DNS it blocks nobody."),
      "compensation-table": said(is.onOff.default(true),
        "Whether the built-in table estimates the compensation level where no service (COMPENSATION_URL) is set: on or off; with off the meter shows no level."),
      "prefill-percent": said(is.wholeNumber(0, 100).default(0),
        "Share of visitors who find filled in what the same browser gave before, 0 to 100; with 100 the service (PREPOP_URL) is not asked."),
    },
  },
  sources: {
    about: "How links name what a visit was bought by: each a sub id that keeps it, and after it parameters that say it in links without that sub id.",
    settings: {
      campaign: said(is.sourceParameters.default(["sub1"]),
        "The ad's campaign, such as [sub1, utm_campaign]; s1 is another name of sub1."),
      set: said(is.sourceParameters.optional(),
        "Its ad set, such as [sub2, utm_term]; without it sources are told apart by campaign alone."),
      ad: said(is.sourceParameters.optional(),
        "The ad itself, such as [sub3, utm_content]; it takes a set."),
    },
  },
  delivery: {
    about: "How leads leave.",
    settings: {
      "lead-prosper-test": said(is.onOff.default(true),
        "Whether leads for LeadProsper are marked as tests (lp_action); off sends real ones. Each receiver has a switch of its own."),
      "contact-ingest-test": said(is.onOff.default(true),
        "Whether messages of the contact form are marked as tests."),
      "distribution-test": said(is.onOff.default(true),
        "Whether what the external distribution of variant E gets is marked as a test."),
      "transformed-lead-test": said(is.onOff.default(true),
        "Whether the transformed lead of variant F is marked as a test."),
      "transformed-lead-affid": said(is.affid.default(TRANSFORMED_AFFID),
        "Affiliate id that the transformed lead carries; none for an empty one, in whose place it carries 10."),
      "ticket-lead-test": said(is.onOff.default(true),
        "Whether the ticket flow's leads are marked as tests."),
      "repeat-hours": said(is.wholeNumber(0, mostRepeatHours).default(24),
        "Hours within which a receiver gets one lead of a phone number, and a few of an e-mail address, browser or network; 0: any."),
      repeats: said(z.enum(endsOfRepeats, endsOfRepeats.join(", ")).default("hold"),
        "What becomes of one more: hold (it waits for the operator, npm run outbox -- list --status held), mark (it is sent, and the lead's story says so) or skip (it is not sent). Those of destinations set their own; one of tests gets each."),
      "at-once": said(is.wholeNumber(1, 200).default(8),
        "Messages that each process sends to one destination at the same time: with a buyer that takes four seconds, two leads a second."),
      "max-attempts": said(is.wholeNumber(1, 100).default(8),
        "How often a message is tried before it is set aside."),
      "lead-prosper-first-retry-ms": said(is.wholeNumber(1, 24 * 60 * minute).default(minute),
        "Shortest wait before a lead is sent to LeadProsper again, in milliseconds; under 60000 only for a stub on this machine."),
      "own-posts-first-retry-ms": said(is.wholeNumber(1, dayMs).default(10_000),
        "Shortest wait before one of the other posts of leads is sent again, in milliseconds."),
      "poll-ms": said(is.wholeNumber(10, 10 * minute).default(1_000),
        "How often the outbox is looked at, in milliseconds."),
    },
  },
  keep: {
    about: "How long personal data is kept, in days unless it says otherwise.",
    settings: {
      "visit-days": said(is.wholeNumber(1, 365).default(7),
        "Days for which an unfinished visit can be resumed."),
      "lead-days": said(days(30), "A lead after it was last delivered (or was not to be)."),
      "undelivered-lead-days": said(days(365),
        "A lead or message that could be delivered to nobody."),
      "contact-days": said(days(90),
        "A message of the contact form after it was delivered."),
      "payload-days": said(days(7),
        "What was sent, after it was delivered; that it was stays known as long as the lead."),
      "phone-code-days": said(days(7), "Who was sent verification codes, how often."),
      "request-days": said(days(731, 731),
        "That somebody asked for their data or its deletion; the law requires at least two years."),
      "sales-years": said(is.wholeNumber(1, 30).default(7),
        "Years for which the books say what was sold, returned and paid; nothing in them says who somebody is."),
    },
  },
  limits: {
    about: "How much is taken in, and how much of what costs money may be had.",
    settings: {
      "posts-per-address": said(is.wholeNumber(0, 1_000_000).default(1_200),
        "Posts taken from one address in a minute, over all processes; 0 for any number. A visitor makes twenty or so in all."),
      "megabytes-per-address": said(is.wholeNumber(0, 1_000_000).default(100),
        "Megabytes of posts a day that are taken from one address; as many again need a proof of work each, then no more; 0: any."),
      "posts-in-all": said(is.wholeNumber(0, 10_000_000).default(30_000),
        "Posts taken from everybody in a minute, over all processes; 0 for any number."),
      "proof-of-work-cost": said(is.wholeNumber(0, 1_000_000).default(2_000),
        "When that limit is reached, browsers get through by a proof of work: how hard it is, in rounds of PBKDF2 per try, of which 256 are needed on average. 2000 takes a slow phone about a second; 0 asks nobody."),
      "lookups-per-address": said(is.wholeNumber(0, 1_000_000).default(100),
        "Paid look-ups (e-mail, phone, zip, gibberish, lead exchange) in an hour by one address, over all processes; networks around it get 3 and 9 times as many. What is over is left to the built-in checks. 0 for any number."),
      "lookups-per-hour": said(is.wholeNumber(0, 10_000_000).default(3_000),
        "The same in an hour by everybody."),
      "lookups-per-day": said(is.wholeNumber(0, 100_000_000).default(20_000),
        "The same in a day by everybody."),
      "verdict-hours": said(is.wholeNumber(0, 24).default(24),
        "Hours for which the answer of a paid e-mail or phone check is kept, by a keyed hash, and not asked for again; 0 to 24."),
      "texts-per-address": said(is.wholeNumber(0, 1_000_000).default(20),
        "Texts with codes in an hour to visitors of one address, over all processes; networks around it get 3 and 9 times as many."),
      "texts-per-exchange": said(is.wholeNumber(0, 10_000).default(10),
        "The same to the numbers that share their first six digits."),
      "texts-per-hour": said(is.wholeNumber(0, 10_000_000).default(200),
        "The same in an hour to everybody."),
      "texts-per-day": said(is.wholeNumber(0, 100_000_000).default(1_000),
        "The same in a day to everybody."),
      "receipts-per-day": said(is.wholeNumber(0, 1_000_000).default(0),
        "Letters in a day to visitors who ask on the thank-you page for a copy of what they agreed to, one a lead; 0: it offers none. They go by the mail server and sender of the first destination of kind email."),
      "alert-seconds": said(is.wholeNumber(0, 86_400).default(60),
        "Seconds in which each process sends one alert to the chat (SLACK_WEBHOOK_URL), which says how many more there were; 0: each."),
    },
  },
  consents: {
    about: "Who witnesses the log of consents, besides the variables CONSENT_WITNESS_FILE and the like.",
    settings: {
      "witness-email": said(z.email("an e-mail address").optional(),
        "A mailbox that the log's signed heads are sent to, by the mail server of the first destination of kind email."),
      "witness-minutes": said(is.wholeNumber(0, 24 * 60).default(10),
        "How often witnesses get them, in minutes, while consents come."),
    },
  },
  analytics: {
    about: "What analysts see.",
    settings: {},
  },
  server: {
    about: "How the site runs.",
    settings: {
      log: said(is.onOff.default(true),
        "Whether the server writes its log (JSON lines without personal data): on or off."),
      "region-header": said(is.headerName.optional(),
        "Header in which the proxy tells the visitor's state as two letters, for example CF-Region-Code."),
      "database-pool-size": said(is.wholeNumber(2, 200).default(10),
        "Connections to PostgreSQL that each process opens at most; one more tells how the store is, and the analysts' thread has two."),
      "shared-cache-seconds": said(is.wholeNumber(0, 24 * 60 * 60).default(0),
        "For how long a cache in front may keep first views and articles, in seconds (docs/scaling.md says what it must follow); 0: not at all."),
    },
  },
  pixels: {
    about: "Pixels and scripts that effects of the surveys load; without an address or an id nothing is loaded. pages gives single paths their own.",
    settings: {
      media: said(is.httpUrl.optional(), "Media script of variant A."),
      tracking: said(is.httpUrl.optional(),
        "Tracking pixel (an image): of variant A after an injury, of the ticket flow at its start."),
      "ad-tracking": said(is.httpUrl.optional(),
        "Ad-tracking script, loaded once an injury is reported."),
      meta: said(is.metaId.optional(),
        "Meta's pixel: its id. Counts a page view and each lead of affiliate 389."),
      "meta-script": said(is.httpUrl.default("https://connect.facebook.net/en_US/fbevents.js"),
        "The script of Meta's pixel."),
      "meta-image": said(is.httpUrl.default("https://www.facebook.com/tr"),
        "Its image, which counts the page view in browsers without scripts."),
      tiktok: said(is.tiktokId.optional(),
        "TikTok's pixel: its id. Counts a page view and each lead of affiliate 389."),
      "tiktok-script": said(is.httpUrl.default("https://analytics.tiktok.com/i18n/pixel/events.js"),
        "The script of TikTok's pixel."),
    },
  },
  scripts: {
    about: "What the browser opens or loads from others; without an address or a key nothing.",
    settings: {
      "affiliate-click": said(is.httpUrl.optional(),
        "Affiliate's click tracker, opened in a new tab for disqualified visitors."),
      "vw3-offer": said(is.httpUrl.optional(),
        "Offer opened in the VW3 variant for visitors who have a lawyer."),
      "everflow-domain": said(is.host.optional(),
        "Everflow's tracking domain, for example www.example-tracking.com: clicks are registered there by its script."),
      trustedform: said(is.onOff.default(false),
        "Whether TrustedForm certifies the survey's form: on or off."),
      "trustedform-script": said(is.httpUrl.default("https://api.trustedform.com/trustedform.js"),
        "The script of TrustedForm."),
      "trustedform-cert-origins": said(is.list(is.origin, "http or https addresses without a path").transform((origins) => origins.map((one) => new URL(one).origin)).default(["https://cert.trustedform.com"]),
        "Where a certificate may be stored; all other addresses are ignored."),
      "jornaya-campaign": said(is.key.optional(),
        "Jornaya's campaign key: its script is loaded and gives each lead a LeadiD token."),
      "jornaya-script": said(is.httpUrl.default("https://create.lidstatic.com/campaign"),
        "Where Jornaya's scripts are served."),
      "retreaver-campaign": said(is.key.optional(),
        "Retreaver's campaign key: it gives the telephone number that is shown. Not together with ringba-tag."),
      "retreaver-script": said(is.httpUrl.default("https://dist.routingapi.com/jsapi/v1/retreaver.min.js"),
        "The script of Retreaver."),
      "retreaver-host": said(is.host.default("https://api.routingapi.com"),
        "Host that Retreaver's script asks for a number."),
      "ringba-tag": said(is.key.optional(),
        "Ringba's tag: its script replaces the telephone numbers on the page."),
      "ringba-script": said(is.httpUrl.default("https://b-js.ringba.com"),
        "Where Ringba's tags are served."),
      "public-ip": said(is.httpUrl.optional(),
        'Service that says the visitor’s own address, as {"ip": …}; kept with the consent, never believed.'),
      "public-ip-fallback": said(is.httpUrl.optional(),
        "A trace (lines such as ip=…) asked when public-ip does not answer."),
    },
  },
} as const;

export type PlainSection = keyof typeof plainSections;
type SettingsOf<S extends PlainSection> = (typeof plainSections)[S]["settings"];

/** The checked values of all of them. */
export type Plain = {
  [S in PlainSection]: {
    [N in keyof SettingsOf<S>]: SettingsOf<S>[N] extends { kind: infer Kind extends z.ZodType }
      ? z.infer<Kind>
      : never;
  };
};

/** A setting of claimpath.yaml, such as `company.name`. */
export type PlainSetting = {
  section: PlainSection;
  key: string;
  /** As people and messages call it: `company.name`. */
  name: string;
  kind: z.ZodType;
  about: string;
};

/** The default as the file would have it; '' for none. */
export function usual({ kind }: Pick<PlainSetting, "kind">): string {
  const value = kind.parse(undefined) as unknown;
  if (typeof value === "boolean") return value ? "on" : "off";
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

/** Every single value that the file may have: a section's own, and below them those that features have in it. */
export const plainSettings: readonly PlainSetting[] = Object.entries(plainSections).flatMap(
  ([section, { settings }]) =>
    Object.entries<OwnSetting>({ ...settings, ...ownKeys(section) }).map(([key, each]) => ({
      section: section as PlainSection,
      key,
      name: `${section}.${key}`,
      ...each,
    })),
);

function ownKeys(section: string): Record<string, OwnSetting> {
  const own = allFeatures.flatMap(({ settings }) => (settings?.section === section ? [settings.keys] : []));
  return Object.assign({}, ...own);
}
