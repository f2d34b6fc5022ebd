import type { AlarmMessage } from "../../providers/ports.ts";
import type { Notice } from "../../store/rows.ts";
import { aspects, type History, namedBy, seriesKinds, type Watched } from "./series.ts";
import type { Alarm, Decision } from "./tables.ts";
import { beginningIn, endingOf, type Watch } from "./watch.ts";
import { beganMessage, endedMessage } from "./words.ts";

const dayHours = 24;
/** At most this many messages a day announce alarms, whatever happens. */
const maxMessagesPerDay = 6;

export type DecisionInput = {
  history: History;
  watch: Watch;
  /** Alarms that have not ended. */
  open: readonly Alarm[];
  /** Alarms noticed in the last day, ended or not. */
  recent: readonly Alarm[];
  falsePerMonth: number;
  destinations: readonly string[];
  /** Epoch milliseconds. */
  at: number;
  newId: () => string;
  /** Address of the alarms page. */
  page: string;
  timeZone: string;
};

const keyOf = ({ series, aspect }: { series: string; aspect: string }) => `${aspect} ${series}`;

/**
 * Decides which alarms the last hour of a history starts and ends, and what to send. Alarms that begin in the same hour
 * share one message. A series is announced at most once a day, and while an announced drop of the whole site is open,
 * only services are announced.
 */
export function decisionOn(input: DecisionInput): Decision {
  const { history, watch, open, recent, falsePerMonth, newId } = input;
  const last = history.hours - 1;
  const hour = history.first + last;
  const openKeys = new Set(open.map(keyOf));
  const began: Alarm[] = beginningIn(watch, last, falsePerMonth)
    .filter((each) => !openKeys.has(keyOf(each)))
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
  const news = began.filter((each) => isNews(each, input));
  const messagesToday = new Set(recent.flatMap((each) => each.messageId ?? []));
  const isAnnounced = news.length > 0 && messagesToday.size < maxMessagesPerDay;
  if (isAnnounced) for (const each of news) each.messageId = messageId;

  const ending = new Map(open.map((each) => [each, endingOf(watch, each as Alarm & Watched, last)]));
  const ended = open.filter((each) => ending.get(each));
  const notices = [
    ...(isAnnounced ? toAll(input, `${messageId}.began`, beganMessage(news, input)) : []),
    ...closed(open, ended).flatMap((group) => {
      const normal = group.filter((each) => ending.get(each) === "normal");
      if (normal.length === 0) return [];
      return toAll(input, `${group[0]!.messageId}.ended`, endedMessage(normal, hour, input));
    }),
  ];
  return { began, ended: ended.map(({ id }) => id), notices };
}

/** The likely cause first: services, the whole site, surveys, sources, places; among equals, the least likely by chance. */
function byCause(one: Alarm, other: Alarm): number {
  const rank = ({ series, aspect }: Alarm) =>
    seriesKinds.indexOf(namedBy(series).kind) * aspects.length +
    aspects.indexOf(aspect as (typeof aspects)[number]);
  return rank(one) - rank(other) || one.chance - other.chance;
}

function isNews(alarm: Alarm, { open, recent }: DecisionInput): boolean {
  const wasAnnounced = recent.some(
    (each) =>
      keyOf(each) === keyOf(alarm) &&
      each.messageId !== null &&
      alarm.noticedHour - each.noticedHour < dayHours,
  );
  const isSiteDown = open.some(({ series, messageId }) => series === "site:" && messageId !== null);
  return !wasAnnounced && (!isSiteDown || namedBy(alarm.series).kind === "service");
}

/** Open alarms grouped by the message that announced them, for messages whose alarms have all ended. */
function closed(open: readonly Alarm[], ended: readonly Alarm[]): Alarm[][] {
  const ids = new Set(open.flatMap(({ messageId }) => messageId ?? []));
  return [...ids]
    .map((id) => open.filter(({ messageId }) => messageId === id))
    .filter((group) => group.every((each) => ended.includes(each)));
}

function toAll({ destinations, at }: DecisionInput, id: string, message: AlarmMessage): Notice[] {
  const body = JSON.stringify(message);
  return destinations.map((destination) => ({ id: `${id}.${destination}`, destination, at, body }));
}
