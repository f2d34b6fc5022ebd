import { dayCounter, dayInWords } from "../../calendar/days.ts";
import type { AlarmMessage } from "../../providers/ports.ts";
import { type Aspect, namedBy } from "./series.ts";
import type { Alarm } from "./tables.ts";

type Where = { page: string; timeZone: string };

/** Alarms that get a line of their own in a message. */
const maxLines = 8;

/** `affiliate 7 on survey c`. */
export function subjectOf(series: string): string {
  const { kind, survey, name } = namedBy(series);
  switch (kind) {
    case "site":
      return "the whole site";
    case "survey":
      return `survey ${survey}`;
    case "source":
      return name
        ? `affiliate ${name} on survey ${survey}`
        : `visitors without an affiliate on survey ${survey}`;
    case "place":
      return `the question ${name} of survey ${survey}`;
    case "service":
      return `the service ${name}`;
  }
}

const what: Record<Aspect, string> = {
  leads: "Fewer leads from",
  conversion: "Fewer visits become leads:",
  dropOff: "More visitors leave at",
  failures: "More calls fail:",
};

/** Conditions that are announced at once, without any past to compare with (conditions.ts). */
export const conditionAspects = ["declines", "refused", "full", "ends"] as const;
export type ConditionAspect = (typeof conditionAspects)[number];

export function isCondition({ aspect }: Pick<Alarm, "aspect">): boolean {
  return conditionAspects.some((each) => each === aspect);
}

const conditionTitles: Record<ConditionAspect | "keyEnds", (name: string) => string> = {
  declines: (name) => `${name} takes no leads`,
  refused: (name) =>
    `Nobody buys the leads of ${name === "" ? "visitors without an affiliate" : `affiliate ${name}`}`,
  full: (name) => `${name} has had its leads of the day`,
  ends: (name) => `The certificate of ${name} is about to end`,
  keyEnds: (name) => `The key of ${name} is about to end`,
};

export function titleOf({ series, aspect }: Pick<Alarm, "series" | "aspect">): string {
  if (isCondition({ aspect })) {
    const [kind, name = ""] = series.split(/:(.*)/s);
    return conditionTitles[kind === "key" ? "keyEnds" : (aspect as ConditionAspect)](name);
  }
  return `${what[aspect as Aspect]} ${subjectOf(series)}`;
}

/** What was counted for a condition. */
function countedOf({ series, aspect, seen, tries, expected }: Alarm, timeZone: string): string {
  switch (aspect as ConditionAspect) {
    case "declines":
      return `${round(tries)} tries with ${round(seen)} ${seen === 1 ? "message" : "messages"} since ${minuteOf(expected, timeZone)}, and none was taken`;
    case "refused":
      return `${round(seen)} of the ${round(tries)} that were offered in 24 hours were declined`;
    case "full":
      return `${round(seen)} of ${round(tries)} today; those that come now go to the next buyer, or to nobody`;
    case "ends":
      return `It ends on ${series.startsWith("key:") ? dayInWords(dayCounter(timeZone)(expected)) : minuteOf(expected, timeZone)}`;
  }
}

/** `3 in 2 hours, usually 14 (8 to 21)`. */
export function figuresOf(alarm: Alarm, timeZone: string): string {
  if (isCondition(alarm)) return countedOf(alarm, timeZone);
  const { aspect, seen, tries, expected, low, high, beganHour, noticedHour } = alarm;
  const hours = noticedHour + 1 - beganHour;
  const of = aspect === "leads" ? "" : ` of ${round(tries)}`;
  return `${round(seen)}${of} in ${hours === 1 ? "an hour" : `${hours} hours`}, usually ${round(expected)} (${round(low)} to ${round(high)})`;
}

const round = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: value < 3 ? 1 : 0 });

/** @param alarms those that began in the same hour, the likely cause first */
export function beganMessage(alarms: readonly Alarm[], { page, timeZone }: Where): AlarmMessage {
  const [cause] = alarms as [Alarm];
  const more = alarms.length - maxLines;
  const lines = [
    ...alarms.slice(0, maxLines).map((alarm) => `${titleOf(alarm)}: ${figuresOf(alarm, timeZone)}.`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    page,
  ];
  const others = alarms.length > 1 ? ` and ${alarms.length - 1} more` : "";
  return { began: true, subject: `${titleOf(cause)}${others}`, text: lines.join("\n") };
}

/** @param hour the one in which they were back to normal */
export function endedMessage(
  alarms: readonly Alarm[],
  hour: number,
  { page, timeZone }: Where,
): AlarmMessage {
  const [cause] = alarms as [Alarm];
  const began = Math.min(...alarms.map(({ beganHour }) => beganHour));
  const others = alarms.length > 1 ? ` and ${alarms.length - 1} more` : "";
  const lines = [
    ...alarms.slice(0, maxLines).map((alarm) => `Back to normal: ${subjectOf(alarm.series)}.`),
    `It began ${timeOf(began, timeZone)} and was over by ${timeOf(hour + 1, timeZone)}.`,
    page,
  ];
  return {
    began: false,
    subject: `Back to normal: ${subjectOf(cause.series)}${others}`,
    text: lines.join("\n"),
  };
}

/** `Nov 24, 10 AM`, of an hour since 1970. */
export function timeOf(hour: number, timeZone: string): string {
  return new Date(hour * 3_600_000).toLocaleString("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "numeric",
  });
}

/** `Nov 24, 10:05 AM`, of a moment in epoch milliseconds. */
function minuteOf(at: number, timeZone: string): string {
  return new Date(at).toLocaleString("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
}
