import { complete } from "../machines/features/needs.ts";
import { alarms } from "./features/alarms/feature.ts";
import { callTime } from "./features/call-time/feature.ts";
import { evidence } from "./features/evidence/feature.ts";
import { experiments } from "./features/experiments/feature.ts";
import type { Arms, Core, Feature, Sections } from "./features/feature.ts";
import { postbacks } from "./features/postbacks/feature.ts";
import { simulatedTraffic } from "./features/simulated-traffic/feature.ts";
import { tracing } from "./features/tracing/feature.ts";
import { whatIf } from "./features/what-if/feature.ts";
import type { Settings } from "./settings/env.ts";
import type { Connection } from "./store/engine/connection.ts";
import type { NewsReader } from "./store/sales/news.ts";

/** Everything that the program does beyond its core, a line each (docs/decisions.md, "A core and its features"). */
export const features = {
  alarms,
  evidence,
  experiments,
  simulatedTraffic,
  tracing,
  whatIf,
  postbacks,
  callTime,
};

export const allFeatures: readonly Feature[] = complete(Object.values(features), "services/features.ts");

/** Looks at one property only: what else a feature has leads back to the store, whose type this is part of. */
type TablesOf<Own> = Own extends { of: (...given: never) => infer Tables } ? Tables : never;

/** The queries of features' own tables, each under its feature's name. */
export function featureTables(connection: Connection, now: () => number) {
  const tables = allFeatures.flatMap(({ name, tables }) =>
    tables ? [[name, tables.of(connection, now)] as const] : [],
  );
  return Object.fromEntries(tables) as {
    [Name in keyof typeof features]: TablesOf<NonNullable<(typeof features)[Name]["tables"]>>;
  };
}

type ServedBy<Own> = Own extends { serves: (core: Core) => Promise<infer Served> } ? Served : never;

/** What features' pages ask of the server's side, each by its name in the list above. */
export type OfFeatures = { readonly [Name in keyof typeof features]: ServedBy<(typeof features)[Name]> };

/** Makes it, once a site starts. */
export async function servedByFeatures(core: Core): Promise<OfFeatures> {
  const each = Object.entries<Feature>(features);
  const served = each.map(async ([name, { serves }]) => [name, await serves?.(core)] as const);
  return Object.fromEntries(await Promise.all(served)) as OfFeatures;
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
