/** What the alarms would have sent, hour by hour, about traffic that was made. */
import { decisionOn } from "../../services/alarms/decide.ts";
import { type CountedHour, historyHours, historyOf } from "../../services/alarms/history.ts";
import { watchOf } from "../../services/alarms/watch.ts";
import type { Alarm } from "../../services/store/alarms.ts";

/** A message that says that something began. */
export type Sent = { hour: number; alarms: Alarm[] };

/** Judges the hours from one on as the job does, but for the forecasts, which are made once a day. */
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
      const said = began.filter(({ messageId }) => messageId !== null);
      if (said.length > 0) sent.push({ hour, alarms: said });
    }
  }
  return sent;
}
