/** What the alarms would have sent, hour by hour, on simulated traffic. */
import { decisionOn } from "../../../services/alarms/decide.ts";
import { type CountedHour, historyHours, historyOf } from "../../../services/alarms/series.ts";
import { watchOf } from "../../../services/alarms/watch.ts";
import type { Alarm } from "../../../services/store/rows.ts";

/** A message that announced alarms; `hour` as in `CountedHour`. */
export type Sent = { hour: number; alarms: Alarm[] };

/** Judges hours as the job does, except that forecasts are made only once a day, to save time. @param from first hour judged */
export async function replay(
  hours: readonly CountedHour[],
  from: number,
  falsePerMonth = 1,
): Promise<Sent[]> {
  const known: Alarm[] = [];
  const sent: Sent[] = [];
  let lastId = 0;
  for (let day = from; day < hours.length; day += 24) {
    const end = Math.min(hours.length, day + 24);
    const history = historyOf(hours.slice(Math.max(0, end - historyHours), end), (hour) => hour % 168);
    const watch = await watchOf(history, day - history.first);
    for (let hour = day; hour < end; hour++) {
      const { began, ended } = decisionOn({
        history: { ...history, hours: hour + 1 - history.first },
        watch,
        open: known.filter(({ endedHour }) => endedHour === null),
        recent: known.filter(({ noticedHour }) => noticedHour >= hour - 24),
        falsePerMonth,
        destinations: [],
        at: 0,
        newId: () => String(++lastId),
        page: "",
        timeZone: "UTC",
      });
      for (const each of known) if (ended.includes(each.id)) each.endedHour = hour;
      known.push(...began);
      const announced = began.filter(({ messageId }) => messageId !== null);
      if (announced.length > 0) sent.push({ hour, alarms: announced });
    }
  }
  return sent;
}
