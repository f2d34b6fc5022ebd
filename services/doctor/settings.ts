import type { Settings } from "../env.ts";
import { isLoopback } from "../env.ts";
import { type Finding, note, ok } from "./finding.ts";

/** Settings that are understood, but hardly meant for a site that the public visits. */
export function lookAtSettings(settings: Settings): Finding[] {
  const { siteOrigin, trustProxy, company, leadProsperAccount, hashKey } = settings;
  const isPublic = !isLoopback(siteOrigin);
  const odd: [boolean, string][] = [
    [!siteOrigin.startsWith("https:"), "SITE_ORIGIN is not https: cookies and answers travel in the open."],
    [trustProxy === 0, "TRUST_PROXY is 0: behind a proxy all visitors would share its address."],
    [company.email === "help@example.com", "CONTACT_EMAIL is the fictitious default."],
    [company.phone.dial === "+18775550142", "DEFAULT_PHONE is the fictitious default."],
    [leadProsperAccount === undefined, "No LEADPROSPER_ account is set: leads are kept and wait."],
    [leadProsperAccount?.test === true, "LEADPROSPER_TEST is on: leads are marked as tests."],
    [
      hashKey === undefined,
      "HASH_KEY is not set: the key of the suppression list lies in the store beside it.",
    ],
  ];
  const notes = isPublic ? odd.filter(([is]) => is).map(([, text]) => note(text)) : [];
  return [ok("The settings are understood."), ...notes];
}
