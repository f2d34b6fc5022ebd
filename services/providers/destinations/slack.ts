import { maskedLine } from "../../observe/masked-lead.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import type { CallJson } from "../http.ts";
import type { AlarmSink, Destination } from "../ports.ts";
import { routedLead } from "../routed-lead.ts";

/** Sends one masked line per lead to a Slack incoming webhook. A visitor's text is escaped, so that Slack takes it literally. */
export function slack(callJson: CallJson, { name, url, mode }: Declared<"slack">): Destination["deliver"] {
  return async ({ payload }) => {
    const { about, record } = routedLead(payload);
    const isTest = mode === "test" || about.sample;
    const line = escaped(maskedLine({ ...about, record }));
    await callJson({
      provider: name,
      url,
      body: { text: `${isTest ? "[Test] " : ""}${line}\nLead ${about.id}` },
      timeoutMs: 10_000,
    });
    return { outcome: "accepted", detail: "any answer counts" };
  };
}

/** Sends an alarm as one message. */
export function slackAlarm(callJson: CallJson, { name, url }: Declared<"slack">): AlarmSink["send"] {
  return async ({ subject, text }) => {
    await callJson({
      provider: name,
      url,
      body: { text: escaped(`*${subject}*\n${text}`) },
      timeoutMs: 10_000,
    });
  };
}

const escaped = (text: string) => text.replace(/[&<>]/g, (mark) => entities[mark]!);
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
