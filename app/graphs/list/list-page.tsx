import type { PathLengths } from "../path-lengths.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { type Found, FoundPlaces } from "./found-places.tsx";
import styles from "./list-page.module.css";

/** Of the last four weeks. */
export type Traffic = { sessions: number; leads: number };

/** A chart in the list, with the size of its drawing in pixels. */
export type Listed = {
  code: string;
  isSurvey: boolean;
  width: number;
  height: number;
  lengths: PathLengths;
  /** Null where nobody came, or it is not known. */
  traffic: Traffic | null;
};

type Props = {
  charts: readonly Listed[];
  find: string;
  found: readonly Found[];
};

/** A search over all charts, the surveys, and the site's other charts. */
export function ListPage({ charts, find, found }: Props) {
  const surveys = charts.filter(({ isSurvey }) => isSurvey);
  const others = charts.filter(({ isSurvey }) => !isSurvey);
  return (
    <GraphLayout
      title="Charts"
      lead="Each survey is one statechart, which decides the next question. Shortest and longest are the numbers of questions on its paths, ignoring guards; sessions and leads are those of the last four weeks."
    >
      <FoundPlaces find={find} found={found} />
      <h2 className={styles.heading}>Surveys ({surveys.length})</h2>
      <ul className={styles.cards}>
        {surveys.map((chart) => (
          <Card key={chart.code} {...chart} />
        ))}
      </ul>
      <h2 className={styles.heading}>Other parts of the site</h2>
      <ul className={styles.cards}>
        {others.map((chart) => (
          <Card key={chart.code} {...chart} />
        ))}
      </ul>
    </GraphLayout>
  );
}

function Card({ code, isSurvey, width, height, lengths: { steps, shortest, longest }, traffic }: Listed) {
  const numbers = { Questions: steps, Shortest: shortest, Longest: longest };
  return (
    <li className={styles.card}>
      <h3>
        <a className={styles.name} href={`/graphs/${code}`}>
          {code}
          <img
            className={styles.thumbnail}
            src={`/graphs/${code}/drawing.svg`}
            alt=""
            loading="lazy"
            width={width}
            height={height}
          />
        </a>
      </h3>
      {isSurvey && (
        <>
          <dl className={styles.numbers}>
            {Object.entries(numbers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {traffic && (
            <p className={styles.traffic}>
              <strong>{traffic.sessions.toLocaleString("en-US")}</strong> sessions,{" "}
              <strong>{traffic.leads.toLocaleString("en-US")}</strong> leads
            </p>
          )}
          <p className={styles.links}>
            <a href={`/graphs/${code}/simulate`} aria-label={`Simulate ${code}`}>
              Simulate
            </a>
            <a href={`/graphs/${code}/steps`} aria-label={`Screens of ${code}`}>
              Screens
            </a>
            <a href={`/graphs/${code}/numbers`} aria-label={`Numbers of ${code}`}>
              Numbers
            </a>
          </p>
        </>
      )}
    </li>
  );
}
