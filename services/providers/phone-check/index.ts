import { hasRealBuyer } from "../../settings/public-site.ts";
import type { PhoneCheck } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { embeddedPhoneCheck } from "./embedded.ts";
import { livePhoneCheck } from "./live.ts";

export const phoneCheck: Provider<PhoneCheck> = {
  name: "phone-check",
  words: "phone check",
  addresses: ({ ipqs }) => [ipqs?.baseUrl],
  choose(settings, { callJson, withCallLog }) {
    const { ipqs } = settings;
    if (ipqs) return { port: withCallLog(livePhoneCheck(callJson, ipqs)), mode: "live", how: "IPQS" };
    const rejectFictitious = hasRealBuyer(settings);
    const how = rejectFictitious ? "numbering plan" : "numbering plan; 555-01xx passes";
    return { port: embeddedPhoneCheck({ rejectFictitious }), mode: "embedded", how };
  },
};
