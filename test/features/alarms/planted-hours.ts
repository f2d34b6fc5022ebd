import { DatabaseSync } from "node:sqlite";
import type { HourCounts } from "../../../services/features/alarms/series.ts";

const weeks = 8;

/** Counts of an ordinary hour on a site with two sources: some noise, no weekly pattern, always the same for an hour. */
export function usualHour(hour: number): HourCounts {
  const noise = (of: number) => ((hour * 7919 + of * 104729) % 11) - 5;
  const [small, large] = [14 + Math.round(noise(1) / 2), 60 + noise(2)];
  const visits: [number, number] = [3 * small + noise(3), 3 * large + noise(4)];
  const all: [number, number] = [small + large, visits[0] + visits[1]];
  return {
    "site:": all,
    "survey:c": all,
    "source:c/7": [small, visits[0]],
    "source:c/9": [large, visits[1]],
    "place:c/AtFault": [10 + noise(5), visits[0]],
    "service:emailCheck": [1, all[0]],
  };
}

/** Writes eight weeks of hours to a store's file, of which only the last still has to be judged. */
export function plantHours(file: string, last: number, counts: HourCounts = usualHour(last)): void {
  const database = new DatabaseSync(file);
  const insert = database.prepare(
    "insert or replace into alarm_hours (hour, counts, decided) values (?, ?, ?)",
  );
  database.exec("begin");
  for (let hour = last - weeks * 168; hour <= last; hour++) {
    const isLast = hour === last;
    insert.run(hour, JSON.stringify(isLast ? counts : usualHour(hour)), Number(!isLast));
  }
  database.exec("commit");
  database.close();
}
