import type { Difference } from "../../../machines/graph/diff.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import controls from "../ui/controls.module.css";
import { GraphLayout } from "../ui/graph-layout.tsx";
import together from "../ui/sides.module.css";
import styles from "./compare-page.module.css";
import type { Compared } from "./compared.ts";

type Props = {
  codes: readonly string[];
  before: string;
  after: string;
  compared?: Compared;
  query: URLSearchParams;
};

/** How many are shown at once, and how many more can be unfolded; of paths there may be thousands. */
const [most, unfolded] = [8, 60];

/** What one chart has and another has not: states, edges, guards, paths, outcomes, and apart from these the drawing. */
export function ComparePage({ codes, before, after, compared, query }: Props) {
  return (
    <GraphLayout
      title="Compare two charts"
      lead={
        <>
          What the second chart gained, lost or changed against the first. Revisions are compared by{" "}
          <code>npm run tool -- graphs diff</code>.
        </>
      }
    >
      <form className={`${styles.form} ${controls.controls}`}>
        <Choice name="before" label="First" value={before} codes={codes} />
        <Choice name="after" label="Second" value={after} codes={codes} />
        <button type="submit">Compare</button>
      </form>
      {compared && <Result compared={compared} query={query} />}
    </GraphLayout>
  );
}

type ChoiceProps = { name: string; label: string; value: string; codes: readonly string[] };

function Choice({ name, label, value, codes }: ChoiceProps) {
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <select id={name} name={name} defaultValue={value}>
        {codes.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
    </p>
  );
}

function Result({ compared, query }: { compared: Compared; query: URLSearchParams }) {
  const { before, after, differences, moved } = compared;
  const [was, is] = [before.chart.view, after.chart.view];
  const zoom = zoomIn(query);
  const sides = [
    { ...before, note: "red and dashed is lost" },
    { ...after, note: "green is gained" },
  ];
  return (
    <>
      <h2 className={styles.heading}>
        {was.code} and {is.code}
      </h2>
      {differences.length === 0 && <p>They do the same.</p>}
      {was.code !== is.code && (
        <div className={together.sides} data-together>
          {sides.map(({ chart, marks, note }) => (
            <div key={note}>
              <h3>
                {chart.view.code}: {note}, yellow is changed
              </h3>
              <ChartFrame view={chart.view} layout={chart.layout} marks={marks} query={query} zoom={zoom} />
            </div>
          ))}
        </div>
      )}
      {differences.map(({ kind, difference }) => (
        <Kind key={kind} name={kind} difference={difference} />
      ))}
      {moved.length > 0 && (
        <p className={styles.moved}>
          The drawing apart: {moved.length} places that both have are drawn elsewhere or in another size.
        </p>
      )}
    </>
  );
}

function Kind({ name, difference: { gained, lost, changed } }: { name: string; difference: Difference }) {
  const counts = [`${gained.length} gained`, `${lost.length} lost`, `${changed.length} changed`];
  return (
    <section className={styles.kind} aria-labelledby={`kind-${name}`}>
      <h3 id={`kind-${name}`}>
        {name}: {counts.filter((count) => !count.startsWith("0 ")).join(", ")}
      </h3>
      <List title="Gained" look={styles.gained} lines={gained} />
      <List title="Lost" look={styles.lost} lines={lost} />
      <List
        title="Changed"
        look={styles.changed}
        lines={changed.map(({ id, how }) => `${id}: ${how.join("; ")}`)}
      />
    </section>
  );
}

function List({ title, look, lines }: { title: string; look: string | undefined; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  const items = (some: readonly string[]) => (
    <ul className={`${styles.list} ${look}`}>
      {some.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return (
    <>
      <h4>{title}</h4>
      {items(lines.slice(0, most))}
      {lines.length > most && (
        <details>
          <summary>{lines.length - most} more</summary>
          {items(lines.slice(most, most + unfolded))}
          {lines.length > most + unfolded && (
            <p>
              {lines.length - most - unfolded} more are shown by <code>npm run tool -- graphs diff</code>.
            </p>
          )}
        </details>
      )}
    </>
  );
}
