import type { Numbers } from "../../../services/analytics/types.ts";
import { Moment } from "../ui/moment.tsx";
import { resultNames } from "./names.ts";
import { say } from "./table.ts";
import styles from "./totals.module.css";
import type { Counted } from "./visits-address.ts";

type Props = {
  numbers: Numbers;
  /** Address of the visits behind a count. */
  visitsAt: (counted: Counted) => string;
};
type Figure = [name: string, count: number | string, more: string, counted: Counted | undefined];

/** The headline figures. */
export function Totals({ numbers, visitsAt }: Props) {
  const { totals, days, conservation, asOf, happyPath, views, completed } = numbers;
  const { sessions } = totals;
  const share = (count: number, whole: number) => say(whole === 0 ? null : count / whole, "percent");
  const of = (count: number) => share(count, sessions);
  const ofBoth = (count: number) =>
    views.isKnown
      ? `${of(count)} of sessions, ${share(count, views.count)} of first views`
      : `${of(count)} of sessions`;
  const bounces = views.isKnown ? Math.max(0, views.count - sessions) : 0;
  const firstViews: Figure[] = views.isKnown
    ? [
        ["First views", views.count, "saw the first question", undefined],
        ["Bounces", bounces, `${share(bounces, views.count)} bounce rate: left without an answer`, undefined],
      ]
    : [];
  const figures: Figure[] = [
    ...firstViews,
    ["Sessions", sessions, days ? `recorded ${days.first} to ${days.last}` : "none recorded yet", {}],
    [`${resultNames.qualified}s`, totals.qualified, ofBoth(totals.qualified), { result: ["qualified"] }],
    [
      `${resultNames.disqualified}s`,
      totals.disqualified,
      ofBoth(totals.disqualified),
      { result: ["disqualified"] },
    ],
    ...someOf(totals.ended, [
      resultNames.ended,
      totals.ended,
      `${of(totals.ended)} of sessions`,
      { result: ["ended"] },
    ]),
    [resultNames.open, totals.open, `${of(totals.open)} of sessions`, { result: ["open"] }],
    ...someOf(totals.underWay, [
      resultNames.underWay,
      totals.underWay,
      "active in the last 30 minutes",
      { result: ["underWay"] },
    ]),
    [
      totals.leads > 0 ? "Happy path" : "Most common path",
      happyPath?.sessions ?? 0,
      happyPath ? `${of(happyPath.sessions)} followed it from start to end` : "none yet",
      undefined,
    ],
    ...timeToComplete(completed),
  ];
  return (
    <>
      <dl className={styles.figures}>
        {figures.map(([name, count, more, counted]) => (
          <div key={name} data-wide={counted === undefined && typeof count === "string" ? true : undefined}>
            <dt>{name}</dt>
            <dd>
              <strong>
                {typeof count === "string" ? (
                  count
                ) : counted && count > 0 ? (
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
        {conservation.holds && "Checked: at every step, entries equal exits plus sessions still there. "}
        As of <Moment at={asOf} />.
      </p>
    </>
  );
}

/** What is rare is shown only where there is any. */
const someOf = (count: number, figure: Figure): Figure[] => (count > 0 ? [figure] : []);

/** From the first answer to the lead: the median, its spread, and the median of each device. */
function timeToComplete([all, ...devices]: Numbers["completed"]): Figure[] {
  if (!all) return [];
  const of = devices.map(({ device, median }) => `${device} ${lasting(median)}`).join(", ");
  const spread = `half took ${lasting(all.quarter)} to ${lasting(all.threeQuarters)}`;
  return [["Time to complete", `${lasting(all.median)} min`, `median; ${spread}; ${of}`, undefined]];
}

/** Minutes and seconds: `2:07`. @param ms milliseconds */
function lasting(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
