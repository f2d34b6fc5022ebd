import { Resolver } from "node:dns/promises";

/** The part of Node's resolver that is used. */
export type Dns = {
  resolveMx(domain: string): Promise<{ exchange: string }[]>;
  resolve4(domain: string): Promise<string[]>;
  resolve6(domain: string): Promise<string[]>;
};

/** Says whether a domain takes mail; undefined when that could not be found out. */
export type MailDomain = (domain: string) => Promise<boolean | undefined>;

const hourMs = 60 * 60 * 1000;
const maxRemembered = 5_000;
/** A domain that certainly has mail servers: if it cannot be found either, it is our DNS that fails. */
const canary = "gmail.com";

/** Asks DNS, and remembers what it learnt for an hour. */
export function createMailDomain(
  dns: Dns = new Resolver({ timeout: 1_500, tries: 1 }),
  now: () => number = Date.now,
): MailDomain {
  const known = new Map<string, { takesMail: boolean; until: number }>();
  const remembered: MailDomain = async (domain) => {
    const entry = known.get(domain);
    if (entry && entry.until > now()) return entry.takesMail;
    const takesMail = await ask(dns, domain);
    if (takesMail === undefined) return undefined;
    if (known.size >= maxRemembered) known.clear();
    known.set(domain, { takesMail, until: now() + hourMs });
    return takesMail;
  };
  return async (domain) => {
    const takesMail = await remembered(domain);
    // Without a way to the outside every name "does not exist".
    if (takesMail === false && !(await remembered(canary))) return undefined;
    return takesMail;
  };
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
