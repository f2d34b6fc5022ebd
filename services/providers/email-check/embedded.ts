import type { EmailCheck } from "../ports.ts";
import { parseAddress } from "./address.ts";
import { isDisposable } from "./disposable.ts";
import type { MailDomain } from "./mail-domain.ts";

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
