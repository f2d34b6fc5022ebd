import { fictitiousFacts } from "./company.ts";
import { BadSetting, isLoopback, type Settings } from "./env.ts";

/** Top-level names that nobody can own (RFC 2606). */
const reserved = /\.(?:test|example|invalid|localhost)$/;

/** True where anyone may visit the site: by https, under a name that exists. */
function isPublic(siteOrigin: string): boolean {
  const { protocol, hostname } = new URL(siteOrigin);
  return protocol === "https:" && !isLoopback(siteOrigin) && !reserved.test(hostname);
}

/**
 * A site that real people leave their numbers on must say whose it is.
 * @throws BadSetting with each fact about the company that is still the fictitious default, if the site is public
 */
export function refusePlaceholders({ siteOrigin, company }: Pick<Settings, "siteOrigin" | "company">): void {
  const facts = isPublic(siteOrigin) ? fictitiousFacts(company) : [];
  if (facts.length === 0) return;
  throw new BadSetting([
    `${siteOrigin} is a public site`,
    ...facts.map((sentence) => sentence.replace(/\.$/, "")),
  ]);
}
