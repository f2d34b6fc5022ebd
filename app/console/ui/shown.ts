import type { MessageStatus } from "../../../services/store/rows.ts";

/** A message as the pages show it. `text`: its state and the reason, with nothing personal in it. */
export type MessageRow = {
  id: string;
  leadId: string;
  destination: string;
  status: MessageStatus;
  /** The next buyer in the order, which was asked when this one declined. */
  passedOnTo?: string;
  /** Its buyers were asked for bids, and none made one. */
  isUnbid?: boolean;
  text: string;
  canRetry: boolean;
  canPark: boolean;
};

/** The message that one more press sends although this other buyer has its lead. */
export type SecondSale = { message: string; despite: string };

/** The result of a press: a sentence, and whether it was refused. */
export type Done = { text: string; isRefused: boolean; sellAgain?: SecondSale };

/** The effect of a press, in words; it takes effect when the form is posted again with these fields. */
export type SecondLook = {
  /** A sentence each. */
  says: readonly string[];
  /** What is unusual about it, or ''. */
  warns: string;
  fields: Readonly<Record<string, string>>;
  button: string;
  /** A word to type before an irreversible action. `fault`: the wrong word was typed. */
  word?: string;
  fault?: string;
};

export function wordsOf({ status, passedOnTo, isUnbid }: MessageRow): string {
  if (isUnbid) return "no bid";
  return passedOnTo === undefined ? status : `passed on to ${passedOnTo}`;
}

/** Its color: wrong, fine, or neither. */
export function toneOf({ status, passedOnTo }: MessageRow): "good" | "bad" | "quiet" {
  if (status === "delivered") return "good";
  if (passedOnTo !== undefined) return "quiet";
  return status === "parked" || status === "rejected" || status === "held" ? "bad" : "quiet";
}

/** `Nov 23, 11:04:09 EST` in the site's time zone; the year only where it is another. */
export function shownTime(at: number, timeZone: string, now = Date.now()): string {
  const yearOf = (moment: number) => new Date(moment).toLocaleString("en-US", { timeZone, year: "numeric" });
  const year = yearOf(at) === yearOf(now) ? undefined : "numeric";
  return new Date(at).toLocaleString("en-US", {
    timeZone,
    month: "short",
    day: "numeric",
    year,
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  });
}

/** `Nov 23, 11:04` in the site's time zone, for lists; the year in place of the hour where it is another. */
export function shownMinute(at: number, timeZone: string, now = Date.now()): string {
  const part = (moment: number, options: Intl.DateTimeFormatOptions) =>
    new Date(moment).toLocaleString("en-US", { timeZone, ...options });
  const isThisYear = part(at, { year: "numeric" }) === part(now, { year: "numeric" });
  const more: Intl.DateTimeFormatOptions = isThisYear
    ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
    : { year: "numeric" };
  return part(at, { month: "short", day: "numeric", ...more });
}

/** `now`, `4 min ago`, `3 h ago`, `2 days ago`. */
export function shownAge(at: number, now = Date.now()): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}
