import { isIP } from "node:net";
import { isPrivate, networksOf } from "../../guard/network-of.ts";
import type { Destination } from "../../providers/ports.ts";
import { normalSubject, type Repeat, type Subject } from "../../store/leads/velocity.ts";
import type { Lead, Message, SubjectKind } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";

/**
 * How many leads of one person, browser or network are usual at a receiver within its time: two people may share a
 * mailbox.
 */
const usual: Record<SubjectKind, number> = { phone: 1, email: 2, browser: 3, network: 10 };
/** Networks that hold others get this many times what the next smaller one gets. */
const wider = 5;
/**
 * Carriers put hundreds of people behind one IPv4 address, and into each IPv6 network that is wider than a /64: up to
 * this multiple of the usual number a lead is sent like any other, and its story says what was unusual.
 */
const shared = 10;

const words: Record<SubjectKind, string> = {
  phone: "phone number",
  email: "e-mail address",
  browser: "browser",
  network: "network",
};

/** The excess of one kind, in words that do not identify the person. */
export function repeatText({ kind, nth, most }: Pick<Repeat, "kind" | "nth" | "most">): string {
  return `lead ${nth} of one ${words[kind]}, where ${most} ${most === 1 ? "is" : "are"} usual`;
}

/** `send`: as one that repeats another or not. */
export type Novelty = { kind: "send"; repeats: boolean } | { kind: "hold" | "skip"; reason: string };

/**
 * Whether a lead is new to its receiver, or the second of one number, or one too many of a mailbox, browser or network
 * within the receiver's time. A receiver of tests gets every one, and so does one that wants them marked; a message
 * that the operator queued again by hand is sent. People on a receiver's own list are never sent to it.
 */
export async function noveltyFor(
  { velocity, ownLists }: Pick<Store, "velocity" | "ownLists">,
  { id: messageId, attemptsForgiven }: Pick<Message, "id" | "attemptsForgiven">,
  lead: Lead,
  { name: destination, repeats, isTest }: Pick<Destination, "name" | "repeats" | "isTest">,
  at: number,
): Promise<Novelty> {
  if (await ownLists.has(destination, lead.record))
    return { kind: "skip", reason: `${destination} does not want this person, by its own list` };
  if (!repeats || repeats.withinMs === 0 || lead.kind !== "survey") return { kind: "send", repeats: false };
  const isSent = isTest || repeats.action === "mark" || attemptsForgiven > 0;
  const subjects = subjectsOf(lead, await velocity.browserOf(lead.origin));
  const going = { messageId, leadId: lead.id, destination, at };
  const repeat = await velocity.take(going, subjects, repeats.withinMs, isSent);
  if (!repeat || isSent) return { kind: "send", repeats: repeat !== undefined };
  const hours = Math.round(repeats.withinMs / 3_600_000);
  const reason = `${repeatText(repeat)} within ${hours} h; the one before is ${repeat.before}`;
  return { kind: repeats.action === "skip" ? "skip" : "hold", reason };
}

function subjectsOf({ record }: Lead, sessionId: string | undefined): Subject[] {
  const person = (["phone", "email"] as const).flatMap((kind): Subject[] => {
    const of = normalSubject(kind, record[kind]);
    return of === undefined ? [] : [{ kind, of, most: usual[kind], bearable: usual[kind] }];
  });
  const ip = String(record.ip_address ?? "");
  // A private address is that of a proxy which TRUST_PROXY does not count: all visitors would share it.
  const networks = ip === "" || isPrivate(ip) ? [] : networksOf(ip);
  return [
    ...person,
    ...(sessionId
      ? [{ kind: "browser" as const, of: sessionId, most: usual.browser, bearable: usual.browser }]
      : []),
    ...networks.map((of, index): Subject => {
      const most = usual.network * wider ** index;
      const isShared = index > 0 || isIP(ip) === 4;
      return { kind: "network", of, most, bearable: isShared ? shared * most : most };
    }),
  ];
}
