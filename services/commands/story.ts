import type { Lead, LogEntry, Store } from "../store/types.ts";
import { isoTime, printable, shown, shownFields } from "./text.ts";

type Line = { at: number; text: string };

/** Everything that happened to a lead, in time order: what the visitor did, what was asked and where it went. */
export async function storyOf(store: Store, lead: Lead): Promise<string> {
  const lines = await Promise.all([
    visitLines(store, lead),
    consentLines(store, lead),
    deliveryLines(store, lead),
  ]);
  const stored = {
    at: lead.createdAt,
    text: `lead stored; the visitor was sent to ${printable(lead.location)}`,
  };
  const [visit, consent, deliveries] = lines;
  const events = [...visit, ...consent, stored, ...deliveries].sort((a, b) => a.at - b.at);
  return [
    `Lead ${lead.id}`,
    `${lead.kind}, variant ${lead.variant}, ${verdict(lead)}`,
    "",
    "What happened",
    ...events.map(({ at, text }) => `  ${isoTime(at)}  ${text}`),
    "",
    "Values a rule changed",
    ...(lead.derived.length > 0 ? lead.derived.map((change) => `  ${changeText(change)}`) : ["  none"]),
    "",
    "Record as posted",
    ...Object.entries(lead.record).map(([name, value]) => `  ${printable(name)}: ${shown(value)}`),
    "",
  ].join("\n");
}

function verdict(lead: Lead): string {
  if (lead.qualified === null) return "not judged";
  if (lead.qualified) return "qualified";
  return lead.dqReason ? `not qualified: ${printable(lead.dqReason)}` : "not qualified";
}

async function visitLines(store: Store, lead: Lead): Promise<Line[]> {
  const visit = await store.visits.load(lead.origin);
  return (visit?.entries ?? []).map((entry) => ({ at: entry.at, text: entryText(entry) }));
}

function entryText({ kind, body }: LogEntry): string {
  if (typeof body !== "object" || body === null) return `${printable(kind)}: ${shown(body)}`;
  const { path, query, step, answers, from, call, output, error, ...more } = body as Record<string, unknown>;
  switch (kind) {
    case "entry":
      return `came in by ${shown(path)} with ${shown(query ?? {})}, ${shownFields(more)}`.replace(/, $/, "");
    case "answer":
      return `answered ${shown(step)}: ${shownFields(answers ?? {})}`;
    case "back":
      return `went back from ${shown(from)}`;
    case "outcome":
      return error
        ? `${shown(call)} gave no answer: ${shown(error)}`
        : `${shown(call)} answered ${shown(output ?? null)}`;
    default:
      return `${printable(kind)}: ${shown(body)}`;
  }
}

async function consentLines(store: Store, lead: Lead): Promise<Line[]> {
  const consent = await store.consents.ofLead(lead.id);
  if (!consent) return [];
  return [{ at: consent.at, text: `consent ${consent.seq} given; hash ${consent.hash}` }];
}

async function deliveryLines(store: Store, lead: Lead): Promise<Line[]> {
  const lines: Line[] = [];
  for (const message of await store.outbox.list({ leadId: lead.id })) {
    const waiting = message.status === "waiting" ? `, due ${isoTime(message.runAt)}` : "";
    lines.push({
      at: message.updatedAt,
      text: `message to ${message.destination} is ${message.status} after ${message.attempts} attempts${waiting}`,
    });
    for (const { at, attempt, outcome, detail } of await store.outbox.attempts(message.id)) {
      lines.unshift({
        at,
        text: `attempt ${attempt} at ${message.destination}: ${outcome}, ${printable(detail)}`,
      });
    }
  }
  return lines;
}

function changeText(change: unknown): string {
  if (typeof change !== "object" || change === null || !("field" in change)) return shown(change);
  const { field, raw, value, rule } = change as Record<string, unknown>;
  return `${shown(field)}: ${JSON.stringify(raw ?? "")} became ${JSON.stringify(value ?? "")} by ${shown(rule ?? "")}`;
}
