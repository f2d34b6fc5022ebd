import type { Settings } from "../../settings/env.ts";
import type { PhoneCodes } from "../../store/visits/phone-codes.ts";
import type { PhoneCode } from "../ports.ts";
import type { Provider } from "../provider.ts";
import { ownCodes, smsGateway } from "./own-codes.ts";
import { twilioPhoneCode } from "./twilio.ts";

/** Nobody sends: visitors go on unverified. */
export const noPhoneCode: PhoneCode = {
  send: async () => ({ sent: false }),
  check: async () => ({ status: "expired" }),
};

/** Codes of our own are kept in the store, which is opened after the providers are chosen. */
export type PhoneCodeBy = (codes: PhoneCodes) => PhoneCode;

export const phoneCode: Provider<PhoneCodeBy> = {
  name: "phone-code",
  words: "phone verification",
  addresses: ({ twilio, smsUrl }) => [twilio?.baseUrl, smsUrl],
  choose({ twilio, smsUrl, company }, { callJson, withCallLog }) {
    if (twilio) {
      const port = withCallLog(twilioPhoneCode(callJson, twilio));
      return { port: () => port, mode: "live", how: "Twilio Verify" };
    }
    if (smsUrl) {
      const sendText = smsGateway(callJson, smsUrl);
      const { siteName } = company;
      return {
        port: (codes) => withCallLog(ownCodes({ codes, sendText, siteName })),
        mode: "live",
        how: "own codes by SMS_URL",
      };
    }
    return {
      port: () => noPhoneCode,
      mode: "off",
      how: "no TWILIO_… and no SMS_URL: numbers stay unverified",
    };
  },
};

/** The address of what sends codes by these settings. */
export function codeSender({ twilio, smsUrl, siteOrigin }: Settings): string {
  return twilio?.baseUrl ?? smsUrl ?? siteOrigin;
}
