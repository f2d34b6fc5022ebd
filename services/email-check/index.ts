import type { EmailCheck } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { embeddedEmailCheck } from "./embedded.ts";
import { liveEmailCheck } from "./live.ts";
import { createMailDomain } from "./mail-domain.ts";

export const emailCheck: Provider<EmailCheck> = {
  name: "email-check",
  words: "e-mail check",
  addresses: ({ ipqs }) => [ipqs?.baseUrl],
  choose({ ipqs, emailMxCheck }, { callJson, watch }) {
    if (ipqs) return { port: watch(liveEmailCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
    const takesMail = emailMxCheck ? createMailDomain() : undefined;
    const how = takesMail ? "disposable list and DNS" : "disposable list";
    return { port: embeddedEmailCheck(takesMail), mode: "embedded", how };
  },
};
