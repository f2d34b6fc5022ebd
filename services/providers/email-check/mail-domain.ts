import { Resolver } from "node:dns/promises";
import { setTimeout as pause } from "node:timers/promises";

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

/** Names set aside for examples and tests (RFC 2606): nobody has a mailbox there, and DNS has nothing to say of them. */
export function isReserved(domain: string): boolean {
  return /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/.test(domain);
}

function within<T>(ms: number, answer: Promise<T>): Promise<T | undefined> {
  return Promise.race([answer, pause(ms, undefined, { ref: false })]);
}

async function ask(dns: Dns, domain: string): Promise<boolean | undefined> {
  try {
    const records = await dns.resolveMx(domain);
    // One record with an empty name says "no mail here" (RFC 7505).
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
