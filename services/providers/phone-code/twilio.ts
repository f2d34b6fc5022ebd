import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { TwilioAccount } from "../../settings/receivers.ts";
import type { CallJson } from "../http.ts";
import type { PhoneCode } from "../ports.ts";

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
  // Expired, used up or never sent: Twilio does not tell these apart.
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

/** Only an error of the server's own is worth a second try: what timed out may have been sent. */
function hasBroken(error: unknown): boolean {
  return error instanceof ProviderFailure && (error.status ?? 0) >= 500;
}

function refused(): ProviderFailure {
  return new ProviderFailure("refused", "phone-code refused the question");
}
