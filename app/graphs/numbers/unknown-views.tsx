import type { Numbers } from "../../../services/analytics/types.ts";
import { addressWith } from "../ui/address.ts";
import styles from "./numbers-page.module.css";

/** Why first views and bounces are missing, and from which day on they are known. */
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
        There are more sessions than first views, so the bounce rate is understated: some pages were served by
        a cache in front of the site, or their views were lost when a process died.
      </p>
    );
  if (views.isKnown || totals.sessions === 0) return null;
  if (views.why === "filters")
    return (
      <p className={styles.counted}>
        First views and bounces are not shown: visitors who bounce have no answers, result or sub id to filter
        by.
      </p>
    );
  return (
    <p className={styles.counted}>
      First views and bounces are not shown: some of these sessions began before first views were counted.
      {views.from && (
        <>
          {" "}
          <a href={addressWith(query, { from: views.from })}>Show sessions from {views.from} on</a>.
        </>
      )}
    </p>
  );
}
