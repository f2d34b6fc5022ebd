import { receivers } from "../../providers/index.ts";
import { fictitiousFacts } from "../../settings/company.ts";
import type { Settings } from "../../settings/env.ts";
import { isLoopback } from "../../settings/env.ts";
import { type Finding, note, ok } from "./finding.ts";
import { lookAtReceivers } from "./receivers.ts";

/** Settings that are understood, but hardly meant: facts of a company that does not exist, and what harms a public site. */
export function lookAtSettings(settings: Settings): Finding[] {
  const { siteOrigin, trustProxy, company, hashKey } = settings;
  const isPublic = !isLoopback(siteOrigin);
  const known = receivers(settings);
  const hasBuyer = known.some(({ name, configured }) => name === "lead-prosper" && configured);
  const odd: [boolean, string][] = [
    [!siteOrigin.startsWith("https:"), "SITE_ORIGIN is not https: cookies and answers are sent unencrypted."],
    [trustProxy === 0, "TRUST_PROXY is 0: behind a proxy all visitors would share its address."],
    [!hasBuyer, "No LeadProsper account is configured: leads are stored and not sent."],
    [
      hashKey === undefined,
      "HASH_KEY is not set: the key of the suppression list is stored beside the list.",
    ],
  ];
  const notes = isPublic ? odd.filter(([is]) => is).map(([, text]) => note(text)) : [];
  return [
    ok("The settings are valid."),
    ...notes,
    ...fictitiousFacts(company).map(note),
    ...(isPublic ? lookAtReceivers(known) : []),
  ];
}
