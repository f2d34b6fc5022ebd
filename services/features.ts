import { complete } from "../machines/features/needs.ts";
import type { Gate } from "./delivery/outbox/gate.ts";
import { alarms } from "./features/alarms/feature.ts";
import { books } from "./features/books/feature.ts";
import { buyerPortal } from "./features/buyer-portal/feature.ts";
import { buyersTerms } from "./features/buyers-terms/feature.ts";
import { callTime } from "./features/call-time/feature.ts";
import { conversions } from "./features/conversions/feature.ts";
import { evidence } from "./features/evidence/feature.ts";
import { experiments } from "./features/experiments/feature.ts";
import type { Arms, Core, Feature, GateMeans, Job, Sections } from "./features/feature.ts";
import { invoices } from "./features/invoices/feature.ts";
import { numbers } from "./features/numbers/feature.ts";
import { postbacks } from "./features/postbacks/feature.ts";
import { profit } from "./features/profit/feature.ts";
import { questionCost } from "./features/question-cost/feature.ts";
import { rehearsal } from "./features/rehearsal/feature.ts";
import { returns } from "./features/returns/feature.ts";
import { revocations } from "./features/revocations/feature.ts";
import { scrubs } from "./features/scrubs/feature.ts";
import { terms } from "./features/terms/feature.ts";
import { tracing } from "./features/tracing/feature.ts";
import { unsold } from "./features/unsold/feature.ts";
import { verdicts } from "./features/verdicts/feature.ts";
import { whatIf } from "./features/what-if/feature.ts";
import { words } from "./features/words/feature.ts";
import type { Settings } from "./settings/env.ts";
import { type ContactPoints, keyedHash } from "./store/engine/address-hash.ts";
import type { Connection, Writer } from "./store/engine/connection.ts";
import type { Bookkeeping } from "./store/sales/ledger-fill.ts";
import type { NewsReader } from "./store/sales/news.ts";

/** Everything that the program does beyond its core, a line each (docs/decisions.md, "A core and its features"). */
export const features = {
  numbers,
  alarms,
  books,
  profit,
  invoices,
  terms,
  buyersTerms,
  evidence,
  experiments,
  tracing,
  whatIf,
  questionCost,
  rehearsal,
  postbacks,
  conversions,
  revocations,
  returns,
  scrubs,
  callTime,
  unsold,
  buyerPortal,
  verdicts,
  words,
};

export const allFeatures: readonly Feature[] = complete(Object.values(features), "services/features.ts");

/** Looks at one property only: what else a feature has leads back to the store, whose type this is part of. */
type TablesOf<Own> = Own extends { of: (...given: never) => infer Tables } ? Tables : never;

/** How a feature hashes what names somebody, with a key that no other shares. */
const hashOf = (key: string, feature: string) => (text: string) =>
  keyedHash(key, JSON.stringify(["feature", feature, text]));

/** The queries of features' own tables, each under its feature's name in the list. @param key from `hashKeyIn` */
export function featureTables(
  connection: Connection,
  now: () => number,
  bookkeeping: Bookkeeping,
  key: string,
) {
  const tables = Object.entries<Feature>(features).flatMap(([listed, { name, tables }]) =>
    tables ? [[listed, tables.of(connection, now, bookkeeping, hashOf(key, name))] as const] : [],
  );
  return Object.fromEntries(tables) as {
    [Name in keyof typeof features]: TablesOf<NonNullable<(typeof features)[Name]["tables"]>>;
  };
}

/** Deletes what features keep of a person, in the transaction of an erasure. @param key from `hashKeyIn` */
export async function forgetInFeatures(trx: Writer, reaches: readonly ContactPoints[], key: string) {
  for (const { name, tables } of allFeatures) await tables?.forget?.(trx, reaches, hashOf(key, name));
}

type JobOf<Own> = Own extends { start: (core: never) => Promise<infer Running> } ? Running : never;

/** What runs of each feature while the site does. */
export type Running = {
  [Name in keyof typeof features as JobOf<(typeof features)[Name]> extends never ? never : Name]: JobOf<
    (typeof features)[Name]
  >;
};

export async function startFeatures(core: Core): Promise<Running> {
  const started = Object.entries<Feature>(features).flatMap(([name, { start }]) =>
    start ? [start(core).then((job) => [name, job] as const)] : [],
  );
  return Object.fromEntries<Job>(await Promise.all(started)) as Running;
}

/** What features say of surveys, by their codes, and of what in a clause. */
export function figuresOfSurveys({ running, settings }: { running: Running; settings: Settings }) {
  const jobs: Readonly<Record<string, Job>> = running;
  return Promise.all(
    Object.entries<Feature>(features).flatMap(([name, { figures: own }]) =>
      own && jobs[name]
        ? [own.of(jobs[name], settings).then((figures) => ({ about: own.about, figures }))]
        : [],
    ),
  );
}

const nobodyInArms: Arms = { assign: undefined, shownAt: () => [], names: [] };

/** Who is shown which arm; without a feature that has arms everybody is shown the same. */
export function armsOf(settings: Sections): Arms {
  return allFeatures.find(({ arms }) => arms)?.arms?.(settings) ?? nobodyInArms;
}

/** What of the features stands before every receiver of a lead; nothing where no setting wants it. */
export function gatesOf(means: GateMeans): Gate[] {
  return allFeatures.flatMap(({ name, before }) => {
    const ask = before?.(means);
    return ask ? [{ name, ask }] : [];
  });
}

/** The features that read news of leads. */
export const newsOfFeatures = allFeatures.flatMap(({ name, news }) => (news ? [{ name, ...news }] : []));

/** Those who read them, by these settings. */
export function newsReaders(settings: Settings): NewsReader[] {
  return newsOfFeatures.map(({ name, reader }) => ({ name, ...reader(settings) }));
}
