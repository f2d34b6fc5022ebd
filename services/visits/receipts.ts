import { fill } from "../../machines/messages/fill.ts";
import type { Language } from "../../machines/steps/step.ts";
import { hourMs } from "../guard/budget.ts";
import { networksOf } from "../guard/network-of.ts";
import { errorName, type Log } from "../observe/log.ts";
import { mailServer } from "../providers/mail.ts";
import type { Settings } from "../settings/env.ts";
import { normalEmail } from "../store/engine/address-hash.ts";
import type { Store } from "../store/store.ts";
import { paragraphsOfStored } from "../words/consent.ts";
import { languageNamed, mainLanguage } from "../words/languages.ts";
import type { Messages } from "../words/messages.ts";

const dayMs = 24 * hourMs;
/** Nobody asks for more, even where several live. */
const mostPerNetwork = 5;
/** The visitor waits for it. */
const timeoutMs = 10_000;
/** Letters in a day to one mailbox, however many name it. */
const mostPerMailbox = 2;
/** The first of an id that only one lead has; the console finds it by them. */
const referenceLength = 18;

const zones: Record<string, string> = {
  "America/New_York": "CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV",
  "America/Chicago": "AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI",
  "America/Denver": "CO ID MT NM UT WY",
  "America/Phoenix": "AZ",
  "America/Los_Angeles": "CA NV OR WA",
  "America/Anchorage": "AK",
  "Pacific/Honolulu": "HI",
  "America/Puerto_Rico": "PR VI",
};
const zoneOf = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.split(" ").map((state) => [state, zone] as const)),
);

/** The time zone of most of a state, by its two letters; undefined for others. A time is shown with its zone's name. */
function timeZoneOf(state: unknown): string | undefined {
  return typeof state === "string" ? zoneOf.get(state) : undefined;
}

/** A lead's receipt for its visitor: neither their identity nor their answers. */
export type Receipt = {
  /** By which the operator finds the lead. */
  reference: string;
  sent: string;
  /** Label of the button that gave the consent. */
  button: string;
  /** The consent exactly as it was shown, a paragraph each; joined by spaces they are the stored text. */
  paragraphs: readonly string[];
};

export type Receipts = {
  /** The receipt of this browser's newest lead. `byMail`: it can be requested by mail. */
  newest(sessionId: string | null, shown?: Language): Promise<(Receipt & { byMail: boolean }) | undefined>;
  /** Sends it to the visitor's address, once. @returns whether it is sent by now */
  mail(sessionId: string | null, ip: string): Promise<boolean>;
};

/**
 * The receipts of visitors' leads. A receipt is found by the signed cookie of the browser that sent the lead, never by
 * an address.
 */
export function receiptsWith(deps: {
  store: Pick<Store, "visits" | "leads" | "consents" | "suppressions" | "budgets">;
  settings: Pick<Settings, "receipts" | "siteTimeZone" | "company" | "ownWords">;
  now: () => number;
  log: Log;
}): Receipts {
  const { store, settings, now, log } = deps;
  const { receipts: letters, siteTimeZone, company } = settings;
  const mails = letters && mailServer(letters.smtp, timeoutMs);

  async function found(sessionId: string | null, shown?: Language) {
    const leadId = sessionId && (await store.visits.latestWithLead(sessionId))?.leadId;
    const row = leadId ? await store.consents.ofLead(leadId) : undefined;
    // An erased one has no words left.
    if (!leadId || !row?.body) return undefined;
    const { text, button, language: worded } = JSON.parse(row.body) as Record<string, string>;
    const language = languageNamed(worded) ?? mainLanguage;
    // Where the visitor lives, not where the company does.
    const { record = {} } = (await store.leads.get(leadId)) ?? {};
    const receipt = {
      reference: leadId.slice(0, referenceLength).toUpperCase(),
      sent: momentInWords(row.at, shown ?? language, timeZoneOf(record.state) ?? siteTimeZone),
      button: button!,
      paragraphs: paragraphsOfStored(text!, language),
    };
    return { leadId, record, language, receipt, byMail: letters !== undefined && now() - row.at < dayMs };
  }

  return {
    async newest(sessionId, shown) {
      const known = await found(sessionId, shown);
      return known && { ...known.receipt, byMail: known.byMail };
    },
    async mail(sessionId, ip) {
      const known = await found(sessionId);
      if (!known?.byMail || !mails || !letters) return false;
      const { leadId, record, language, receipt } = known;
      const { email, phone } = record;
      const mailbox = normalEmail(email);
      if (typeof email !== "string" || mailbox === undefined) return false;
      // The person who has opted out may not be the one who asks now.
      if (await store.suppressions.has({ email, phone })) return false;
      const [network] = networksOf(ip);
      const once = { name: "receipt", of: leadId, windowMs: dayMs, most: 1 };
      const usedUp = await store.budgets.take(
        [
          once,
          { name: "receipts mailbox", of: mailbox, windowMs: dayMs, most: mostPerMailbox },
          { name: "receipts network", of: network, windowMs: hourMs, most: mostPerNetwork },
          { name: "receipts day", windowMs: dayMs, most: letters.perDay },
        ],
        now(),
      );
      // Asked for twice: it is there.
      if (usedUp) return usedUp.share === once;
      const { subject, text } = receiptLetter(settings.ownWords.messages(language), receipt, company);
      try {
        await mails.sendMail({
          from: letters.from,
          to: email,
          messageId: `<receipt.${leadId}@${letters.from.split("@")[1]}>`,
          subject,
          text,
        });
        return true;
      } catch (error) {
        log("receipt.not_sent", { leadId, error: errorName(error) });
        return false;
      }
    },
  };
}

/** The letter in which a visitor gets the receipt. */
export function receiptLetter(
  { letters: { receipt: words } }: Pick<Messages, "letters">,
  { reference, sent, button, paragraphs }: Receipt,
  { siteName, phone, email }: Pick<Settings["company"], "siteName" | "phone" | "email">,
): { subject: string; text: string } {
  const lines = [
    `${words.reference}: ${reference}`,
    `${words.sent}: ${sent}`,
    fill(words.agreed, { button }),
    // Lines of one block: a blank one would end what was agreed to.
    paragraphs.join("\n"),
    fill(words.change, { phone: phone.display, email }),
    siteName,
  ];
  return { subject: fill(words.subject, { siteName }), text: `${lines.join("\n\n")}\n` };
}

/** By language and zone, of which there are those of the states and the site's: to make one takes longer than the page. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** November 26, 2026 at 5:41 PM EST. */
function momentInWords(at: number, language: Language, timeZone: string): string {
  const key = `${language} ${timeZone}`;
  const format =
    formats.get(key) ??
    // As the language is written in the United States.
    new Intl.DateTimeFormat(`${language}-US`, {
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      timeZone,
    });
  formats.set(key, format);
  return format.format(at);
}
