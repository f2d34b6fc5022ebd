import type { View } from "../../../machines/graph/view.ts";
import type { Numbers } from "../../../services/analytics/types.ts";
import { addressWith } from "../ui/address.ts";
import { titlesIn } from "../ui/title-of.ts";
import { timeOf } from "./names.ts";
import styles from "./numbers-page.module.css";

/** What somebody has to know before they believe the numbers. */
export function Caveats({ numbers, view, query }: { numbers: Numbers; view: View; query: URLSearchParams }) {
  const { data, days, conservation, nodes, edges, unmatched, timedEvery } = numbers;
  const titleOf = titlesIn(view);
  const unmodelled = [...nodes, ...edges].filter(({ isModelled }) => !isModelled).length + unmatched.length;
  return (
    <>
      <StateOfNumbers numbers={numbers} />
      {!conservation.holds && (
        <div role="alert" className={styles.alert}>
          <p>These numbers contradict themselves: entries are not exits and those still there, at</p>
          <ul>
            {conservation.breaches.map(({ node, visits, exits, stillThere }) => (
              <li key={node}>
                {titleOf(node)}: {visits} in, {exits} out, {stillThere} still there
              </li>
            ))}
          </ul>
          <p>
            Rebuild them from the log with <code>npm run claimpath -- analytics rebuild</code>.
          </p>
        </div>
      )}
      {unmodelled > 0 && (
        <p className={styles.alert}>
          {unmodelled === 1 ? "One thing was" : `${unmodelled} things were`} logged that today’s chart does
          not have: an old version’s, or forged. They are marked in the tables and left out of the drawing.
        </p>
      )}
      {timedEvery > 1 && (
        <p className={styles.alert}>
          Of this many sessions, times are taken from 1 in {timedEvery}. All other numbers count every
          session.
        </p>
      )}
      {!days && data === "real" && <NobodyYet code={view.code} query={query} />}
    </>
  );
}

/** Whose they are, and whether some are missing. */
export function StateOfNumbers({
  numbers: { data, isBehind, asOf, isPartial },
}: {
  numbers: Pick<Numbers, "data" | "isBehind" | "asOf" | "isPartial">;
}) {
  return (
    <>
      {data !== "real" && (
        <p className={styles.simulated}>
          <strong>
            {data === "both" ? "Simulated sessions are among these." : "These sessions are simulated."}
          </strong>{" "}
          No visitor made them; <code>npm run claimpath -- simulate-traffic</code> did.
        </p>
      )}
      {isBehind && (
        <p role="alert" className={styles.alert}>
          These numbers are as of {timeOf(asOf)}: the database that they are read from is behind, or cannot be
          reached. Nothing is lost, and what is missing comes as soon as it can be read.
        </p>
      )}
      {isPartial && (
        <p role="alert" className={styles.alert}>
          Memory does not suffice for all sessions: the oldest are not counted.
        </p>
      )}
    </>
  );
}

/** Where there is something to look at before there are visitors. @param code of the survey that is simulated */
export function NobodyYet({ code, query }: { code: string; query: URLSearchParams }) {
  return (
    <p className={styles.simulated}>
      No visitor has been here yet. <a href={addressWith(query, { data: "simulated" })}>Simulated sessions</a>{" "}
      are there once{" "}
      <code>npm run claimpath -- simulate-traffic --variant {code} --sessions 10000 --seed 1</code> has run.
    </p>
  );
}
