import { setImmediate } from "node:timers/promises";
import { dayBegins, dayCounter, dayNumber, dayText } from "../../calendar/days.ts";
import { failure, type Log } from "../../observe/log.ts";
import { polling } from "../../observe/polling.ts";
import { dollars } from "../../operations/text.ts";
import type { Settings } from "../../settings/env.ts";
import type { Notice } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { sendLetters } from "./letters.ts";
import { lettersIn } from "./settings.ts";

/** Destinations of letters to affiliates begin so. */
const reportPrefix = "report.";

const minute = 60_000;
const hourMs = 60 * minute;
/** When the day before is reported, after midnight by the site's clock, in milliseconds. */
const tellsAtMs = 7 * hourMs;
/** A site that was down for longer sends only the last day's report; the month's report includes the others. */
const mostSkipped = 7;
type Options = {
  store: Pick<Store, "notices" | "analytics" | "books">;
  settings: Pick<Settings, "ofCampaigns" | "destinations" | "siteTimeZone" | "company">;
  now: () => number;
  log: Log;
  pollMs?: number;
};

/** What one affiliate brought on some days. */
type Figures = { visits: number; leads: number; sold: number; returned: number; cents: number };

/**
 * Sends affiliates their figures: each morning a letter about the day before and its month. A letter is queued under a
 * name with its day, so that only one of several processes queues it, and it waits like alarms until a mail server has
 * accepted it.
 */
export function startAffiliateReports(options: Options): { stop(): Promise<void> } {
  const { settings, log, pollMs = minute } = options;
  if (lettersIn(settings).length === 0) return { stop: async () => undefined };
  return polling((isStopped) => reportOnce(options, isStopped), { pollMs, log, failed: "reports.failed" });
}

/** Queues the letters that are due and unknown, and sends those that wait. */
export async function reportOnce(options: Options, isStopped = () => false): Promise<void> {
  const { store, settings, now, log } = options;
  for (const { affiliate, day } of await dueReports(options)) {
    if (isStopped()) return;
    const name = `${reportPrefix}${affiliate}`;
    try {
      const body = JSON.stringify(await letterOf(affiliate, day, options));
      await store.notices.queue([{ id: `${name}.${dayText(day)}`, destination: name, at: now(), body }]);
    } catch (error) {
      // The report stays due; the letters to others must not wait for it.
      log("reports.failed", { destination: name, ...failure(error) });
    }
    // Lets requests through between two letters.
    await setImmediate();
  }
  const letters = {
    prefix: reportPrefix,
    to: ({ destination }: Notice) =>
      lettersIn(settings).find(({ affiliate }) => `${reportPrefix}${affiliate}` === destination)?.to,
    taken: ({ id }: Notice) => store.notices.sent(id, now()),
    event: "report",
  };
  await sendLetters(letters, options, isStopped);
}

/** The days (since 1970) that were not reported yet, the oldest first. */
async function dueReports({ store, settings, now }: Options): Promise<{ affiliate: string; day: number }[]> {
  const { siteTimeZone } = settings;
  const letters = lettersIn(settings);
  const today = dayCounter(siteTimeZone)(now());
  const isMorning = now() >= dayBegins(today, siteTimeZone) + tellsAtMs;
  const last = isMorning ? today - 1 : today - 2;
  const days = Array.from({ length: mostSkipped }, (_, back) => last - back);
  const idOf = (affiliate: string, day: number) => `${reportPrefix}${affiliate}.${dayText(day)}`;
  const all = letters.flatMap(({ affiliate }) => days.map((day) => idOf(affiliate, day)));
  const known = new Set(await store.notices.known(all));
  return letters.flatMap(({ affiliate }) => {
    const behind = days.findIndex((day) => known.has(idOf(affiliate, day)));
    // An affiliate that is reported to for the first time, or again after a long time, gets the last day, in the
    // morning.
    const due = behind >= 0 ? days.slice(0, behind) : isMorning ? days.slice(0, 1) : [];
    return due.reverse().map((day) => ({ affiliate, day }));
  });
}

async function letterOf(affiliate: string, day: number, { store, settings }: Options) {
  const { siteTimeZone, company } = settings;
  const text = dayText(day);
  const firstOfMonth = dayNumber(`${text.slice(0, 7)}-01`);
  const counts = await store.analytics.ofAffiliate(affiliate, firstOfMonth, day);
  const figures = async (first: number): Promise<Figures> => {
    const seen = counts.filter((each) => each.day >= first);
    const sum = (of: "views" | "sessions" | "leads") => seen.reduce((all, each) => all + each[of], 0);
    const from = dayBegins(first, siteTimeZone);
    const until = dayBegins(day + 1, siteTimeZone);
    const time = { affiliate, from, until };
    const booked = await store.books.ledger.sums(time);
    return {
      // A visit that continues from the day before has no first view on these days.
      visits: Math.max(sum("views"), sum("sessions")),
      leads: sum("leads"),
      sold: await store.books.ledger.countLeads({ ...time, kind: "sale" }),
      returned: await store.books.ledger.countLeads({ ...time, kind: "return" }),
      cents: booked.filter(({ part }) => part === "payout").reduce((all, { cents }) => all + cents, 0),
    };
  };
  const [yesterday, month] = [await figures(day), await figures(firstOfMonth)];
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }).format(Date.parse(text));
  const dayWords = inWords({ weekday: "long", month: "long", day: "numeric" });
  const monthWords = `${inWords({ month: "long" })} so far`;
  const rows: [string, string, string][] = [
    ["", dayWords, monthWords],
    ...(["visits", "leads", "sold", "returned"] as const).map((name): [string, string, string] => [
      `${name[0]!.toUpperCase()}${name.slice(1)}`,
      yesterday[name].toLocaleString("en-US"),
      month[name].toLocaleString("en-US"),
    ]),
    ["Payout", dollars(yesterday.cents), dollars(month.cents)],
  ];
  const title = `Affiliate ${affiliate} at ${company.siteName}`;
  const notes = [
    `Days are those of ${siteTimeZone}. Sales, returns and payouts count on the day on which they were booked, which may be later than the lead's.`,
  ];
  return {
    subject: `Affiliate ${affiliate}, ${dayWords}: ${yesterday.leads} ${yesterday.leads === 1 ? "lead" : "leads"}, ${yesterday.sold} sold, ${dollars(yesterday.cents)}`,
    text: [title, "", ...rows.map(plainRow(rows)), "", ...notes, ""].join("\n"),
    html: `<!doctype html><html lang="en"><body><h1 style="font-size:1.2em">${escaped(title)}</h1><table cellpadding="6" style="border-collapse:collapse">${rows.map(htmlRow).join("")}</table>${notes.map((note) => `<p>${escaped(note)}</p>`).join("")}</body></html>`,
  };
}

/** Aligns a table's line to columns as wide as their widest cells. */
function plainRow(rows: readonly [string, string, string][]) {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return ([name, day, month]: [string, string, string]) =>
    `${name.padEnd(widths[0]!)}  ${day.padStart(widths[1]!)}  ${month.padStart(widths[2]!)}`;
}

function htmlRow([name, ...cells]: [string, string, string], index: number): string {
  const tag = index === 0 ? "th" : "td";
  const values = cells.map((cell) => `<${tag} align="right">${escaped(cell)}</${tag}>`).join("");
  return `<tr><th align="left">${escaped(name)}</th>${values}</tr>`;
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
