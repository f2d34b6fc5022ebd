import { randomInt } from "node:crypto";
import * as z from "zod";
import { fill } from "../../../machines/messages/fill.ts";
import type { Language } from "../../../machines/steps/step.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { Settings } from "../../settings/env.ts";
import type { TwilioAccount } from "../../settings/receivers.ts";
import type { PhoneCodes } from "../../store/visits/phone-codes.ts";
import type { Messages } from "../../words/messages.ts";
import type { CallJson } from "../http.ts";
import type { PhoneCode } from "../ports.ts";
import type { Provider } from "../provider.ts";

const answer = z.union([
  z.object({ status: z.string().regex(/^[\w-]{1,40}$/) }),
  z.object({ code: z.number().int() }),
]);

/** Twilio's codes that are an answer and no failure. */
const invalidParameter = 60200;
const tooManyChecks = 60202;
const tooManySends = 60203;
const noTextsToLandlines = 60205;
const noSuchVerification = 20404;

const unsendable = new Set([invalidParameter, tooManySends, noTextsToLandlines]);
const statuses = new Map([
  [tooManyChecks, "max_attempts_reached"],
  // Expired, used up or never sent: Twilio does not distinguish them.
  [noSuchVerification, "expired"],
]);

/**
 * Twilio Verify v2. Codes are made, kept and limited there (10 minutes, 5 checks, 5 sends); a resend brings the same one.
 * @param timeoutMs for each question as a whole, a second try included
 */
export function twilioPhoneCode(callJson: CallJson, account: TwilioAccount, timeoutMs = 10_000): PhoneCode {
  const authorization = Buffer.from(`${account.user}:${account.secret}`).toString("base64");
  const ask = (what: "Verifications" | "VerificationCheck", form: Record<string, string>, withinMs: number) =>
    callJson({
      provider: "phone-code",
      url: `${account.baseUrl}/Services/${encodeURIComponent(account.service)}/${what}`,
      headers: { Authorization: `Basic ${authorization}` },
      form,
      timeoutMs: withinMs,
      schema: answer,
      readRefusals: "all",
    });
  return {
    async send({ phone, language }) {
      const form = { To: phone, Channel: "sms", Locale: language };
      const started = performance.now();
      const said = await ask("Verifications", form, timeoutMs).catch((error) => {
        const leftMs = Math.floor(timeoutMs - (performance.now() - started));
        if (!hasBroken(error) || leftMs <= 0) throw error;
        return ask("Verifications", form, leftMs);
      });
      if ("status" in said) return { sent: said.status === "pending" };
      if (unsendable.has(said.code)) return { sent: false };
      throw refused();
    },
    async check({ phone, code }) {
      const said = await ask("VerificationCheck", { To: phone, Code: code }, timeoutMs);
      if ("status" in said) return { status: said.status };
      const status = statuses.get(said.code);
      if (!status) throw refused();
      return { status };
    },
  };
}

/** Only the server's own error is worth a second try: a timed-out send may have succeeded. */
function hasBroken(error: unknown): boolean {
  return error instanceof ProviderFailure && (error.status ?? 0) >= 500;
}

function refused(): ProviderFailure {
  return new ProviderFailure("refused", "phone-code refused the question");
}

/** Sends one text message. @throws ProviderFailure when it was not taken */
type SendText = (message: { to: string; text: string }) => Promise<void>;

/** Our own contract: `POST {to, text}`, `to` in +1 form; any 2xx means that the message is accepted. */
export function smsGateway(callJson: CallJson, url: string, timeoutMs = 5_000): SendText {
  return async (message) => {
    await callJson({ provider: "sms", url, body: message, timeoutMs });
  };
}

/** How long a code is good for; the message says so. */
const codeLifeMinutes = 10;
const lifeMs = codeLifeMinutes * 60_000;
/** Tries at one code, the right one included. */
const mostChecks = 5;
/** The number of codes that may be sent before one of them is used or the last has expired. */
const mostSends = 5;

/**
 * Our own codes: six random digits that are sent as a text and kept as a keyed hash. A number has one code at a time
 * for each visitor who typed it, which a stranger's tries do not use up; a new code replaces it and starts over. The
 * answers have Twilio's words.
 */
export function ownCodes(parts: {
  codes: PhoneCodes;
  sendText: SendText;
  siteName: string;
  /** All that the site says at the moment. */
  messages: (language: Language) => Messages;
  makeCode?: () => string;
}): PhoneCode {
  const { codes, sendText, siteName, messages, makeCode = sixDigits } = parts;
  return {
    async send({ phone, sessionId, language }) {
      const code = makeCode();
      if (!(await codes.put({ phone, sessionId, code, lifeMs, mostSends }))) return { sent: false };
      await sendText({
        to: phone,
        text: codeMessage(messages(language), code, siteName),
      });
      return { sent: true };
    },
    check: async (typed) => ({ status: await codes.use({ ...typed, mostChecks }) }),
  };
}

/** The text message that brings a code. */
export function codeMessage({ letters }: Pick<Messages, "letters">, code: string, siteName: string): string {
  return fill(letters.phoneCode, { code, siteName, minutes: codeLifeMinutes });
}

function sixDigits(): string {
  return String(randomInt(1_000_000)).padStart(6, "0");
}

/** Nothing is sent: visitors continue unverified. */
export const noPhoneCode: PhoneCode = {
  send: async () => ({ sent: false }),
  check: async () => ({ status: "expired" }),
};

/** Our own codes are kept in the store, which is opened after the providers are chosen. */
export type PhoneCodeBy = (codes: PhoneCodes) => PhoneCode;

export const phoneCode: Provider<PhoneCodeBy> = {
  name: "phone-code",
  words: "phone verification",
  addresses: ({ twilio, smsUrl }) => [twilio?.baseUrl, smsUrl],
  choose(settings, { callJson, withCallLog }) {
    const { twilio, smsUrl, company } = settings;
    if (twilio) {
      const port = withCallLog(twilioPhoneCode(callJson, twilio));
      return { port: () => port, mode: "live", how: "Twilio Verify" };
    }
    if (smsUrl) {
      const sendText = smsGateway(callJson, smsUrl);
      const { siteName } = company;
      const messages = (language: Language) => settings.ownWords.messages(language);
      return {
        port: (codes) => withCallLog(ownCodes({ codes, sendText, siteName, messages })),
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

/** The address of the code sender by these settings. */
export function codeSender({ twilio, smsUrl, siteOrigin }: Settings): string {
  return twilio?.baseUrl ?? smsUrl ?? siteOrigin;
}
