import { hasRealBuyer } from "../../settings/public-site.ts";
import type { EmailCheck } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { embeddedEmailCheck } from "./embedded.ts";
import { liveEmailCheck } from "./live.ts";
import { createMailDomain, isReserved } from "./mail-domain.ts";

export const emailCheck: Provider<EmailCheck> = {
  name: "email-check",
  words: "e-mail check",
  addresses: ({ ipqs }) => [ipqs?.baseUrl],
  choose(settings, { callJson, withCallLog }) {
    const { ipqs, emailMxCheck } = settings;
    if (ipqs) return { port: withCallLog(liveEmailCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
    if (!emailMxCheck) return { port: embeddedEmailCheck(), mode: "embedded", how: "disposable list" };
    const ask = createMailDomain();
    // As fictitious telephone numbers do: they pass until leads are sold.
    const passesReserved = !hasRealBuyer(settings);
    const port = embeddedEmailCheck(async (domain) =>
      passesReserved && isReserved(domain) ? undefined : ask(domain),
    );
    const how = `disposable list and DNS${passesReserved ? "; example.com passes" : ""}`;
    return { port, mode: "embedded", how };
  },
};
