import { setTimeout as pause } from "node:timers/promises";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import type { CallJson } from "../http.ts";
import type { BlockedEmail, ChatAlert } from "../ports.ts";

/** Waits before the second and later tries, in milliseconds; the channel takes about one message a second. */
const waitsMs = [2_000, 10_000, 30_000];
/** Longest that a full channel may ask us to wait instead. */
const longestWaitMs = 60_000;

/** Posts to a Slack incoming webhook, a few times while the channel is full or the service broken; then gives up. */
export function slackAlert(
  callJson: CallJson,
  url: string,
  { timeoutMs = 5_000, waits = waitsMs } = {},
): ChatAlert {
  return {
    async send(about) {
      const body = { text: alertText(about) };
      for (let tries = 0; ; tries++) {
        try {
          return await callJson({ provider: "chat-alert", url, body, timeoutMs });
        } catch (error) {
          const wait = waits[tries];
          if (wait === undefined || !isPassing(error)) throw error;
          const asked = Math.min(error.retryAfterMs ?? 0, longestWaitMs);
          await pause(Math.max(wait, asked), undefined, { ref: false });
        }
      }
    },
  };
}

function isPassing(error: unknown): error is ProviderFailure {
  return error instanceof ProviderFailure && (error.status === 429 || (error.status ?? 0) >= 500);
}

function alertText({ survey, path, affid, email, others = 0 }: BlockedEmail): string {
  const affiliate = affid ? `affiliate ${affid}` : "no affiliate";
  const more = others > 0 ? ` So were ${others} more since the last alert.` : "";
  const text = `Blocked e-mail address: ${email} was bad twice in one session. Survey ${survey} (${path}), ${affiliate}.${more}`;
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
