import { Facts } from "../ui/facts.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import type { AlarmsData, ShownAlarm } from "./alarms-data.ts";
import styles from "./alarms-page.module.css";

const heads = ["What", "Seen", "From", "Until", "By chance", "Message"];

/** What is far from its usual now, and what was in the last ninety days. */
export function AlarmsPage({ facts, isWatched, open, past }: AlarmsData) {
  return (
    <GraphLayout
      title="Alarms"
      lead="Leads, conversion, drop-off and failing services, each hour beside what the same hour of the week had in weeks past."
    >
      <Facts facts={facts} />
      <h2 className={styles.heading}>Open now ({open.length})</h2>
      <Alarms
        label="Open alarms"
        caption="What lasts, the newest first"
        alarms={open}
        none={isWatched ? "Everything is as usual." : "Nothing is watched yet."}
      />
      <h2 className={styles.heading}>Over ({past.length})</h2>
      <Alarms
        label="Past alarms"
        caption="Of the last 90 days"
        alarms={past}
        none="None in the last 90 days."
      />
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
          ended ?? "now",
          chance,
          message,
        ],
      }))}
    />
  );
}
