import { byAddress } from "../provider.ts";
import { noChatAlert } from "./off.ts";
import { slackAlert } from "./slack.ts";

export const chatAlert = byAddress({
  name: "chat-alert",
  words: "chat alert",
  setting: "SLACK_WEBHOOK_URL",
  address: ({ slackWebhookUrl }) => slackWebhookUrl,
  live: slackAlert,
  off: noChatAlert,
});
