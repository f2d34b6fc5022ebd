import { byAddress } from "../provider.ts";
import { logOnly } from "./log-only.ts";
import { slackAlert } from "./slack.ts";

export const chatAlert = byAddress({
  name: "chat-alert",
  words: "chat alert",
  setting: "SLACK_WEBHOOK_URL",
  address: ({ slackWebhookUrl }) => slackWebhookUrl,
  live: slackAlert,
  off: logOnly,
  embedded: "written to the log",
});
