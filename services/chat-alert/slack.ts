import * as z from "zod";
import type { CallJson } from "../http.ts";
import type { ChatAlert } from "../ports.ts";

/** Posts to a Slack incoming webhook; its answer is the word "ok" and not read. */
export function slackAlert(callJson: CallJson, url: string, timeoutMs = 5_000): ChatAlert {
  return {
    async send(text) {
      await callJson({ provider: "chat-alert", url, body: { text }, timeoutMs, schema: z.unknown() });
    },
  };
}
