import type { Numbers } from "../../../services/analytics/types.ts";
import type { Counted } from "../visits/visits-address.ts";
import { resultNames, timeOf } from "./names.ts";
import { say } from "./table.ts";
import styles from "./totals.module.css";

type Props = {
  numbers: Numbers;
  /** The address of the visits behind a count. */
  visitsAt: (counted: Counted) => string;
};
type Figure = [name: string, count: number, more: string, counted: Counted | undefined];

/** The whole in a handful of figures. */
export function Totals({ numbers, visitsAt }: Props) {
  const { totals, days, conservation, asOf, happyPath, views } = numbers;
  const { sessions } = totals;
  const share = (count: number, whole: number) => say(whole === 0 ? null : count / whole, "percent");
  const of = (count: number) => share(count, sessions);
  const ofBoth = (count: number) =>
    views.isKnown ? `${of(count)} of sessions, ${share(count, views.count)} of views` : of(count);
  const bounces = views.isKnown ? Math.max(0, views.count - sessions) : 0;
  const looked: Figure[] = views.isKnown
    ? [
        ["Views", views.count, "saw the first question", undefined],
        ["Bounces", bounces, `${share(bounces, views.count)} of views: no answer`, undefined],
      ]
    : [];
  const figures: Figure[] = [
    ...looked,
    ["Sessions", sessions, days ? `${days.first} to ${days.last} on record` : "none on record", {}],
    [`${resultNames.qualified}s`, totals.qualified, ofBoth(totals.qualified), { result: ["qualified"] }],
    [
      `${resultNames.disqualified}s`,
      totals.disqualified,
      ofBoth(totals.disqualified),
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
