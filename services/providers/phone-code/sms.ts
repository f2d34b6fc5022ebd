import type { CallJson } from "../http.ts";

/** Sends one text message. @throws ProviderFailure when it was not taken */
export type SendText = (message: { to: string; text: string }) => Promise<void>;

/** Our own contract: `POST {to, text}`, `to` in +1 form; any 2xx means that the message is taken. */
export function smsGateway(callJson: CallJson, url: string, timeoutMs = 5_000): SendText {
  return async (message) => {
    await callJson({ provider: "sms", url, body: message, timeoutMs });
  };
}
