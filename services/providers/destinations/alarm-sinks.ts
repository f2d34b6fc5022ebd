import type { Declared } from "../../settings/destinations/shape.ts";
import type { Settings } from "../../settings/env.ts";
import type { CallJson } from "../http.ts";
import type { AlarmSink } from "../ports.ts";
import { emailAlarm } from "./email.ts";
import { slackAlarm } from "./slack.ts";
import { webhook } from "./webhook.ts";

export function takesAlarms({ takes }: Pick<Declared, "takes">): boolean {
  return takes === "alarms";
}

/** The operator's destinations that take alarms, ready to send to. */
export function alarmSinks(
  { destinations }: Pick<Settings, "destinations">,
  callJson: CallJson,
): AlarmSink[] {
  return destinations.filter(takesAlarms).flatMap((declared) => {
    const send = sendOf(declared, callJson);
    return send ? [{ name: declared.name, send }] : [];
  });
}

function sendOf(declared: Declared, callJson: CallJson): AlarmSink["send"] | undefined {
  switch (declared.kind) {
    case "webhook":
      return webhook(callJson, declared).alarm;
    case "email":
      return emailAlarm(declared);
    case "slack":
      return slackAlarm(callJson, declared);
    // Their settings take leads only.
    case "form":
    case "json":
    case "file":
    case "leadprosper":
      return undefined;
    default:
      return declared satisfies never;
  }
}
