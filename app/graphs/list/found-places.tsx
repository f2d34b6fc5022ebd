import controls from "../ui/controls.module.css";
import styles from "./found-places.module.css";

/** The places of one chart that were looked for. */
export type Found = { code: string; places: { id: string; title: string }[] };

/** One search over all charts, and what it has found: each place is a link to it, marked in its chart. */
export function FoundPlaces({ find, found }: { find: string; found: readonly Found[] }) {
  const count = found.reduce((sum, { places }) => sum + places.length, 0);
  return (
    <search className={styles.search}>
      <form className={`${styles.form} ${controls.controls}`}>
        <p>
          <label htmlFor="find">
            Find in all charts: a question, an answer, a field, a guard or an action
          </label>
          <input id="find" name="find" type="search" defaultValue={find} placeholder="at_Fault" />
        </p>
        <button type="submit">Find</button>
      </form>
      {find && (
        <p role="status">
          {count === 0
            ? `No place in any chart has “${find}”.`
            : `${count} ${count === 1 ? "place" : "places"} in ${found.length} ${found.length === 1 ? "chart" : "charts"}`}
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
