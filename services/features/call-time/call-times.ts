import { type CallTime, callTimes } from "../../../machines/features/call-time/times.ts";
import { errorName } from "../../observe/log.ts";
import { visitorName } from "../../operations/text.ts";
import { mailServer } from "../../providers/mail.ts";
import { type Core, type Job, ownSettings } from "../feature.ts";
import { settings as own } from "./feature.ts";

const dayMs = 24 * 60 * 60_000;
/** Somebody who changes their mind more often than this can call. */
const mostChanges = 3;
/** The visitor waits for the letters. */
const timeoutMs = 10_000;
const noteOf = (time: CallTime) => `Good time to call: ${time === "any" ? "any time" : time}.`;

export type CallTimes = Job & {
  /** This browser's visitor's choice for their newest lead; undefined where they are not asked. */
  asked(sessionId: string | null): Promise<{ time?: CallTime } | undefined>;
  /** Notes what they say now. @returns whether it is noted */
  note(sessionId: string | null, time: CallTime): Promise<boolean>;
};

/**
 * When a call suits a visitor: a note on the lead, and a letter to those desks of the operator's that had a letter
 * about it. It is never part of the lead, which buyers have by then. The lead is found by the signed cookie of the
 * browser that sent it.
 */
export function callTimesWith({ store, settings, now, log }: Core): CallTimes {
  const isAsked = ownSettings(settings, own)["ask-call-time"];
  const desks = settings.destinations
    .filter((declared) => declared.kind === "email")
    .map(({ name, smtp, from, to }) => ({ name, from, to, mails: mailServer(smtp, timeoutMs) }));

  async function found(sessionId: string | null) {
    if (!isAsked || !sessionId) return undefined;
    const leadId = (await store.visits.latestWithLead(sessionId))?.leadId;
    const lead = leadId ? await store.leads.get(leadId) : undefined;
    if (!lead || lead.erasedAt !== null || now() - lead.createdAt > dayMs) return undefined;
    const notes = await store.inbox.notes(lead.id);
    const said = notes.findLast(({ person }) => person === visitorName)?.remark;
    return { leadId: lead.id, time: callTimes.find((time) => noteOf(time) === said) };
  }

  async function tellDesks(leadId: string, time: CallTime) {
    const { messages } = await store.outbox.ofLead(leadId);
    const hadOne = desks.filter(({ name }) => messages.some(({ destination }) => destination === name));
    for (const { name, from, to, mails } of hadOne) {
      const domain = from.split("@")[1];
      try {
        await mails.sendMail({
          from,
          to: [...to],
          messageId: `<call-time.${now()}.${leadId}.${name}@${domain}>`,
          // Mail programs put it beside the lead's own letter.
          inReplyTo: `<${leadId}.${name}@${domain}>`,
          subject: `Good time to call for lead ${leadId}`,
          text: `${noteOf(time)}\n\nThe visitor said so on the thank-you page, by the clock where they are. Lead ${leadId}\n`,
        });
      } catch (error) {
        log("call_time.not_mailed", { leadId, destination: name, error: errorName(error) });
      }
    }
  }

  return {
    // It has no background work.
    stop: async () => {},
    async asked(sessionId) {
      const known = await found(sessionId);
      return known && { time: known.time };
    },
    async note(sessionId, time) {
      const known = await found(sessionId);
      if (!known) return false;
      const { leadId } = known;
      // Pressed twice: it is there.
      if (known.time === time) return true;
      const changes = { name: "call time", of: leadId, windowMs: dayMs, most: mostChanges };
      if (await store.budgets.take([changes], now())) return false;
      await store.inbox.addNote(leadId, visitorName, noteOf(time));
      await tellDesks(leadId, time);
      return true;
    },
  };
}
