import * as z from "zod";

/** When a receiver takes leads: on these days of the week (0 is Sunday), from one minute of the day up to another. */
export type Hours = { days: readonly number[]; from: number; to: number };

const names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const form =
  /^(?:(sun|mon|tue|wed|thu|fri|sat)(?:-(sun|mon|tue|wed|thu|fri|sat))? )?(\d\d):(\d\d)-(\d\d):(\d\d)$/;
const expected = "must be hours such as mon-fri 08:00-18:00";

/** `mon-fri 08:00-18:00`, or `08:00-18:00` for every day. */
export const hours = z.string(expected).transform((text, context): Hours => {
  const parts = form.exec(text);
  const [, first, last = first, fromHour, fromMinute, toHour, toMinute] = parts ?? [];
  const from = Number(fromHour) * 60 + Number(fromMinute);
  const to = Number(toHour) * 60 + Number(toMinute);
  if (!parts || Number(fromMinute) > 59 || Number(toMinute) > 59 || to > 24 * 60 || from >= to) {
    context.addIssue({ code: "custom", message: expected });
    return z.NEVER;
  }
  if (first === undefined) return { days: [0, 1, 2, 3, 4, 5, 6], from, to };
  const begin = names.indexOf(first);
  const count = ((names.indexOf(last!) - begin + 7) % 7) + 1;
  return { days: Array.from({ length: count }, (_, index) => (begin + index) % 7), from, to };
});

/** The hours as a person writes them. */
export function hoursText({ days, from, to }: Hours): string {
  const [first, last] = [names[days[0]!]!, names[days.at(-1)!]!];
  const within = days.length === 7 ? "" : days.length === 1 ? `${first} ` : `${first}-${last} `;
  return `${within}${clock(from)}-${clock(to)}`;
}

function clock(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const minuteMs = 60_000;

export function isOpenAt(open: readonly Hours[], timeZone: string, at: number): boolean {
  const { day, minute } = localTime(timeZone, at);
  return open.some(({ days, from, to }) => days.includes(day) && minute >= from && minute < to);
}

/** Whether it is open now, and if not how long until it may be, in milliseconds and no more than a day. */
export function closedForMs(open: readonly Hours[], timeZone: string, at: number): number {
  for (let minutes = 0; minutes < 24 * 60; minutes++) {
    const moment = at + minutes * minuteMs;
    if (isOpenAt(open, timeZone, moment)) {
      return minutes === 0 ? 0 : minutes * minuteMs - (at % minuteMs);
    }
  }
  return 24 * 60 * minuteMs;
}

function localTime(timeZone: string, at: number): { day: number; minute: number } {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)!.value;
  return {
    day: names.indexOf(part("weekday").toLowerCase()),
    minute: Number(part("hour")) * 60 + Number(part("minute")),
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it a thousand times. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}
