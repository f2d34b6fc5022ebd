import { randomInt } from "node:crypto";
import { phoneCodeText } from "../../../machines/messages/phone-code-text.ts";
import type { PhoneCodes } from "../../store/visits/phone-codes.ts";
import type { CallJson } from "../http.ts";
import type { PhoneCode } from "../ports.ts";

/** Sends one text message. @throws ProviderFailure when it was not taken */
export type SendText = (message: { to: string; text: string }) => Promise<void>;

/** Our own contract: `POST {to, text}`, `to` in +1 form; any 2xx means that the message is taken. */
export function smsGateway(callJson: CallJson, url: string, timeoutMs = 5_000): SendText {
  return async (message) => {
    await callJson({ provider: "sms", url, body: message, timeoutMs });
  };
}

/** How long a code is good for; the message says so. */
export const codeLifeMinutes = 10;
const lifeMs = codeLifeMinutes * 60_000;
/** Tries at one code, the right one included. */
const mostChecks = 5;
/** Codes that may be sent before one of them is used or the last has expired. */
const mostSends = 5;

/**
 * Codes of our own: six random digits that are sent as a text and kept as a keyed hash. A number has one code at
 * a time for each who typed it, which a stranger's tries do not use up; another one takes its place and has a whole life. The answers are worded as Twilio's are.
 */
export function ownCodes(parts: {
  codes: PhoneCodes;
  sendText: SendText;
  siteName: string;
  makeCode?: () => string;
}): PhoneCode {
  const { codes, sendText, siteName, makeCode = sixDigits } = parts;
  return {
    async send({ phone, sessionId, language }) {
      const code = makeCode();
      if (!(await codes.put({ phone, sessionId, code, lifeMs, mostSends }))) return { sent: false };
      await sendText({
        to: phone,
        text: phoneCodeText(language, { code, siteName, minutes: codeLifeMinutes }),
      });
      return { sent: true };
    },
    check: async (typed) => ({ status: await codes.use({ ...typed, mostChecks }) }),
  };
}

function sixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}
