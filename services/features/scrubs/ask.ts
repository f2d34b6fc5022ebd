import type { Gated, GatedMessage } from "../../delivery/outbox/gate.ts";
import { backOff } from "../../delivery/work-loop.ts";
import { errorName } from "../../observe/log.ts";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { post } from "../../providers/destinations/post.ts";
import { verdictOf } from "../../providers/destinations/posted.ts";
import type { CallJson } from "../../providers/http.ts";
import type { DeliveryResult } from "../../providers/ports.ts";
import { mapped } from "../../providers/routed-lead.ts";
import { normalPhone } from "../../store/engine/address-hash.ts";
import type { Lead, OfLead } from "../../store/rows.ts";
import type { GateMeans } from "../feature.ts";
import { otherFields, portName, type Scrub } from "./section.ts";
import type { Question, Standing } from "./verdicts.ts";

const dayMs = 24 * 60 * 60_000;
const firstRetryMs = 5_000;
/**
 * For how long a list that gives no verdict is asked again, in milliseconds: a lead is worth nothing after an hour, and who is to
 * decide about it needs the most of that; one that is sent anyway waits for no more than a short breath of the list.
 */
const patienceMs = { hold: 10 * 60_000, send: 60_000 };
/** A process that asks is given so much longer than the answer may take. */
const spareMs = 15_000;

/** What a list is sent: our fields, with its number in other forms. */
export type Asked = Record<string, string>;

/** @param phone ten digits */
export function askedOf(record: Record<string, unknown>, phone: string): Asked {
  const texts = Object.entries(record).map(([name, value]) => [name, String(value ?? "")]);
  return { ...Object.fromEntries(texts), phone_digits: phone, phone_e164: `+1${phone}` };
}

/**
 * Asks a list. `accepted`: the number is clean; `rejected`: it is listed; `unknown`: the answer says neither. Nothing of an
 * answer is kept.
 * @throws ProviderFailure where there is none
 */
export async function askList(callJson: CallJson, scrub: Scrub, asked: Asked): Promise<DeliveryResult> {
  const { name, kind, headers, answer, "timeout-seconds": seconds } = scrub;
  const body = mapped(asked, scrub.fields);
  const texts = Object.fromEntries(Object.entries(body).map(([field, value]) => [field, String(value)]));
  const url = new URL(scrub.url);
  if (kind === "query")
    for (const [field, value] of Object.entries(texts)) url.searchParams.set(field, value);
  const content = { json: { body }, form: { form: texts }, query: {} }[kind];
  const answered = await post(
    callJson,
    { provider: portName(name), url: url.href, headers, ...content, timeoutMs: seconds * 1_000 },
    undefined,
  );
  const { outcome } = verdictOf(answered, { accepted: answer.clean, rejected: answer.listed });
  const words = { accepted: "clean", duplicate: "clean", rejected: "listed", unknown: "neither" };
  return { outcome, detail: `${words[outcome]}, status ${answered.status}` };
}

const verdicts = { accepted: "clean", duplicate: "clean", rejected: "listed" } as const;

/** How a person reads that a list has a number, or has said nothing of it; a release is known by these words. */
const listed = ({ name }: Scrub) => `scrub ${name}: listed`;
const noVerdict = ({ name }: Scrub) => `scrub ${name}: no verdict`;

const odd = "its answer is neither listed nor clean";

/** Why a list was not heard, without its words, and for how many milliseconds it asked to be left alone. */
function failureOf(error: unknown): { why: string; wait: number | undefined } {
  if (!(error instanceof ProviderFailure)) return { why: errorName(error), wait: undefined };
  return { why: [error.kind, error.status].filter(Boolean).join(" "), wait: error.retryAfterMs };
}

/** Asks all lists about the number of each lead that is to be sent, once, and says what follows. */
export function gateOf(all: readonly Scrub[], { store, destinations, now, log, random }: GateMeans) {
  const { scrubs: kept } = store;
  /** What this process is asking. */
  const underWay = new Map<string, Promise<Standing>>();

  /** @param again a person has let the lead go although nothing was known */
  const standingOf = (scrub: Scrub, lead: Lead, phone: string, again = false): Promise<Standing> => {
    const rest = otherFields(scrub).map((field) => String(lead.record[field] ?? ""));
    const question = { scrub: scrub.name, phone, rest: rest.length === 0 ? "" : JSON.stringify(rest) };
    const key = JSON.stringify(question);
    const known = underWay.get(key);
    if (known) return known;
    const asking = ask(scrub, lead, question, again).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  };

  const ask = async (scrub: Scrub, lead: Lead, question: Question, again: boolean): Promise<Standing> => {
    const { name, whenUnknown, "keep-days": days, "daily-budget": budget } = scrub;
    const port = portName(name);
    const standing = await kept.begin(question, {
      leadId: lead.id,
      leaseMs: scrub["timeout-seconds"] * 1_000 + spareMs,
      patienceMs: patienceMs[whenUnknown],
      cost: scrub["cost-cents"],
      most: budget === undefined ? undefined : budget * 1_000,
      again,
    });
    if (standing.kind !== "mine") return standing;
    const { tries, since } = standing;
    const destination = destinations.find((each) => each.name === port)!;
    const payload = askedOf(lead.record, question.phone);
    const asked = { id: `${lead.id}.${port}`, payload, attempt: tries };
    const said = await destination
      .deliver(asked)
      .catch((error: unknown) => ({ outcome: "failed" as const, error }));
    if (said.outcome !== "failed" && said.outcome !== "unknown") {
      const verdict = verdicts[said.outcome];
      await kept.settle(question, tries, { verdict, why: "" }, days * dayMs);
      return { kind: "settled", verdict, why: "" };
    }
    const { why, wait } = said.outcome === "failed" ? failureOf(said.error) : { why: odd, wait: undefined };
    log("scrubs.no_verdict", { provider: port, leadId: lead.id, attempt: tries });
    const until = now() + backOff(tries, firstRetryMs, random(), wait);
    if (!again && until <= since + patienceMs[whenUnknown]) {
      await kept.askLater(question, tries, why, until);
      return { kind: "open", until, why };
    }
    await kept.settle(question, tries, { verdict: "unknown", why });
    return { kind: "settled", verdict: "unknown", why };
  };

  return async (lead: Lead, { attempts, attemptsForgiven }: GatedMessage): Promise<Gated> => {
    const phone = normalPhone(lead.record.phone);
    if (phone === undefined) return { kind: "send", marks: [] };
    const first = await Promise.all(
      all.map(async (scrub) => ({ scrub, standing: await standingOf(scrub, lead, phone) })),
    );
    const refusing = first.find(({ scrub, standing }) => isListed(standing) && actionOf(scrub) === "refuse");
    if (refusing) return { kind: "suppress", reason: listed(refusing.scrub) };
    if (first.every((each) => holding(each) === undefined)) return wordsOf(first, undefined);
    // A person may have let it go. It is asked once more then, and not with each further attempt at the same receiver.
    const isFirst = attempts - attemptsForgiven <= 1;
    const ofLead = await store.outbox.ofLead(lead.id);
    const second = await Promise.all(
      first.map(async (each) => {
        const { scrub, standing } = each;
        const isLet = isFirst && isUnknown(standing) && letGo(ofLead, holding(each));
        return { scrub, standing: isLet ? await standingOf(scrub, lead, phone, true) : standing };
      }),
    );
    const refused = second.find(({ scrub, standing }) => isListed(standing) && actionOf(scrub) === "refuse");
    return refused ? { kind: "suppress", reason: listed(refused.scrub) } : wordsOf(second, ofLead);
  };
}

type Said = { scrub: Scrub; standing: Standing };

const isListed = (standing: Standing) => standing.kind === "settled" && standing.verdict === "listed";
const isUnknown = (standing: Standing) => standing.kind === "settled" && standing.verdict === "unknown";

/** In test mode all only mark. */
const actionOf = ({ mode, action }: Scrub) => (mode === "test" ? "mark" : action);
const unknownOf = ({ mode, whenUnknown }: Scrub) => (mode === "test" ? "send" : whenUnknown);

/** The words by which a lead is held for a list; undefined where it holds none. */
function holding({ scrub, standing }: Said): string | undefined {
  if (isListed(standing)) return actionOf(scrub) === "hold" ? listed(scrub) : undefined;
  return isUnknown(standing) && unknownOf(scrub) === "hold" ? noVerdict(scrub) : undefined;
}

/** Whether a person has sent a message of the lead that was held for that. */
function letGo({ messages, attempts }: OfLead, words: string | undefined): boolean {
  if (words === undefined) return false;
  return attempts.some(
    ({ messageId, attempt, outcome, detail }) =>
      outcome === "held" &&
      detail.includes(words) &&
      messages.some(({ id, attemptsForgiven }) => id === messageId && attemptsForgiven >= attempt),
  );
}

function wordsOf(all: readonly Said[], ofLead: OfLead | undefined): Gated {
  const open = all.flatMap(({ scrub, standing }) =>
    standing.kind === "open" && scrub.mode === "live" ? [{ scrub, ...standing }] : [],
  );
  if (open.length > 0) {
    const until = Math.min(...open.map((each) => each.until));
    const reason = open.map(({ scrub, why }) => `${noVerdict(scrub)} yet${why && ` (${why})`}`).join("; ");
    return { kind: "wait", until, reason };
  }
  const held = all.flatMap((each) => {
    const words = holding(each);
    const { standing } = each;
    if (words === undefined || (ofLead && letGo(ofLead, words))) return [];
    return [standing.kind === "settled" && standing.why !== "" ? `${words} (${standing.why})` : words];
  });
  if (held.length > 0) return { kind: "hold", reason: held.join("; ") };
  const marks = all.flatMap(({ scrub: { name }, standing }) => {
    if (standing.kind === "settled" && standing.verdict === "clean") return [];
    return [isListed(standing) ? name : `${name}:unknown`];
  });
  return { kind: "send", marks };
}
