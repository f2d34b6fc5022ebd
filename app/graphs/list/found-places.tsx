import controls from "../ui/controls.module.css";
import styles from "./found-places.module.css";

/** The states of one chart that match. */
export type Found = { code: string; places: { id: string; title: string }[] };

/** A search over all charts; each match links to its state, marked in its chart. */
export function FoundPlaces({ find, found }: { find: string; found: readonly Found[] }) {
  const count = found.reduce((sum, { places }) => sum + places.length, 0);
  return (
    <search className={styles.search}>
      <form className={`${styles.form} ${controls.controls}`}>
        <p>
          <label htmlFor="find">Search all charts for a question, answer, field, guard or action</label>
          <input id="find" name="find" type="search" defaultValue={find} placeholder="at_Fault" />
        </p>
        <button type="submit">Find</button>
      </form>
      {find && (
        <p role="status">
          {count === 0
            ? `No matches for “${find}”.`
            : `${count} ${count === 1 ? "match" : "matches"} in ${found.length} ${found.length === 1 ? "chart" : "charts"}`}
        </p>
      )}
      {found.length > 0 && (
        <dl className={styles.found}>
          {found.map(({ code, places }) => (
            <div key={code}>
              <dt>{code}</dt>
              {places.map(({ id, title }) => (
                <dd key={id}>
                  <a href={`/graphs/${code}?${new URLSearchParams({ at: id, find })}#picked`}>{title}</a>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </search>
  );
}
