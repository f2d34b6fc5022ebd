import { Facts } from "../ui/facts.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import panel from "../ui/panel.module.css";
import { ScrollTable } from "../ui/scroll-table.tsx";
import type { AlarmsData, ShownAlarm } from "./alarms-data.ts";
import styles from "./alarms-page.module.css";

const heads = ["Alarm", "Seen and expected", "Started", "Ended", "Odds by chance", "Notification"];

export function AlarmsPage({ facts, isWatched, open, past }: AlarmsData) {
  return (
    <GraphLayout
      title="Alarms"
      section="alarms"
      lead="Watches leads, conversion, drop-off and service failures, each hour compared with the same hour of past weeks; and buyers that take nothing, affiliates whose leads nobody buys, full days, certificates and keys that end."
    >
      <div className={`${panel.panel} ${styles.facts}`}>
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
