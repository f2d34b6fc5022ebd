import { domainToASCII } from "node:url";
import mailchecker from "mailchecker";
import type { EmailCheck } from "../ports.ts";
import type { MailDomain } from "./mail-domain.ts";

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
  // As part of an address of the web it would be judged without what follows it.
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
