import type { Numbers } from "../../../services/analytics/types.ts";
import { resultNames, timeOf } from "./names.ts";
import { say } from "./table.ts";
import styles from "./totals.module.css";

/** The whole in a handful of figures. */
export function Totals({ numbers: { totals, days, conservation, asOf, happyPath } }: { numbers: Numbers }) {
  const { sessions } = totals;
  const of = (count: number) => say(sessions === 0 ? null : count / sessions, "percent");
  const figures = [
    ["Sessions", sessions, days ? `${days.first} to ${days.last} on record` : "none on record"],
    [`${resultNames.qualified}s`, totals.qualified, of(totals.qualified)],
    [`${resultNames.disqualified}s`, totals.disqualified, of(totals.disqualified)],
    [resultNames.ended, totals.ended, of(totals.ended)],
    [resultNames.open, totals.open, of(totals.open)],
    [resultNames.underWay, totals.underWay, "answered in the last 30 minutes"],
    [
      totals.leads > 0 ? "Happy path" : "Commonest way",
      happyPath?.sessions ?? 0,
      happyPath ? `${of(happyPath.sessions)} took it whole` : "none yet",
    ],
  ] as const;
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, count, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>{say(count, "count")}</strong>
              <span>{more}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.checked}>
        {conservation.holds && "Entries equal exits and those still there at every place. "}
        As of {timeOf(asOf)}.
      </p>
    </>
  );
}
