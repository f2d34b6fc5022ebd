import type { Numbers } from "../../../services/analytics/types.ts";
import { addressWith } from "../ui/address.ts";
import styles from "./numbers-page.module.css";

/** Why nobody can say how many only looked, and where one can. */
export function UnknownViews({
  numbers: { views, totals },
  query,
}: {
  numbers: Pick<Numbers, "views" | "totals">;
  query: URLSearchParams;
}) {
  if (views.isKnown && totals.sessions > views.count)
    return (
      <p className={styles.alert}>
        There are more sessions than first views: some views were answered by a cache in front of the site, or
        lost with a process that died.
      </p>
    );
  if (views.isKnown || totals.sessions === 0) return null;
  if (views.why === "filters")
    return (
      <p className={styles.counted}>
        Views are left out: these filters ask for what nobody knows of a visitor who has only looked.
      </p>
    );
  return (
    <p className={styles.counted}>
      Views are left out: some of these sessions began before views were counted.
      {views.from && (
        <>
          {" "}
          <a href={addressWith(query, { from: views.from })}>From {views.from} on</a> all are.
        </>
      )}
    </p>
  );
}
