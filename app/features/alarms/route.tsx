import type { AppLoadContext, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { dayCounter, dayText } from "../../../services/calendar/days.ts";
import { alarms } from "../../../services/features/alarms/feature.ts";
import { leastDays } from "../../../services/features/alarms/fit.ts";
import { namedBy } from "../../../services/features/alarms/series.ts";
import type { Alarm } from "../../../services/features/alarms/tables.ts";
import { figuresOf, isCondition, timeOf, titleOf } from "../../../services/features/alarms/words.ts";
import { ownSettings } from "../../../services/features/feature.ts";
import type { Notice } from "../../../services/store/rows.ts";
import { Facts } from "../../graphs/ui/facts.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { ScrollTable } from "../../graphs/ui/scroll-table.tsx";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import styles from "./alarms-page.module.css";

/** An alarm as the page shows it. */
type ShownAlarm = {
  id: string;
  title: string;
  figures: string;
  began: string;
  /** Undefined while it lasts. */
  ended?: string;
  chance: string;
  /** Whether its notification was sent, in words. */
  message: string;
  /** Address of the numbers behind it; undefined where it concerns no single survey. */
  numbers?: string;
};

type AlarmsData = {
  facts: [name: string, value: string][];
  /** An hour was judged. */
  isWatched: boolean;
  open: ShownAlarm[];
  past: ShownAlarm[];
};

const heads = ["Alarm", "Seen and expected", "Started", "Ended", "Odds by chance", "Notification"];

function AlarmsPage({ facts, isWatched, open, past }: AlarmsData) {
  return (
    <GraphLayout
      title="Alarms"
      section="alarms"
      lead="Each hour of leads, conversion, drop-off and failures beside the same hour of past weeks; buyers, affiliates, certificates and keys from the first day."
    >
      <h2 className={styles.heading}>Open ({open.length})</h2>
      <Alarms
        label="Open alarms"
        caption="Newest first"
        alarms={open}
        none={
          isWatched
            ? "No open alarms: everything is within its usual range."
            : "No open alarms. Numbers are not being watched yet."
        }
      />
      <h2 className={styles.heading}>Resolved ({past.length})</h2>
      <Alarms label="Past alarms" caption="Last 90 days" alarms={past} none="None in the last 90 days." />
      <div className={`${parts.panel} ${styles.facts}`}>
        <Facts facts={facts} />
      </div>
    </GraphLayout>
  );
}

type Listed = { label: string; caption: string; alarms: readonly ShownAlarm[]; none: string };

function Alarms({ label, caption, alarms, none }: Listed) {
  if (alarms.length === 0) return <p>{none}</p>;
  return (
    <ScrollTable
      label={label}
      caption={caption}
      heads={heads}
      rows={alarms.map(({ id, title, figures, began, ended, chance, message, numbers }) => ({
        key: id,
        cells: [
          numbers ? (
            <a key="numbers" href={numbers}>
              {title}
            </a>
          ) : (
            title
          ),
          figures,
          began,
          ended ?? "ongoing",
          chance,
          message,
        ],
      }))}
    />
  );
}

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args, "numbers");
  return alarmsData(args.context);
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Alarms");

export default function AlarmsRoute() {
  return <AlarmsPage {...useLoaderData<typeof loader>()} />;
}

const hourMs = 3_600_000;
/** Alarms of so long are listed. */
const shownHours = 90 * 24;

async function alarmsData({ services }: AppLoadContext): Promise<AlarmsData> {
  const { store, settings } = services;
  const { siteTimeZone, destinations } = settings;
  const falsePerMonth = ownSettings(settings, alarms.settings)["false-alarms-per-month"];
  const now = Math.floor(Date.now() / hourMs);
  const [first, newest, unsent, open, listed] = await Promise.all([
    store.alarms.firstHour(),
    store.alarms.newestHour(),
    store.notices.unsent(),
    store.alarms.open(),
    store.alarms.list({ since: now - shownHours, limit: 200 }),
  ]);
  const day = dayCounter(siteTimeZone);
  const shown = (alarm: Alarm) => ({
    ...shownAlarm(alarm, siteTimeZone, (hour) => dayText(day(hour * hourMs))),
    message: messageText(alarm, unsent, takers.length > 0),
  });
  const takers = destinations.filter(({ takes }) => takes === "alarms").map(({ name }) => name);
  const time = (hour: number) => timeOf(hour, siteTimeZone);
  return {
    facts: [
      ["Notifies", takers.join(", ") || "nobody, until a destination has “takes: alarms”"],
      ["Data since", first === undefined ? "none yet" : time(first)],
      ["Checked through", newest === undefined ? "not yet" : time(newest.hour + 1)],
      [
        "Numbers watched from",
        first === undefined ? `${leastDays} days after the first data` : time(first + leastDays * 24),
      ],
      ["False alarms", `at most ${falsePerMonth} a month expected`],
    ],
    isWatched: newest !== undefined,
    open: open.map(shown),
    past: listed.filter(({ endedHour }) => endedHour !== null).map(shown),
  };
}

function shownAlarm(
  alarm: Alarm,
  timeZone: string,
  dayOf: (hour: number) => string,
): Omit<ShownAlarm, "message"> {
  const { kind, survey, name } = namedBy(alarm.series);
  const query = new URLSearchParams({ from: dayOf(alarm.beganHour), to: dayOf(alarm.noticedHour) });
  if (kind === "source") query.set("affiliate", name);
  if (kind === "place") query.set("with", name);
  return {
    id: alarm.id,
    title: titleOf(alarm),
    figures: figuresOf(alarm, timeZone),
    began: timeOf(alarm.beganHour, timeZone),
    ended: alarm.endedHour === null ? undefined : timeOf(alarm.endedHour + 1, timeZone),
    chance: isCondition(alarm) ? "not by chance" : chanceText(alarm.chance),
    numbers: survey === "" || isCondition(alarm) ? undefined : `/graphs/${survey}/numbers?${query}`,
  };
}

function messageText(
  { messageId }: Alarm,
  unsent: readonly Pick<Notice, "id" | "destination">[],
  hasTakers: boolean,
): string {
  if (messageId === null) return "none";
  if (!hasTakers) return "nobody takes them";
  const without = unsent.filter(({ id }) => id.startsWith(`${messageId}.began`));
  if (without.length === 0) return "sent";
  return `not accepted by ${without.map(({ destination }) => destination).join(", ")}`;
}

function chanceText(chance: number): string {
  return chance < 1e-9
    ? "less than 1 in a billion"
    : `1 in ${Math.round(1 / chance).toLocaleString("en-US", { maximumSignificantDigits: 2 })}`;
}
