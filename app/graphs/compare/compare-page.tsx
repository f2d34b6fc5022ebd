import type { Difference } from "../../../machines/graph/diff.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import controls from "../ui/controls.module.css";
import { GraphLayout } from "../ui/graph-layout.tsx";
import together from "../ui/sides.module.css";
import styles from "./compare-page.module.css";
import type { Compared } from "./compared.ts";
import type { Revision, Side } from "./revision.ts";

export type ComparisonShown = {
  codes: readonly string[];
  sides: readonly [before: Side, after: Side];
  /** Commits to take a chart from, besides the working tree; undefined in production. */
  revisions?: readonly Revision[];
  compared?: Compared;
  /** Why the charts cannot be compared, in a sentence. */
  problem: string;
};

type Props = ComparisonShown & { query: URLSearchParams };

/** How many are shown at once, and how many more can be unfolded; there may be thousands of paths. */
const [most, unfolded] = [8, 60];

/** The differences between two charts: states, edges, guards, paths, outcomes, and how the drawing moved. */
export function ComparePage({ codes, sides, revisions, compared, problem, query }: Props) {
  const [before, after] = sides;
  return (
    <GraphLayout
      title="Compare two charts"
      lead={
        <>
          What the second chart added, removed or changed compared to the first.{" "}
          {revisions ? (
            "Either can come from a commit; limits and lead rules are then compared too."
          ) : (
            <>
              This site has only its current charts. To compare earlier revisions, open this page under{" "}
              <code>npm run dev</code>, or run <code>npm run tool -- graphs diff</code>.
            </>
          )}
        </>
      }
    >
      <form className={`${styles.form} ${controls.controls}`}>
        <Choice name="before" label="First" side={before} codes={codes} revisions={revisions} />
        <Choice name="after" label="Second" side={after} codes={codes} revisions={revisions} />
        <button type="submit">Compare</button>
      </form>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {compared && <Result compared={compared} query={query} />}
    </GraphLayout>
  );
}

type ChoiceProps = Pick<Props, "codes" | "revisions"> & { name: string; label: string; side: Side };

function Choice({ name, label, side: { code, revision }, codes, revisions }: ChoiceProps) {
  return (
    <>
      <p>
        <label htmlFor={name}>{label}</label>
        <select id={name} name={name} defaultValue={code}>
          {codes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </p>
      {revisions && revisions.length > 0 && (
        <p>
          <label htmlFor={`${name}.at`}>{label} revision</label>
          <select id={`${name}.at`} name={`${name}.at`} defaultValue={revision} className={styles.revisions}>
            <option value="">Working tree</option>
            {revision && !revisions.some(({ id }) => id === revision) && <option>{revision}</option>}
            {revisions.map(({ id, words }) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </p>
      )}
    </>
  );
}

function Result({ compared, query }: { compared: Compared; query: URLSearchParams }) {
  const { before, after, differences, moved } = compared;
  const zoom = zoomIn(query);
  // Drawings do not show limits or rules: two identical ones would only be in the way.
  const isDrawn = [before, after].some(({ marks }) => Object.keys(marks).length > 0);
  const sides = [
    { ...before, note: "removed is red and dashed" },
    { ...after, note: "added is green" },
  ];
  return (
    <>
      <h2 className={styles.heading}>
        {before.name} and {after.name}
      </h2>
      {differences.length === 0 ? (
        <p>The charts are equivalent.</p>
      ) : (
        <ul className={styles.contents}>
          {differences.map(({ kind, difference }) => (
            <li key={kind}>
              <a href={`#kind-${kind}`}>{headingOf(kind, difference)}</a>
            </li>
          ))}
        </ul>
      )}
      {isDrawn && (
        <div className={together.sides} data-together>
          {sides.map(({ name, chart, marks, note }) => (
            <div key={note}>
              <h3>
                {name}: {note}, changed is yellow
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
          In the drawing, {moved.length} states that both charts have moved or changed size.
        </p>
      )}
    </>
  );
}

/** `limits: 3 changed` */
function headingOf(name: string, { gained, lost, changed }: Difference): string {
  const counts = [`${gained.length} added`, `${lost.length} removed`, `${changed.length} changed`];
  return `${name}: ${counts.filter((count) => !count.startsWith("0 ")).join(", ")}`;
}

function Kind({ name, difference }: { name: string; difference: Difference }) {
  const { gained, lost, changed } = difference;
  return (
    <section className={styles.kind} aria-labelledby={`kind-${name}`}>
      <h3 id={`kind-${name}`}>{headingOf(name, difference)}</h3>
      <List title="Added" look={styles.gained} lines={gained} />
      <List title="Removed" look={styles.lost} lines={lost} />
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
              <code>npm run tool -- graphs diff</code> shows {lines.length - most - unfolded} more.
            </p>
          )}
        </details>
      )}
    </>
  );
}
