import type { Arrival } from "../../../machines/lead/tracking.ts";
import type { SurveyEntry } from "../../../machines/registry.ts";
import type { ChartSettings } from "../../../machines/visit/input.ts";
import type { AnalyticsSource } from "../../store/analytics.ts";
import type { ViewCount } from "../../store/first-views.ts";
import { armsIn, otherId, sourceOf } from "../source.ts";

const hourMs = 3_600_000;
/** So many sources have counts of their own in an hour; anybody can make up another. */
export const mostSources = 1_000;

const mostRecent = 5_000;

/** What is known of somebody who looks at a survey's first question. @param at epoch milliseconds */
export type Look = { entry: SurveyEntry; arrival: Arrival; at: number };

/** Counts first views in memory until they are taken. */
export type ViewCounter = {
  seen(look: Look): void;
  /** All that was counted since the last time. */
  take(): ViewCount[];
  /** Counts what was taken once more: it could not be kept. */
  putBack(counts: readonly ViewCount[]): void;
};

/**
 * @param day counts days in the site's time zone
 * @param simulated nobody looks
 * @param most sources with counts of their own in an hour; those beyond are one for each survey, device and arm
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
  /** The counts that those who came by the same words were added to: most come by few. */
  const recent = new Map<string, ViewCount>();
  /** The sources of the hour that is counted now, those taken already too. */
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
    const held = counts.get(whole) ?? { ...count, views: 0 };
    held.views += count.views;
    counts.set(whole, held);
    return held;
  };
  /** Reads where somebody comes from, which takes longer than anything else here. */
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
    take() {
      const taken = [...counts.values()];
      counts = new Map();
      recent.clear();
      return taken;
    },
    putBack(taken) {
      for (const count of taken) add(count);
    },
  };
}

/** All that its source follows from. */
function wordsOf({ entry, arrival: { path, query, device, arm } }: Look): string {
  const { affid, oid, flags } = query;
  const drawn = arm ? `${arm.experiment} ${arm.name} ${arm.version} ${arm.won}` : "";
  return [entry.variant.code, path, device, affid, oid, drawn, flags].join("\n");
}

/** Where a first view comes from, without what only visits keep: a sub id may be one person's. */
function viewSource(
  entry: SurveyEntry,
  arrival: Arrival,
  settings: ChartSettings,
  simulated: boolean,
): AnalyticsSource {
  return { ...sourceOf(entry, { arrival, facts: {} }, { settings, simulated }), subId: "", scripts: "" };
}

/** What nobody can make up stays. */
function foldedSource(source: AnalyticsSource): AnalyticsSource {
  return { ...source, path: otherId, offer: otherId, affiliate: otherId, flags: armsIn(source.flags) };
}

function keyOf({ variant, path, offer, affiliate, device, flags }: AnalyticsSource): string {
  return `${variant} ${path} ${offer} ${affiliate} ${device} ${flags}`;
}
