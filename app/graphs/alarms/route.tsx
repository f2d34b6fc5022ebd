import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { demandAccess } from "../../server/graph-access.ts";
import { Facts } from "../ui/facts.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { graphMeta } from "../ui/meta.ts";
import parts from "../ui/parts.module.css";
import { ScrollTable } from "../ui/scroll-table.tsx";
import styles from "./alarms-page.module.css";
import { alarmsData } from "./answers/shown-alarms.ts";

/** One alarm as it is shown. */
export type ShownAlarm = {
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

export type AlarmsData = {
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
      lead="Watches leads, conversion, drop-off and service failures, each hour compared with the same hour of past weeks; and buyers that take nothing, affiliates whose leads nobody buys, full days, certificates and keys that end."
    >
      <div className={`${parts.panel} ${styles.facts}`}>
        <Facts facts={facts} />
      </div>
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
