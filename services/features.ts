import { complete } from "../machines/features/needs.ts";
import { alarms } from "./features/alarms/feature.ts";
import { books } from "./features/books/feature.ts";
import { callTime } from "./features/call-time/feature.ts";
import { conversions } from "./features/conversions/feature.ts";
import { evidence } from "./features/evidence/feature.ts";
import { experiments } from "./features/experiments/feature.ts";
import type { Arms, Core, Feature, Job, Sections } from "./features/feature.ts";
import { invoices } from "./features/invoices/feature.ts";
import { numbers } from "./features/numbers/feature.ts";
import { postbacks } from "./features/postbacks/feature.ts";
import { profit } from "./features/profit/feature.ts";
import { revocations } from "./features/revocations/feature.ts";
import { simulatedTraffic } from "./features/simulated-traffic/feature.ts";
import { terms } from "./features/terms/feature.ts";
import { tracing } from "./features/tracing/feature.ts";
import { unsold } from "./features/unsold/feature.ts";
import { whatIf } from "./features/what-if/feature.ts";
import type { Settings } from "./settings/env.ts";
import type { Connection } from "./store/engine/connection.ts";
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
  evidence,
  experiments,
  simulatedTraffic,
  tracing,
  whatIf,
  postbacks,
  conversions,
  revocations,
  callTime,
  unsold,
};

export const allFeatures: readonly Feature[] = complete(Object.values(features), "services/features.ts");

/** Looks at one property only: what else a feature has leads back to the store, whose type this is part of. */
type TablesOf<Own> = Own extends { of: (...given: never) => infer Tables } ? Tables : never;

/** The queries of features' own tables, each under its feature's name. */
export function featureTables(connection: Connection, now: () => number, bookkeeping: Bookkeeping) {
  const tables = allFeatures.flatMap(({ name, tables }) =>
    tables ? [[name, tables.of(connection, now, bookkeeping)] as const] : [],
  );
  return Object.fromEntries(tables) as {
    [Name in keyof typeof features]: TablesOf<NonNullable<(typeof features)[Name]["tables"]>>;
  };
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

/** The features that read news of leads. */
export const newsOfFeatures = allFeatures.flatMap(({ name, news }) => (news ? [{ name, ...news }] : []));

/** Those who read them, by these settings. */
export function newsReaders(settings: Settings): NewsReader[] {
  return newsOfFeatures.map(({ name, reader }) => ({ name, ...reader(settings) }));
}
