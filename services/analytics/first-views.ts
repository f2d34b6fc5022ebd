import { isbot } from "isbot";
import type { Arrival } from "../../machines/context/tracking.ts";
import type { SurveyEntry } from "../../machines/registry.ts";
import type { ChartSettings } from "../../machines/visit/open-visit.ts";
import { failure, type Log } from "../observe/log.ts";
import { every } from "../observe/polling.ts";
import { remembering } from "../observe/remembering.ts";
import type { Settings } from "../settings/env.ts";
import type { FirstViews } from "../store/analytics/first-views.ts";
import { type AnalyticsSource, sumOfRefusals, type ViewCount } from "../store/rows.ts";
import { armsIn, otherId, sourceOf } from "./source.ts";

/** Headers that mark a request as a prefetch, prerender or link preview. */
const early = ["Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"];
const isEarly = /prefetch|prerender|preview/i;
/** Longer than any browser's User-Agent. */
const longest = 1_000;

/** Results by User-Agent: `isbot` takes 5 µs, and most visitors share a few User-Agents. */
const remember = remembering<boolean>(1_000);

const isBrowser = (userAgent: string): boolean =>
  userAgent !== "" && userAgent.length <= longest && remember(userAgent, () => !isbot(userAgent));

/**
 * True if a request for a page comes from a person who will see it, judging by its headers: no crawler, link
 * preview, monitor or library, and no prefetch. Anything that claims to be a browser is counted.
 */
export function isVisitor(header: (name: string) => string | undefined): boolean {
  return isBrowser(header("User-Agent") ?? "") && !early.some((name) => isEarly.test(header(name) ?? ""));
}

const hourMs = 3_600_000;
/** Most sources counted separately in an hour: anybody can make up sources by editing an address. */
export const mostSources = 1_000;

const mostRecent = 5_000;

/** A first view of a survey. `at`: epoch milliseconds. */
export type Look = { entry: SurveyEntry; arrival: Arrival; at: number };

/** Counts first views in memory until they are taken. */
export type ViewCounter = {
  seen(look: Look): void;
  /** Counts an answer that the first form refused. @param times -1 takes it back: a visit has recorded it by now */
  refused(look: Look, fields: readonly string[], times: 1 | -1): void;
  /** Returns what was counted since the last call. */
  take(): ViewCount[];
  /** Adds counts back that were taken but could not be stored. */
  putBack(counts: readonly ViewCount[]): void;
};

/**
 * @param day counts days in the site's time zone
 * @param simulated true for made-up views
 * @param most sources counted separately in an hour; the others are merged by survey, device and arm
 */
export function viewCounter({
  settings,
  day,
  simulated = false,
  most = mostSources,
}: {
  settings: ChartSettings;
  day: (at: number) => number;
  simulated?: boolean;
  most?: number;
}): ViewCounter {
  let counts = new Map<string, ViewCount>();
  /** The count for each `wordsOf`, so that the source of common ones is not computed for every view. */
  const recent = new Map<string, ViewCount>();
  /** The separate sources of the current hour, including those already taken. */
  const known = { hour: 0, keys: new Set<string>() };

  const isOwn = (key: string, hour: number) => {
    if (hour > known.hour) {
      known.hour = hour;
      known.keys.clear();
    }
    if (known.keys.has(key)) return true;
    if (known.keys.size >= most) return false;
    known.keys.add(key);
    return true;
  };
  const add = (count: ViewCount, key = keyOf(count.source)) => {
    const whole = `${count.hour} ${count.day} ${key}`;
    const held = counts.get(whole) ?? { ...count, views: 0, refused: undefined };
    held.views += count.views;
    held.refused = sumOfRefusals(held.refused, count.refused);
    counts.set(whole, held);
    return held;
  };
  /** Counts a view by its source, which takes longer to compute than anything else here. */
  const addNew = ({ entry, arrival }: Look, count: Omit<ViewCount, "source">) => {
    const source = viewSource(entry, arrival, settings, simulated);
    const key = keyOf(source);
    return isOwn(key, count.hour)
      ? add({ ...count, source }, key)
      : add({ ...count, source: foldedSource(source) });
  };

  return {
    seen(look) {
      const [hour, today] = [Math.floor(look.at / hourMs), day(look.at)];
      const words = wordsOf(look);
      const known = recent.get(words);
      if (known?.hour === hour && known.day === today) {
        known.views += 1;
        return;
      }
      if (recent.size >= mostRecent) recent.clear();
      recent.set(words, addNew(look, { hour, day: today, views: 1 }));
    },
    refused(look, fields, times) {
      const refused = { answers: times, fields: Object.fromEntries(fields.map((field) => [field, times])) };
      addNew(look, { hour: Math.floor(look.at / hourMs), day: day(look.at), views: 0, refused });
    },
    take() {
      const taken = [...counts.values()].filter(({ views, refused }) => views > 0 || refused);
      counts = new Map();
      recent.clear();
      return taken;
    },
    putBack(taken) {
      for (const count of taken) add(count);
    },
  };
}

/** Everything that the source of a view depends on. */
function wordsOf({ entry, arrival: { path, query, device, arm } }: Look): string {
  const { affid, oid, flags } = query;
  const drawn = arm ? `${arm.experiment} ${arm.name} ${arm.version} ${arm.won}` : "";
  return [entry.variant.code, path, device, affid, oid, drawn, flags].join("\n");
}

/** The source of a first view. The sub id may identify a person, and `scripts` is not known yet. */
function viewSource(
  entry: SurveyEntry,
  arrival: Arrival,
  settings: ChartSettings,
  simulated: boolean,
): AnalyticsSource {
  return { ...sourceOf(entry, { arrival, facts: {} }, { settings, simulated }), subId: "", scripts: "" };
}

/** Omits what an edited address can contain: path, offer, affiliate, and all flags except the arm. */
function foldedSource(source: AnalyticsSource): AnalyticsSource {
  return { ...source, path: otherId, offer: otherId, affiliate: otherId, flags: armsIn(source.flags) };
}

function keyOf({ variant, path, offer, affiliate, device, flags }: AnalyticsSource): string {
  return `${variant} ${path} ${offer} ${affiliate} ${device} ${flags}`;
}

type Options = Parameters<typeof viewCounter>[0] & {
  settings: Pick<Settings, "sharedCacheSeconds">;
  store: Pick<FirstViews, "add">;
  log: Log;
};

/** How often counts are stored, in milliseconds; a crash loses at most this much. */
const everyMs = 3_000;

/** Counts first views and stores them regularly; what could not be stored is added to the next counts. */
export type CountedViews = Pick<ViewCounter, "seen" | "refused"> & { stop(): Promise<void> };

export function countViews({ store, log, ...options }: Options): CountedViews {
  const counter = viewCounter(options);
  let underWay: Promise<void> | undefined;
  const keep = async () => {
    const counts = counter.take();
    if (counts.length === 0) return;
    try {
      await store.add(counts);
    } catch (error) {
      counter.putBack(counts);
      log("views.not_stored", { ...failure(error), count: counts.length });
    }
  };
  const look = () => {
    underWay ??= keep().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
  const end = every(everyMs, look);
  return {
    // Behind a shared cache only a few views reach this process, and they say nothing about the others.
    seen: options.settings.sharedCacheSeconds > 0 ? () => {} : counter.seen,
    refused: counter.refused,
    async stop() {
      end();
      await underWay;
      await look();
    },
  };
}
