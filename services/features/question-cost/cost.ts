import { createHash } from "node:crypto";
import type { Order } from "../../../machines/features/question-cost/orders.ts";
import type { Question } from "../../../machines/features/question-cost/questions.ts";
import type { SiteSettings } from "../../../machines/features/question-cost/replayed.ts";
import type { RecordedVisit, Tally } from "../../../machines/features/what-if/tally.ts";
import type { Variant } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import type { Settings } from "../../settings/env.ts";
import type { Store } from "../../store/store.ts";
import { machineVersion } from "../../visits/machine-version.ts";
import type { Analytics } from "../numbers/client.ts";
import { wilson } from "../numbers/statistics/exact.ts";
import { askedOf } from "./analyses.ts";
import { type Lost, lostAt } from "./lost.ts";
import { type Need, needsOf, readersOf } from "./needs.ts";

/** What would become of the leads that a survey has made if it did not ask a question. */
export type Replayed = {
  /** Leads that were replayed, and those for which they stand. */
  leads: number;
  of: number;
  /** How many of those that were replayed get another verdict: for certain, and possibly. */
  certain: number;
  possible: number;
  /** Bounds of the same for all leads; with 95 % probability where not all were replayed. */
  verdicts: { low: number; high: number };
  /** Payloads that would lose a field, and the fields, those in most payloads first. */
  payloads: number;
  fields: string[];
};

export type QuestionCost = Pick<Question, "name"> &
  Lost & {
    /** Why it has to be asked, in clauses: the chart's reason, then receivers'. */
    refusals: string[];
    /** Null where a guard reads its answer. */
    replayed: Replayed | null;
    /** Receivers that read what it sets, and what they owe for leads of this survey, in cents. */
    needs: (Need & { cents: number })[];
  };

/** Another order, with the most leads that it can win and how many visitors fewer are asked the question. */
export type OrderGain = Order & { leads: number; fewer: number };

export type Costs = {
  code: string;
  /** When this was worked out, and up to when visits are counted; epoch milliseconds. */
  at: number;
  asOf: number;
  sessions: number;
  leads: number;
  /** Leads that were replayed, of how many, and how many of them today's chart does not lead to. */
  replayed: number;
  of: number;
  otherVersion: number;
  questions: QuestionCost[];
  orders: OrderGain[];
};

type Site = { store: Store; settings: Settings; numbers: Analytics };

/** Visits that are read and replayed at a time, so that the thread's other questions come in between. */
const atOnce = 40;

/** How long a result is shown while visits come in, and how long while none do, in milliseconds. */
const [fresh, quiet] = [15 * 60_000, 24 * 60 * 60_000];

/** Rises with every change of what is kept, so that an older result is not shown. */
const format = 1;

const working = new Map<string, Promise<Costs>>();

/**
 * What each question of a survey costs: as kept in the store for this chart, these settings and about these visits, or
 * worked out now, which takes seconds at most, however many visits there are.
 * @throws AnalyticsUnavailable
 */
export async function costsOf(site: Site, variant: Required<Variant>): Promise<Costs> {
  const { store, settings } = site;
  const { code } = variant;
  const readers = readersOf(settings.destinations, await store.termsInForce.all());
  const given = siteSettings(settings);
  const wanted = readers.map(({ receiver, reads }) => [receiver, [...reads]]);
  const digest = createHash("sha256").update(
    JSON.stringify([format, machineVersion(variant), given, wanted]),
  );
  const key = digest.digest("hex");
  const data = await store.numbers.lastChange();
  const kept = await store.questionCost.newest(code);
  const age = Date.now() - (kept?.at ?? 0);
  if (kept?.chart === key && (age < fresh || (kept.data === data && age < quiet)))
    return JSON.parse(kept.body) as Costs;
  const known = working.get(`${code} ${key}`);
  if (known) return known;
  const made = workOut(site, variant, readers, given).then(async (costs) => {
    await store.questionCost.keep({
      survey: code,
      chart: key,
      data,
      at: costs.at,
      body: JSON.stringify(costs),
    });
    return costs;
  });
  working.set(`${code} ${key}`, made);
  try {
    return await made;
  } finally {
    working.delete(`${code} ${key}`);
  }
}

function siteSettings(settings: Settings): SiteSettings {
  const { dateOfBirthStates, noDefaultBuyersStates, pageFlags } = settings;
  const { forceEarlyTreatment, partialFaultStates, reservedSurnames } = settings;
  return {
    chart: { dateOfBirthStates, noDefaultBuyersStates, pageFlags },
    lead: { forceEarlyTreatment, partialFaultStates, reservedSurnames },
  };
}

async function workOut(
  { store, numbers }: Site,
  { code }: Required<Variant>,
  readers: ReturnType<typeof readersOf>,
  settings: SiteSettings,
): Promise<Costs> {
  const ask = askedOf(numbers);
  const at = Date.now();
  const [counted, { questions, orders }, drawn, earned] = await Promise.all([
    numbers.query({ variant: code }),
    ask.chart(code),
    ask.drawn(code, at),
    ask.earned(code),
  ]);
  const tallies = new Map<string, Counts>();
  let replayed = 0;
  for (let from = 0; from < drawn.visits.length; from += atOnce) {
    const visits = await loaded(store, drawn.visits.slice(from, from + atOnce));
    replayed += visits.length;
    for (const [name, tally] of Object.entries(await ask.replayed(code, settings, visits)))
      tallies.set(name, sum(tallies.get(name), tally));
  }
  const costs = questions.map((question): QuestionCost => {
    const needs = needsOf(question, readers).map((need) => ({ ...need, cents: earned[need.receiver] ?? 0 }));
    const tally = tallies.get(question.name);
    return {
      name: question.name,
      ...lostAt(counted, question),
      refusals: [...(question.refusal ? [question.refusal.why] : []), ...needs.map(({ why }) => why)],
      replayed: tally && replayed > 0 ? replayedOf(tally, replayed, drawn.of) : null,
      needs,
    };
  });
  return {
    code,
    at,
    asOf: counted.asOf,
    sessions: counted.rated.sessions,
    leads: counted.rated.leads,
    replayed,
    of: drawn.of,
    otherVersion: Math.max(0, ...[...tallies.values()].map(({ otherVersion }) => otherVersion)),
    questions: costs,
    orders: gains(orders, costs, counted.nodes),
  };
}

async function loaded(store: Store, ids: readonly string[]): Promise<RecordedVisit[]> {
  const visits: RecordedVisit[] = [];
  for (const id of ids) {
    // It may have been erased meanwhile.
    const visit = await store.visits.load(id);
    if (visit) visits.push({ id, log: visit.entries as unknown as LogEntry[], isLead: true });
  }
  return visits;
}

type Counts = Pick<Tally, "failed" | "otherVersion" | "fields"> & { atLeast: number; atMost: number };

function sum(
  all: Counts = { failed: 0, otherVersion: 0, fields: {}, atLeast: 0, atMost: 0 },
  { failed, otherVersion, kinds, fields }: Pick<Tally, "failed" | "otherVersion" | "kinds" | "fields">,
): Counts {
  const both = new Map(Object.entries(all.fields));
  for (const [field, count] of Object.entries(fields)) both.set(field, (both.get(field) ?? 0) + count);
  return {
    failed: all.failed + failed,
    otherVersion: all.otherVersion + otherVersion,
    fields: Object.fromEntries(both),
    atLeast: all.atLeast + kinds.verdict.atLeast,
    atMost: all.atMost + kinds.verdict.atMost,
  };
}

/** @param replayed leads that were replayed, also those whose visitors never came to the question */
export function replayedOf(tally: Counts, replayed: number, of: number): Replayed {
  const leads = replayed - tally.failed - tally.otherVersion;
  const isAll = leads === of;
  const { atLeast, atMost } = tally;
  const part = (count: number, side: 0 | 1) => (leads === 0 ? side : wilson({ count, of: leads })[side]);
  const fields = Object.entries(tally.fields).sort(([, one], [, other]) => other - one);
  const [, most] = fields[0] ?? ["", 0];
  return {
    leads,
    of,
    certain: atLeast,
    possible: atMost,
    verdicts: isAll
      ? { low: atLeast, high: atMost }
      : { low: Math.floor(of * part(atLeast, 0)), high: Math.ceil(of * part(atMost, 1)) },
    payloads: leads === 0 ? 0 : Math.round((of * most) / leads),
    // As `destination field`.
    fields: [...new Set(fields.map(([name]) => name.split(" ")[1]!))],
  };
}

function gains(
  orders: readonly Order[],
  costs: readonly QuestionCost[],
  nodes: Awaited<ReturnType<Analytics["query"]>>["nodes"],
): OrderGain[] {
  const node = (name: string) => nodes.find(({ id }) => id === name || id.startsWith(`${name}.`));
  return orders
    .map((order) => {
      const came = node(order.question)?.rated.sessions ?? 0;
      const stays = order.passed.reduce((share, name) => {
        const { sessions = 0, left = 0 } = node(name)?.rated ?? {};
        return sessions === 0 ? share : share * (1 - left / sessions);
      }, 1);
      const cost = costs.find(({ name }) => name === order.question);
      return { ...order, leads: cost?.leads?.high ?? 0, fewer: Math.round(came * (1 - stays)) };
    })
    .filter(({ leads }) => leads > 0)
    .sort((one, other) => other.leads - one.leads);
}
