import type { AlarmMessage } from "../providers/ports.ts";
import type { Alarm, Decision, Notice } from "../store/alarms.ts";
import type { History } from "./history.ts";
import { aspects, namedBy, seriesKinds, type Watched } from "./series.ts";
import { beginningIn, endingOf, type Watch } from "./watch.ts";
import { beganMessage, endedMessage } from "./words.ts";

const dayHours = 24;
/** Whatever happens, so many messages a day say that something began. */
const mostMessages = 6;

export type Deciding = {
  history: History;
  watch: Watch;
  /** Alarms that last, and those of the last day. */
  open: readonly Alarm[];
  recent: readonly Alarm[];
  falsePerMonth: number;
  destinations: readonly string[];
  /** Epoch milliseconds. */
  at: number;
  newId: () => string;
  /** Address of the page of alarms. */
  page: string;
  timeZone: string;
};

const keyOf = ({ series, aspect }: { series: string; aspect: string }) => `${aspect} ${series}`;

/**
 * What the last hour of a history leads to. What begins together is one message; a series has one a day at most, and what
 * belongs to a drop of the whole site that was announced has none of its own.
 */
export function decisionOn(deciding: Deciding): Decision {
  const { history, watch, open, recent, falsePerMonth, newId } = deciding;
  const last = history.hours - 1;
  const hour = history.first + last;
  const lasting = new Set(open.map(keyOf));
  const began: Alarm[] = beginningIn(watch, last, falsePerMonth)
    .filter((each) => !lasting.has(keyOf(each)))
    .map(({ width, ...judged }) => ({
      ...judged,
      id: newId(),
      beganHour: hour + 1 - width,
      noticedHour: hour,
      endedHour: null,
      messageId: null,
    }))
    .sort(byCause);
  const messageId = newId();
  const announced = began.filter((each) => isNews(each, deciding));
  const messagesToday = new Set(recent.flatMap((each) => each.messageId ?? []));
  const isSaid = announced.length > 0 && messagesToday.size < mostMessages;
  if (isSaid) for (const each of announced) each.messageId = messageId;

  const ending = new Map(open.map((each) => [each, endingOf(watch, each as Alarm & Watched, last)]));
  const ended = open.filter((each) => ending.get(each));
  const notices = [
    ...(isSaid ? toAll(deciding, `${messageId}.began`, beganMessage(announced, deciding)) : []),
    ...closed(open, ended).flatMap((group) => {
      const normal = group.filter((each) => ending.get(each) === "normal");
      if (normal.length === 0) return [];
      return toAll(deciding, `${group[0]!.messageId}.ended`, endedMessage(normal, hour, deciding));
    }),
  ];
  return { began, ended: ended.map(({ id }) => id), notices };
}

/** The cause first: a service, the whole site, a survey, then sources and places, the least likely first. */
function byCause(one: Alarm, other: Alarm): number {
  const rank = ({ series, aspect }: Alarm) =>
    seriesKinds.indexOf(namedBy(series).kind) * aspects.length +
    aspects.indexOf(aspect as (typeof aspects)[number]);
  return rank(one) - rank(other) || one.chance - other.chance;
}

function isNews(alarm: Alarm, { open, recent }: Deciding): boolean {
  const again = recent.some(
    (each) =>
      keyOf(each) === keyOf(alarm) &&
      each.messageId !== null &&
      alarm.noticedHour - each.noticedHour < dayHours,
  );
  const isOfWhole = open.some(({ series, messageId }) => series === "site:" && messageId !== null);
  return !again && !(isOfWhole && namedBy(alarm.series).kind !== "service");
}

/** Alarms by the message that announced them, where the last of them has ended. */
function closed(open: readonly Alarm[], ended: readonly Alarm[]): Alarm[][] {
  const ids = new Set(open.flatMap(({ messageId }) => messageId ?? []));
  return [...ids]
    .map((id) => open.filter(({ messageId }) => messageId === id))
    .filter((group) => group.every((each) => ended.includes(each)));
}

function toAll({ destinations, at }: Deciding, id: string, message: AlarmMessage): Notice[] {
  const body = JSON.stringify(message);
  return destinations.map((destination) => ({ id: `${id}.${destination}`, destination, at, body }));
}
