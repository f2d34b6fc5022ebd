import { Resolver } from "node:dns/promises";
import { setTimeout as pause } from "node:timers/promises";
import { domainToASCII } from "node:url";
import mailchecker from "mailchecker";
import * as z from "zod";
import { ProviderFailure } from "../observe/provider-failure.ts";
import { hasRealBuyer } from "../settings/public-site.ts";
import type { CallJson } from "./http.ts";
import type { EmailCheck } from "./ports.ts";
import type { Provider } from "./provider.ts";
import { score, verdict } from "./verdict.ts";

/** Longest address that can be delivered to (RFC 5321). */
const maxLength = 254;

/**
 * Splits an address that could exist. Its checks are linear in the length of the text.
 * @returns the local part and the domain in ASCII, lower-cased; undefined when no mailbox can have this address
 */
export function parseAddress(email: string): { local: string; domain: string } | undefined {
  if (email.length > maxLength) return undefined;
  const at = email.lastIndexOf("@");
  const local = email.slice(0, Math.max(at, 0));
  if (local.length < 1 || local.length > 64 || !isLocalPart(local)) return undefined;
  const given = email.slice(at + 1);
  // In a web address, whatever follows such a character would be cut off unjudged.
  if (/[\\/?#]/.test(given)) return undefined;
  const domain = domainToASCII(given);
  const labels = domain.split(".");
  const topLevel = labels.at(-1) ?? "";
  if (labels.length < 2 || !labels.every(isLabel) || !/^(?:[a-z]{2,63}|xn--.+)$/.test(topLevel))
    return undefined;
  return { local, domain };
}

/** No quoted forms: real visitors do not have them. Letters beyond ASCII are allowed (RFC 6531). */
function isLocalPart(local: string): boolean {
  return /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+$/u.test(local) && local.split(".").every(Boolean);
}

function isLabel(label: string): boolean {
  return label.length <= 63 && /^[a-z0-9-]+$/.test(label) && !label.startsWith("-") && !label.endsWith("-");
}

/** On the list, yet people use them to hide their own, lasting address: such mail does arrive. */
const relays = new Set(["duck.com", "mozmail.com", "simplelogin.com"]);

/** True when the domain, or one above it, hands out throw-away addresses. */
export function isDisposable(domain: string): boolean {
  const labels = domain.split(".");
  const withParents = labels.map((_, index) => labels.slice(index).join("."));
  if (withParents.some((name) => relays.has(name))) return false;
  return withParents.some((name) => mailchecker.blacklist().has(name));
}

/**
 * Judges an address without asking anyone: its form, the list of throw-away domains and, when a way to ask is
 * given, DNS. What DNS cannot tell blocks nobody.
 */
export function embeddedEmailCheck(takesMail?: MailDomain): EmailCheck {
  return {
    async check(email) {
      const address = parseAddress(email);
      if (!address) return { valid: false, disposable: false };
      if (isDisposable(address.domain)) return { valid: true, disposable: true };
      const dns_valid = await takesMail?.(address.domain);
      const known = dns_valid === undefined ? {} : { dns_valid };
      return { valid: dns_valid !== false, disposable: false, ...known };
    },
  };
}

const report = z.object({
  success: verdict.pipe(z.literal(true)),
  valid: verdict,
  disposable: verdict,
  fraud_score: score.optional().catch(undefined),
  dns_valid: verdict.optional().catch(undefined),
  timed_out: verdict.catch(false),
  suspect: verdict.catch(false),
});
const refusal = z.object({ success: verdict.pipe(z.literal(false)) });

/**
 * Asks IPQualityScore. It is asked to give up after 5 s, so that our own deadline never comes first. "Not valid" from a
 * look-up that timed out or is suspect is not trusted and counts as no answer.
 */
export function liveEmailCheck(
  callJson: CallJson,
  { baseUrl, key }: { baseUrl: string; key: string },
  timeoutMs = 8_000,
): EmailCheck {
  return {
    async check(email) {
      const url = `${baseUrl}/email/${encodeURIComponent(key)}/${encodeURIComponent(email)}?fast=true&timeout=5`;
      const schema = z.union([report, refusal]);
      const said = await callJson({ provider: "email-check", url, timeoutMs, schema });
      if (!said.success) throw new ProviderFailure("refused", "email-check refused the look-up");
      const { valid, disposable, timed_out, suspect, fraud_score, dns_valid } = said;
      if (!valid && !disposable && (timed_out || suspect)) {
        throw new ProviderFailure("unavailable", "email-check could not find out");
      }
      return {
        valid,
        disposable,
        ...(fraud_score !== undefined && { fraud_score }),
        ...(dns_valid !== undefined && { dns_valid }),
      };
    },
  };
}

/** The part of Node's resolver that is used. */
export type Dns = {
  resolveMx(domain: string): Promise<{ exchange: string }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
};

/** Says whether a domain takes mail; undefined when that could not be found out. */
export type MailDomain = (domain: string) => Promise<boolean | undefined>;

const hourMs = 60 * 60 * 1000;
const minuteMs = 60 * 1000;
const maxRemembered = 5_000;
/** Longest that a visitor waits for DNS, in milliseconds. */
const patienceMs = 2_000;
/** A domain that certainly has mail servers: if it cannot be found either, it is our DNS that fails. */
const canary = "gmail.com";

/** Asks DNS, and remembers what it learnt for an hour. Where DNS fails as a whole it is left alone for a minute. */
export function createMailDomain(
  dns: Dns = new Resolver({ timeout: 1_500, tries: 1 }),
  now: () => number = Date.now,
): MailDomain {
  const known = new Map<string, { takesMail: boolean; until: number }>();
  let quietUntil = 0;
  const remembered = (domain: string) => {
    const entry = known.get(domain);
    return entry && entry.until > now() ? entry.takesMail : undefined;
  };
  const remember = (domain: string, takesMail: boolean) => {
    if (known.size >= maxRemembered) known.clear();
    known.set(domain, { takesMail, until: now() + hourMs });
  };
  return async (domain) => {
    const before = remembered(domain);
    if (before !== undefined || now() < quietUntil) return before;
    const [takesMail, outside] = await Promise.all([
      within(patienceMs, ask(dns, domain)),
      remembered(canary) ?? within(patienceMs, ask(dns, canary)),
    ]);
    if (outside) remember(canary, true);
    // Without a way to the outside every name "does not exist".
    else quietUntil = now() + minuteMs;
    if (takesMail === undefined || !(takesMail || outside)) return undefined;
    remember(domain, takesMail);
    return takesMail;
  };
}

/** Names reserved for examples and tests (RFC 2606): nobody has a mailbox there, and DNS does not know them. */
export function isReserved(domain: string): boolean {
  return /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/.test(domain);
}

function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, pause(ms, undefined, { ref: false })]);
}

async function ask(dns: Dns, domain: string): Promise<boolean | undefined> {
  try {
    const records = await dns.resolveMx(domain);
    // One record with an empty name means "no mail here" (RFC 7505).
    return records.some(({ exchange }) => exchange !== "" && exchange !== ".");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOTFOUND") return false;
    return code === "ENODATA" ? hasAddress(dns, domain) : undefined;
  }
}

/** Without an MX record mail goes to the domain's own address (RFC 5321). */
async function hasAddress(dns: Dns, domain: string): Promise<boolean | undefined> {
  const asked = await Promise.allSettled([dns.resolve4(domain), dns.resolve6(domain)]);
  if (asked.some((result) => result.status === "fulfilled" && result.value.length > 0)) return true;
  const certain = asked.every(
    (result) => result.status === "fulfilled" || ["ENODATA", "ENOTFOUND"].includes(codeOf(result.reason)),
  );
  return certain ? false : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export const emailCheck: Provider<EmailCheck> = {
  name: "email-check",
  words: "e-mail check",
  addresses: ({ ipqs }) => [ipqs?.baseUrl],
  choose(settings, { callJson, withCallLog }) {
    const { ipqs, plain } = settings;
    if (ipqs) return { port: withCallLog(liveEmailCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
    if (!plain.survey["email-mx-check"])
      return { port: embeddedEmailCheck(), mode: "embedded", how: "disposable list" };
    const ask = createMailDomain();
    // Reserved domains pass until leads are sold, as fictitious telephone numbers do.
    const passesReserved = !hasRealBuyer(settings);
    const port = embeddedEmailCheck(async (domain) =>
      passesReserved && isReserved(domain) ? undefined : ask(domain),
    );
    const how = `disposable list and DNS${passesReserved ? "; example.com passes" : ""}`;
    return { port, mode: "embedded", how };
  },
};
