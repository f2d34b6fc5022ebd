import type { AppLoadContext } from "@remix-run/node";
import { dayInWords } from "../../../services/calendar/days.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs } from "../../../services/console/roles.ts";
import { type Claim, claimOn, grounds, isInTerms } from "../../../services/features/books/claims.ts";
import { noteOf } from "../../../services/features/books/outcomes.ts";
import { linesOfSale } from "../../../services/features/books/statements.ts";
import { reasonWords } from "../../../services/features/books/words.ts";
import { answersAbout } from "../../../services/features/returns/answers.ts";
import { maskedPerson } from "../../../services/observe/masked-lead.ts";
import { printable } from "../../../services/observe/printable.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { counted, dollars, freeWords, impersonal } from "../../../services/operations/text.ts";
import { receiverInForce } from "../../../services/settings/destinations/terms.ts";
import { clean } from "../../../services/store/engine/clean.ts";
import type { ReturnRequest } from "../../../services/store/feature-rows.ts";
import {
  isSame,
  returnableUntil,
  type SalesLine,
  standingOf,
} from "../../../services/store/sales/ledger-lines.ts";
import { botSuspicions } from "../../../services/visits/bot-signals.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

type Services = AppLoadContext["services"];

/** A request as the desk shows it. `wants`: what goes back once it is granted. */
export type RequestRow = {
  id: string;
  buyer: string;
  who: string;
  leadId: string;
  wants: string;
  reason: string;
  note: string;
  /** Sentences of the lead itself; none for roles that may not read answers. */
  answers: readonly string[];
  /** What the lead itself says to that; undefined for roles that may not read answers. */
  claim: Claim | undefined;
  /** Whether the buyer's terms have anything of the reason; undefined without a reason that they could. */
  isInTerms: boolean | undefined;
  isSuspicious: boolean;
  sale: string;
  times: string;
  isLate: boolean;
};

export type DecidedRow = Pick<RequestRow, "id" | "buyer" | "leadId" | "wants" | "reason"> & {
  said: string;
  verdict: "granted" | "refused";
};

/** What came of a press. `look`: what it would do. `given`: what was typed and ticked. */
export type Pressed = {
  text: string;
  isRefused: boolean;
  field?: "word";
  look?: SecondLook;
  given?: { word: string; ids: readonly string[] };
};

/** As many as a form has room for, with its other fields. */
const pageSize = 50;
const shownDecided = 30;

export type DeskData = Awaited<ReturnType<typeof deskData>>;

/**
 * What buyers ask to return, the longest waiting first. What leads answered is shown only to roles that may see leads, after the
 * access was logged.
 */
export async function deskData(query: URLSearchParams, viewer: Viewer, { services }: AppLoadContext) {
  const { store, settings } = services;
  const [at, id] = clean(query.get("after") ?? "").split(" ");
  const after = id && Number.isSafeInteger(Number(at)) ? { askedAt: Number(at), id } : undefined;
  const [waiting, { count }, decided] = await Promise.all([
    store.returns.waiting(pageSize + 1, after),
    store.returns.howMany(),
    store.returns.decided(shownDecided),
  ]);
  const shown = waiting.slice(0, pageSize);
  const isWhole = mayAs(viewer.role, "leads");
  if (isWhole && shown.length > 0)
    await store.readings.add(
      viewer.name,
      "console returns",
      shown.map(({ leadId }) => leadId),
    );
  const lines = await store.books.ledger.ofLeads([...new Set(shown.map(({ leadId }) => leadId))]);
  const last = shown.at(-1);
  return {
    count,
    rows: await Promise.all(shown.map((request) => rowOf(request, lines, isWhole, services))),
    decided: decided.map((request) => decidedRow(request, isWhole, settings.siteTimeZone)),
    next:
      waiting.length > pageSize
        ? `/console/returns?${new URLSearchParams({ after: `${last!.askedAt} ${last!.id}` })}`
        : undefined,
    /** Nothing is ever asked for by buyers whose returns count at once. */
    asks: settings.destinations.filter(({ returns }) => returns === "asked").map(({ name }) => name),
  };
}

/** The part of a price that is asked for, at most what is left of it. */
function wantedOf({ amountCents }: Pick<ReturnRequest, "amountCents">, its: readonly SalesLine[]): number {
  const { price, given } = standingOf(its);
  return Math.min(amountCents ?? price, price - given);
}

const reasonOf = ({ reason }: Pick<ReturnRequest, "reason">) =>
  reason === null ? "no reason given" : `because ${reasonWords[reason]}`;

async function rowOf(
  request: ReturnRequest,
  lines: readonly SalesLine[],
  isWhole: boolean,
  { store, settings }: Services,
): Promise<RequestRow> {
  const { id, leadId, buyer, reason, amountCents, askedAt } = request;
  const zone = settings.siteTimeZone;
  const lead = await store.leads.get(leadId);
  const sale = lines.find(
    (line) => line.kind === "sale" && line.leadId === leadId && isSame(line.buyer, buyer),
  );
  const its = sale ? linesOfSale(lines, sale) : [];
  const isKept = lead !== undefined && lead.erasedAt === null;
  const notes = isKept ? await store.inbox.notes(leadId) : [];
  const note = notes.find(({ person, at }) => person === noteOf(buyer) && at === askedAt);
  const sightings = isWhole && isKept && reason === "duplicate" ? await store.velocity.ofLead(leadId) : [];
  const inFile = settings.destinations.find(({ name }) => isSame(name, buyer));
  const declared = inFile && receiverInForce(inFile, await store.termsInForce.all());
  const whole = [lead?.record.first_name, lead?.record.last_name].filter((part) => typeof part === "string");
  const until = sale ? returnableUntil(sale, zone) : Number.POSITIVE_INFINITY;
  return {
    id,
    leadId,
    buyer: printable(buyer),
    who: isKept
      ? (isWhole ? printable(whole.join(" ")) : maskedPerson(lead.record).name) || "No name"
      : "Erased",
    wants: `${dollars(wantedOf(request, its))}${amountCents === null ? "" : " of it"}`,
    reason: reasonOf(request),
    note: freeWords(note?.remark ?? null, isWhole),
    answers: isWhole && isKept ? answersAbout(reason, lead.record) : [],
    claim: isWhole && lead ? claimOn(request, { lead, sightings, buyer: declared }) : undefined,
    isInTerms:
      reason === null || typeof grounds[reason] === "string" ? undefined : isInTerms(reason, declared),
    isSuspicious: isKept && lead.signs !== null && botSuspicions(lead.signs, lead.kind).length > 0,
    sale: sale ? `/console/sales/lines/${sale.id}` : "",
    ...timesOf(request, sale, until, zone),
  };
}

/** How long it waits, and what is left of the days in which it may be returned; it was asked for in time. */
function timesOf(
  { askedAt }: ReturnRequest,
  sale: SalesLine | undefined,
  until: number,
  zone: string,
): Pick<RequestRow, "times" | "isLate"> {
  const now = Date.now();
  const sold = sale ? `Sold ${shownTime(sale.at, zone)}. ` : "";
  const left =
    until === Number.POSITIVE_INFINITY
      ? ""
      : until < now
        ? " Its days of return have ended since."
        : ` Its days of return end in ${spanText(until - now)}.`;
  return {
    times: `${sold}Asked for ${shownTime(askedAt, zone)}, ${spanText(now - askedAt)} ago.${left}`,
    isLate: now - askedAt > 3 * 24 * hourMs,
  };
}

const hourMs = 60 * 60_000;

/** `under an hour`, `5 hours`, `3 days`. */
function spanText(ms: number): string {
  const hours = Math.floor(ms / hourMs);
  if (hours < 1) return "under an hour";
  return hours < 48 ? counted(hours, "hour") : counted(Math.floor(hours / 24), "day");
}

function decidedRow(request: ReturnRequest, isWhole: boolean, zone: string): DecidedRow {
  const { id, leadId, buyer, day, verdict, word, person, decidedAt, amountCents } = request;
  const why = word === "" ? "" : `: ${freeWords(word, isWhole)}`;
  return {
    id,
    leadId,
    buyer: printable(buyer),
    wants: amountCents === null ? "all of it" : dollars(amountCents),
    reason: `${dayInWords(day)}, ${reasonOf(request)}`,
    verdict: verdict!,
    said: `${verdict === "granted" ? "Granted" : "Refused"} by ${printable(person)} ${shownTime(decidedAt!, zone)}${why}`,
  };
}

/** In UTF-16 units. */
const longestWord = 200;
const tick = "request-";

/** Grants or refuses what is ticked, or lets something be decided again. */
export async function decide(
  form: PostedForm,
  { services: { store } }: AppLoadContext,
  person: string,
): Promise<Pressed> {
  const { intent = "", word: typed = "", confirmed } = form;
  const ids = Object.keys(form).flatMap((name) => (name.startsWith(tick) ? [name.slice(tick.length)] : []));
  const given = { word: typed, ids };
  const refuse = (text: string, field?: "word"): Pressed => ({ text, isRefused: true, field, given });
  if (!["grant", "refuse", "undo"].includes(intent)) return refuse("You can’t do that here.");
  if (ids.length === 0) return refuse("Tick what you decide on.");
  // It is kept for years, and must not name anybody.
  const word = impersonal(typed.trim());
  if (typed.trim().length > longestWord)
    return refuse(`A word has at most ${longestWord} characters.`, "word");
  if (intent === "refuse" && word === "") return refuse("Say why: the buyer will ask.", "word");
  const found = await Promise.all(ids.map(store.returns.find));
  const expected =
    intent === "undo"
      ? (each: ReturnRequest) => each.verdict !== null
      : (each: ReturnRequest) => each.verdict === null;
  const open = found.filter((each) => each !== undefined).filter(expected);
  const gone = ids.length - open.length;
  if (open.length === 0) return refuse(goneText(gone, intent));

  if (intent !== "refuse") {
    const lines = await store.books.ledger.ofLeads([...new Set(open.map(({ leadId }) => leadId))]);
    const says = intent === "grant" ? grantSays(open, lines) : undoSays(open);
    const name = lookAt(
      intent,
      open.map(({ id }) => id),
      says,
    );
    if (confirmed !== name) {
      const fields = {
        intent,
        word,
        confirmed: name,
        ...Object.fromEntries(open.map(({ id }) => [`${tick}${id}`, "on"])),
      };
      const warns = gone > 0 ? goneText(gone, intent) : "";
      const button = intent === "grant" ? `Grant ${counted(open.length, "return")}` : "Decide it again";
      return { text: "", isRefused: false, given, look: { says, warns, fields, button } };
    }
  }
  let [done, back, lost] = [0, 0, gone];
  for (const request of open) {
    const by = { person, word };
    const deed = { about: request.id, reason: word };
    await store.readings.add(person, `console returns ${intent}`, [request.leadId], deed);
    if (intent === "grant") {
      const taken = await store.returns.grant(request.id, by);
      if (taken) done++;
      else lost++;
      back += taken?.booked ?? 0;
    } else {
      const isDone =
        intent === "refuse"
          ? await store.returns.refuse(request.id, by)
          : await store.returns.undo(request.id, request.verdict!);
      if (isDone) done++;
      else lost++;
    }
  }
  const did = {
    grant: `${counted(done, "return")} granted: ${dollars(back)} went back.`,
    refuse: `${counted(done, "return")} refused.`,
    undo: "It waits again, and the books are as before.",
  }[intent]!;
  if (done === 0) return refuse(goneText(lost, intent));
  return { text: lost > 0 ? `${did} ${goneText(lost, intent)}` : did, isRefused: lost > 0 };
}

function goneText(count: number, intent: string): string {
  if (intent === "undo") return "It is not decided any more: somebody let it wait again.";
  return count === 1
    ? "One of them is decided already, or was never asked for."
    : `${count} of them are decided already, or were never asked for.`;
}

/** What would go back, by buyers. Requests on one sale do not go back twice. */
function grantSays(open: readonly ReturnRequest[], lines: readonly SalesLine[]): string[] {
  const cents = new Map<string, number>();
  const left = new Map<string, number>();
  for (const request of open) {
    const { leadId, buyer } = request;
    const its = lines.filter((line) => line.leadId === leadId && isSame(line.buyer, buyer));
    const sale = `${leadId} ${buyer}`;
    const { price, given } = standingOf(its);
    const rest = left.get(sale) ?? price - given;
    const wanted = Math.min(request.amountCents ?? price, rest);
    left.set(sale, rest - wanted);
    cents.set(buyer, (cents.get(buyer) ?? 0) + wanted);
  }
  return [
    ...[...cents].map(([buyer, sum]) => `${dollars(sum)} goes back to ${printable(buyer)}.`),
    "What affiliates get for these leads changes with it.",
  ];
}

const undoSays = (open: readonly ReturnRequest[]): string[] =>
  open.map(({ buyer, verdict }) =>
    verdict === "granted"
      ? `What went back to ${printable(buyer)} is corrected in the books, and its request waits again.`
      : `The request of ${printable(buyer)} waits again.`,
  );
