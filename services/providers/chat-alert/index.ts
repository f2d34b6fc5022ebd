import type { ChatAlert } from "../ports.ts";
import { byAddress } from "../provider.ts";
import { slackAlert } from "./slack.ts";

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
