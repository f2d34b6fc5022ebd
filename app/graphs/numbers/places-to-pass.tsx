import type { View } from "../../../machines/graph/view.ts";
import { Check } from "./fields.tsx";
import styles from "./filter-form.module.css";

const ways = { with: "Passed through", without: "Did not pass", endingAt: "Last step" };

/** Filters by the path a session took, one row per step. */
export function PlacesToPass({ view, params }: { view: View; params: URLSearchParams }) {
  const kept = Object.keys(ways).flatMap((name) =>
    params
      .getAll(name)
      .filter((id) => !view.nodes.some((node) => node.id === id))
      .map((id) => ({ name, id })),
  );
  return (
    <fieldset className={styles.group}>
      <legend>Path through the survey</legend>
      {kept.map(({ name, id }) => (
        <Check
          key={name + id}
          name={name}
          value={id}
          text={`${ways[name as keyof typeof ways]}: ${id}`}
          params={params}
        />
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={styles.places} tabIndex={0} aria-label="Steps, scrollable">
        <table>
          <thead>
            <tr>
              <th scope="col">Step</th>
              {Object.values(ways).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.nodes.map(({ id, title }) => (
              <tr key={id}>
                <th scope="row">{title}</th>
                {Object.entries(ways).map(([name, words]) => (
                  <td key={name}>
                    <label className={styles.alone}>
                      <input
                        type="checkbox"
                        name={name}
                        value={id}
                        aria-label={`${words} ${title}`}
                        defaultChecked={params.getAll(name).includes(id)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </fieldset>
  );
}
