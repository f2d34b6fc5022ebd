import { setTimeout as pause } from "node:timers/promises";
import { ProviderFailure } from "../observe/provider-failure.ts";
import type { CallJson } from "./http.ts";
import type { BlockedEmail, ChatAlert } from "./ports.ts";
import { byAddress } from "./provider.ts";

/**
 * The same alerts, at most one in this time: the first at once, and of those within the time the newest at its end,
 * with the number of the others. Each has a line of its own in the log; the callers of held-back ones count as served.
 * @param quietMs 0 for any number
 * @param onFailure handles one that was held back and not accepted
 */
export function calm(
  alert: ChatAlert,
  { quietMs, now, onFailure }: { quietMs: number; now: () => number; onFailure: (error: unknown) => void },
): ChatAlert {
  let quietUntil = 0;
  let kept: BlockedEmail | undefined;
  let others = 0;

  const sendNow = (about: BlockedEmail) => {
    quietUntil = now() + quietMs;
    return alert.send(about);
  };
  const sendKept = () => {
    const about = others > 0 ? { ...kept!, others } : kept!;
    [kept, others] = [undefined, 0];
    sendNow(about).catch(onFailure);
  };
  return {
    async send(about) {
      if (now() >= quietUntil && !kept) return sendNow(about);
      if (kept) others += 1;
      else setTimeout(sendKept, quietUntil - now()).unref();
      kept = about;
    },
  };
}

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

/** No chat is set: the line `email.blocked`, which is logged in any case, is all there is. */
export const logOnly: ChatAlert = { send: async () => {} };

export const chatAlert = byAddress({
  name: "chat-alert",
  words: "chat alert",
  setting: "SLACK_WEBHOOK_URL",
  address: ({ slackWebhookUrl }) => slackWebhookUrl,
  live: slackAlert,
  off: logOnly,
  embedded: "written to the log",
});
