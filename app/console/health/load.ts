import type { AppLoadContext } from "@remix-run/node";
import type { Figure } from "../../../services/features/feature.ts";
import { allFeatures, newsOfFeatures } from "../../../services/features.ts";
import type { Services } from "../../../services/index.ts";
import type { Finding } from "../../../services/observe/finding.ts";
import { type CallCount, callCounts } from "../../../services/observe/metrics.ts";
import { findingsOf, freeMb } from "../../../services/operations/doctor/findings.ts";
import { isLate } from "../../../services/operations/doctor/outbox.ts";
import { counted } from "../../../services/operations/text.ts";
import { pageFeatures } from "../../features.ts";
import { shownTime } from "../ui/shown.ts";

/** How often an outside service or a receiver answered. */
export type CallRow = { name: string; calls: string; failed: string; isBad: boolean; outcomes: string };

/** How long a health check stays valid, in milliseconds: each one calls every outside service. */
const freshMs = 60_000;
/** A press looks again; many presses do not. */
const pressMs = 2_000;
/** The share of failures from which a service needs attention. */
const badShare = 0.05;
const leastFreeMb = 500;
const oldMinutes = 60;
const deliveries = "/console/deliveries?status=";

type Look = { at: number; findings: Promise<Finding[]> };

/** The last look of each site that runs in this process. */
const looks = new WeakMap<Services["settings"], Look>();

/** The doctor's findings: kept for a minute for everybody, and renewed when somebody presses. */
export function lookAgain({ settings }: Services, maxAgeMs = pressMs, now = Date.now()): Look {
  const last = looks.get(settings);
  if (last && now - last.at < maxAgeMs) return last;
  const look = { at: now, findings: findingsOf(settings) };
  looks.set(settings, look);
  look.findings.catch(() => looks.delete(settings));
  return look;
}

export type HealthData = Awaited<ReturnType<typeof healthData>>;

export async function healthData({ services }: AppLoadContext) {
  const { settings, metrics } = services;
  const time = (at: number) => shownTime(at, settings.siteTimeZone);
  const { at, findings } = lookAgain(services, freshMs);
  const [found, figures, calls] = await Promise.all([findings, figuresOf(services), callCounts(metrics)]);
  const began = time(Date.now() - process.uptime() * 1000);
  return {
    findings: found,
    at: time(at),
    figures,
    calls: calls.map(callRow),
    // Which calls are counted.
    counted: `Counted by this process since ${began}.`,
  };
}

async function figuresOf({ store, settings }: Services): Promise<Figure[]> {
  const now = Date.now();
  const [depth, free, size, head, unsealed, ofFeatures, behind] = await Promise.all([
    store.outbox.depth(),
    freeMb(settings.databaseUrl),
    store.size(),
    store.consentLog.newestHead(),
    store.consentLog.unsealedSince(),
    Promise.all(allFeatures.flatMap(({ health }) => health?.(store) ?? [])),
    store.bookkeeping.behind(),
  ]);
  const late = [
    ...(isLate(behind.books, now) ? [`${behind.books.count} not booked`] : []),
    ...newsOfFeatures.flatMap(({ name, noun }) => {
      const unread = behind[name];
      return unread && isLate(unread, now) ? [`${counted(unread.count, noun)} not queued`] : [];
    }),
  ];
  const of = (...some: string[]) => depth.filter(({ status }) => some.includes(status));
  const sum = (rows: typeof depth) => rows.reduce((all, { count }) => all + count, 0);
  const waiting = of("waiting", "sending");
  const minutes = Math.round((now - Math.min(now, ...waiting.map(({ oldestAt }) => oldestAt))) / 60_000);
  const parked = sum(of("parked"));
  const held = sum(of("held"));
  const unlogged = unsealed === undefined ? 0 : Math.round((now - unsealed) / 1000);
  const age = minutes === 0 ? "under a minute" : counted(minutes, "minute");
  return [
    {
      name: "Waiting to go out",
      value: waiting.length === 0 ? "nothing" : `${counted(sum(waiting), "message")}, the oldest for ${age}`,
      isBad: minutes >= oldMinutes,
      href: waiting.length === 0 ? undefined : `${deliveries}waiting`,
    },
    {
      name: "Given up",
      value: parked === 0 ? "nothing" : counted(parked, "message"),
      isBad: parked > 0,
      href: parked === 0 ? undefined : `${deliveries}parked`,
    },
    {
      name: "Held for you",
      value: held === 0 ? "nothing" : counted(held, "message"),
      isBad: false,
      href: held === 0 ? undefined : `${deliveries}held`,
    },
    {
      name: "What was sold",
      value: late.length === 0 ? "in the books" : late.join(", "),
      isBad: late.length > 0,
      href: pageFeatures.find(({ atSales }) => atSales)?.atSales,
    },
    ...ofFeatures.flat(),
    { name: "Free disk space", value: megabytes(free), isBad: free < leastFreeMb },
    { name: "Database", value: megabytes(size / 1e6), isBad: false },
    {
      name: "Consent log",
      value: head
        ? `${counted(head.size, "consent")}, signed ${shownTime(head.at, settings.siteTimeZone)}`
        : "empty",
      isBad: unlogged > 60,
    },
  ];
}

function megabytes(mb: number): string {
  const [amount, unit] = mb >= 10_000 ? [mb / 1000, "GB"] : [mb, "MB"];
  return `${amount.toLocaleString("en-US", { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${unit}`;
}

function callRow({ provider, calls, failed, outcomes }: CallCount): CallRow {
  const share = (failed / calls).toLocaleString("en-US", { style: "percent", maximumFractionDigits: 1 });
  return {
    name: provider,
    calls: counted(calls, "call"),
    failed: failed === 0 ? "none failed" : `${share} failed`,
    isBad: failed / calls >= badShare,
    outcomes: Object.entries(outcomes)
      .map(([outcome, count]) => `${outcome} ${count}`)
      .join(", "),
  };
}
