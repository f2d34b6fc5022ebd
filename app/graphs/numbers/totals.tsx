import type { Numbers } from "../../../services/analytics/types.ts";
import type { Counted } from "../visits/visits-address.ts";
import { resultNames, timeOf } from "./names.ts";
import { say } from "./table.ts";
import styles from "./totals.module.css";

type Props = {
  numbers: Numbers /** The address of the visits behind a count. */;
  visitsAt: (counted: Counted) => string;
};

/** The whole in a handful of figures. */
export function Totals({ numbers: { totals, days, conservation, asOf, happyPath }, visitsAt }: Props) {
  const { sessions } = totals;
  const of = (count: number) => say(sessions === 0 ? null : count / sessions, "percent");
  const figures: [name: string, count: number, more: string, counted: Counted | undefined][] = [
    ["Sessions", sessions, days ? `${days.first} to ${days.last} on record` : "none on record", {}],
    [`${resultNames.qualified}s`, totals.qualified, of(totals.qualified), { result: ["qualified"] }],
    [
      `${resultNames.disqualified}s`,
      totals.disqualified,
      of(totals.disqualified),
      { result: ["disqualified"] },
    ],
    [resultNames.ended, totals.ended, of(totals.ended), { result: ["ended"] }],
    [resultNames.open, totals.open, of(totals.open), { result: ["open"] }],
    [resultNames.underWay, totals.underWay, "answered in the last 30 minutes", { result: ["underWay"] }],
    [
      totals.leads > 0 ? "Happy path" : "Commonest way",
      happyPath?.sessions ?? 0,
      happyPath ? `${of(happyPath.sessions)} took it whole` : "none yet",
      undefined,
    ],
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, count, more, counted]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <strong>
                {counted && count > 0 ? (
                  <a href={visitsAt(counted)}>{say(count, "count")}</a>
                ) : (
                  say(count, "count")
                )}
              </strong>
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
