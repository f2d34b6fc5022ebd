import type { Arrival } from "../../../test/stubs/stub-server.ts";
import { answersC } from "../../../test/support/answers.ts";
import { markdownTable } from "../../../test/support/tables.ts";
import { waitFor } from "../../../test/support/wait-for.ts";
import { ask } from "./cluster.ts";
import type { Seen } from "./visitors.ts";

/** A lead as it is stored and as its receiver has it. */
type Lead = {
  id: string;
  email: string;
  consents: string;
  messages: string;
  /** How many of its messages are said to have been delivered. */
  delivered: string;
  record: Record<string, unknown>;
};

export type Found = {
  leads: Lead[];
  received: Map<string, Arrival>;
  /** The steps of the answers in each visit's log, by the visit's id. */
  answers: Map<string, string[]>;
  /** After the last fault: what is not delivered now never will be. */
  isEnd?: boolean;
};

/** What every lead of the tool says, as its visitors typed it. */
const { phone, zip_code } = answersC.PhoneAndZip!;
const { case_description } = answersC.IncidentDescription!;
const typed = { first_name: answersC.NameAndEmail!.firstName, phone, zip_code, case_description };

/** Receivers get a number without its punctuation. */
const plain = (value: unknown) => String(value).replace(/[\s().-]/g, "");
const isTyped = (values: Record<string, unknown>) =>
  Object.entries(typed).every(([name, value]) => plain(values[name]) === plain(value));

/** A message whose sender was lost is sent again after two minutes. */
const deliveredWithinMs = 240_000;

/** Looks when all messages are delivered, or should have been. @param url of the leader */
export async function lookInTheEnd(url: string, received: Map<string, Arrival>): Promise<Found> {
  const open = "select 1 from outbox where status <> 'delivered' limit 1";
  const isDelivered = async () => (await ask(url, open))?.length === 0;
  await waitFor("all deliveries", isDelivered, deliveredWithinMs).catch(() => undefined);
  const nothing = { leads: [], answers: new Map(), received };
  // A table in which all is lost says more than none.
  return { ...(await look(url, received).catch(() => nothing)), isEnd: true };
}

/** What is there now. @param since leads created earlier are left out; epoch milliseconds */
export async function look(url: string, received: Map<string, Arrival>, since = 0): Promise<Found> {
  const text = `select id, record::json as record, record::json->>'email' as email,
       (select count(*) from consents where lead_id = leads.id) as consents,
       (select count(*) from outbox where lead_id = leads.id) as messages,
       (select count(*) from outbox where lead_id = leads.id and status = 'delivered') as delivered
     from leads where created_at >= ${since}`;
  const leads = await ask<Lead>(url, text, 60_000);
  const logged = await ask<{ id: string; steps: string[] }>(
    url,
    `select visit_id as id, array_agg(body::json->>'step' order by seq) as steps
     from visit_log join visits on visits.id = visit_id
     where kind = 'answer' and visits.updated_at >= ${since} group by visit_id`,
    60_000,
  );
  if (!leads || !logged) throw new Error("The leads cannot be read.");
  return { leads, received, answers: new Map(logged.map(({ id, steps }) => [id, steps])) };
}

/** Leads that nobody was thanked for, when all visitors have gone. */
export function strangers({ leads }: Found, acknowledged: readonly string[]): number {
  const known = new Set(acknowledged);
  return leads.filter(({ email }) => !known.has(email)).length;
}

type Taken = Pick<Seen, "acknowledged" | "answered">;

/** The visitors' answers that were taken. */
function countAnswers({ answered }: Taken, { answers }: Found) {
  const visits = [...answered].map(([id, steps]) => ({ id, steps, logged: answers.get(id) ?? [] }));
  const twice = (logged: string[]) => logged.length - new Set(logged).size;
  return {
    lost: visits.flatMap(({ id, steps, logged }) =>
      steps.filter((step) => !logged.includes(step)).map((step) => `${step} of ${id}`),
    ),
    doubled: visits.reduce((sum, { logged }) => sum + twice(logged), 0),
  };
}

/** What was acknowledged and is missing, by name. */
export function missing(taken: Taken, found: Found): string[] {
  const stored = new Set(found.leads.map(({ email }) => email));
  const leads = taken.acknowledged.filter((address) => !stored.has(address));
  return [...leads, ...countAnswers(taken, found).lost];
}

/** Of the leads whose visitors were thanked, and of the answers that were taken. */
export function count(taken: Taken, found: Found) {
  const { acknowledged } = taken;
  const { leads, received, isEnd } = found;
  const answers = countAnswers(taken, found);
  const byAddress = new Map<string, Lead[]>();
  for (const lead of leads) byAddress.set(lead.email, [...(byAddress.get(lead.email) ?? []), lead]);
  const stored = acknowledged.map((address) => byAddress.get(address) ?? []);
  const arrivalOf = ({ id }: Lead) => received.get(`${id}.lead-prosper`);
  const arrivals = stored.flat().map(arrivalOf);
  const isWhole = ({ consents, messages, delivered }: Lead) =>
    consents === "1" && messages === "1" && (!isEnd || delivered === "1");
  const isAsTyped = (lead: Lead) => isTyped(lead.record) && isTyped(arrivalOf(lead)?.fields ?? typed);
  return {
    stored: stored.filter((of) => of.length > 0).length,
    received: arrivals.filter(Boolean).length,
    lost: stored.filter((of) => of.length === 0).length,
    doubled: stored.filter((of) => of.length > 1).length,
    /** Another than its visitor typed, as it is stored or as it was received. */
    changed: stored.flat().filter((lead) => !isAsTyped(lead)).length,
    answersLost: answers.lost.length,
    answersDoubled: answers.doubled,
    /** Without exactly one consent and one message, said to be delivered and not received, or never delivered. */
    incomplete: stored.flat().filter((lead) => !isWhole(lead) || (lead.delivered !== "0" && !arrivalOf(lead)))
      .length,
    /** Messages that the receiver got more than once, always with the same id. */
    repeated: arrivals.filter((arrival) => (arrival?.times ?? 0) > 1).length,
  };
}

/** One fault that was gone through. */
export type Done = { name: string; note: string; seen: Seen };

/** What came of one fault. */
type Outcome = ReturnType<typeof outcome>;

/** @param found when all messages were delivered */
export function outcome({ name, note, seen }: Done, found: Found) {
  const { nothingTakenMs, longestWaitMs, refused, typedAgain, acknowledged, unthanked } = seen;
  const held = refused.get(503) ?? 0;
  const others = [...refused.values()].reduce((sum, times) => sum + times, 0) - held;
  return {
    name,
    note,
    nothingTakenMs,
    longestWaitMs,
    held,
    others,
    typedAgain,
    unthanked: unthanked.length,
    acknowledged: acknowledged.length,
    ...count(seen, found),
  };
}

const head =
  "fault|times|nothing taken for, s|longest wait, s|503|500 and other|typed again|acknowledged|stored|received|lost|doubled|not whole|changed|answers lost|answers doubled|sent again|remarks";

/** A row for each kind of fault, and one of all. */
export function table(outcomes: Outcome[]): string {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  const rows = names.map((name) =>
    row(
      name,
      outcomes.filter((each) => each.name === name),
    ),
  );
  return markdownTable([head.split("|"), ...rows, ...(rows.length > 1 ? [row("all", outcomes)] : [])]);
}

/** Leads and answers that are not what was acknowledged. */
export const damage = [
  ...(["lost", "doubled", "incomplete", "changed"] as const),
  ...(["answersLost", "answersDoubled"] as const),
] as const;

/** What must not be: damage, visitors not thanked, a form typed again, an answer other than 503. */
export function wrongs(outcomes: Outcome[]): number {
  return total(outcomes, [...damage, "unthanked", "typedAgain", "others"]);
}

type Counted = Exclude<keyof Outcome, "name" | "note">;

const total = (of: Outcome[], keys: Counted[]) =>
  of.reduce((sum, outcome) => keys.reduce((more, key) => more + outcome[key], sum), 0);

function row(name: string, of: Outcome[]): string[] {
  const spread = (key: Counted) => {
    const all = of.map((outcome) => outcome[key]);
    const [least, most] = [inSeconds(Math.min(...all)), inSeconds(Math.max(...all))];
    return least === most ? most : `${least} to ${most}`;
  };
  const sums = (
    ["held", "others", "typedAgain", "acknowledged", "stored", "received", ...damage, "repeated"] as const
  ).map((key) => String(total(of, [key])));
  return [
    name,
    String(of.length),
    spread("nothingTakenMs"),
    spread("longestWaitMs"),
    ...sums,
    remarks(of.map(({ note }) => note).filter(Boolean)),
  ];
}

/** Each once; of "7 commits" and "12 commits" the sum. */
function remarks(notes: string[]): string {
  const numbers = new Map<string, number>();
  for (const note of notes) {
    const [, number, words] = /^(\d*) ?(.*)$/.exec(note)!;
    numbers.set(words!, (numbers.get(words!) ?? 0) + Number(number));
  }
  return [...numbers].map(([words, number]) => (number > 0 ? `${number} ${words}` : words)).join("; ");
}

export function inSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

export function refusals({ refused }: Seen): string {
  return [...refused].map(([status, times]) => `${times} times ${status}`).join(", ") || "nobody refused";
}
