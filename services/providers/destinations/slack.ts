import { maskedLine } from "../../observe/masked-lead.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import type { CallJson } from "../http.ts";
import type { Tell } from "../lead-notices.ts";
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

/** Sends a line about a lead whose person refused. What the chat has of one that is deleted stays there. */
export function slackNotice(callJson: CallJson, { name, url, mode }: Declared<"slack">): Tell {
  return async ({ leadId, body: { type, reason } }) => {
    if (type === "deletion") return "kept there: a masked line, with no personal data";
    const text = `${mode === "test" ? "[Test] " : ""}Do not call about lead ${leadId} any more (${reason}).`;
    await callJson({ provider: name, url, body: { text }, timeoutMs: 10_000 });
    return undefined;
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
