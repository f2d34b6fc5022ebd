import { fictitiousFacts } from "../company-settings.ts";
import type { Settings } from "../env.ts";
import { isLoopback } from "../env.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Settings that are understood, but hardly meant: facts of a company that does not exist, and what harms a public site. */
export function lookAtSettings(settings: Settings): Finding[] {
  const { siteOrigin, trustProxy, company, leadProsperAccount, hashKey } = settings;
  const isPublic = !isLoopback(siteOrigin);
  const odd: [boolean, string][] = [
    [!siteOrigin.startsWith("https:"), "SITE_ORIGIN is not https: cookies and answers travel in the open."],
    [trustProxy === 0, "TRUST_PROXY is 0: behind a proxy all visitors would share its address."],
    [leadProsperAccount === undefined, "No LEADPROSPER_ account is set: leads are kept and wait."],
    [leadProsperAccount?.test === true, "LEADPROSPER_TEST is on: leads are marked as tests."],
    [
      hashKey === undefined,
      "HASH_KEY is not set: the key of the suppression list lies in the store beside it.",
    ],
  ];
  const notes = isPublic ? odd.filter(([is]) => is).map(([, text]) => text) : [];
  return [ok("The settings are understood."), ...[...notes, ...fictitiousFacts(company)].map(note)];
}
