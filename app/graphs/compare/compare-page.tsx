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
  /** What charts can be taken from besides the tree as it is now; undefined where a site runs. */
  revisions?: readonly Revision[];
  compared?: Compared;
  /** Why there is no comparison, in a sentence. */
  problem: string;
};

type Props = ComparisonShown & { query: URLSearchParams };

/** How many are shown at once, and how many more can be unfolded; of paths there may be thousands. */
const [most, unfolded] = [8, 60];

/** What one chart has and another has not: states, edges, guards, paths, outcomes, and apart from these the drawing. */
export function ComparePage({ codes, sides, revisions, compared, problem, query }: Props) {
  const [before, after] = sides;
  return (
    <GraphLayout
      title="Compare two charts"
      lead={
        <>
          What the second chart gained, lost or changed against the first.{" "}
          {revisions ? (
            "Either can be taken from a commit; limits and the rules of a lead are compared then, too."
          ) : (
            <>
              This site has its charts as they are now. Earlier revisions are compared where it is written: on
              this page of <code>npm run dev</code>, or by <code>npm run tool -- graphs diff</code>.
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
          <label htmlFor={`${name}.at`}>{label} as of</label>
          <select id={`${name}.at`} name={`${name}.at`} defaultValue={revision} className={styles.revisions}>
            <option value="">now, with what is not committed</option>
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
  // A limit or a rule is nowhere in a drawing: two drawings that are alike would only be in the way.
  const isDrawn = [before, after].some(({ marks }) => Object.keys(marks).length > 0);
  const sides = [
    { ...before, note: "red and dashed is lost" },
    { ...after, note: "green is gained" },
  ];
  return (
    <>
      <h2 className={styles.heading}>
        {before.name} and {after.name}
      </h2>
      {differences.length === 0 ? (
        <p>They do the same.</p>
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
                {name}: {note}, yellow is changed
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

/** `limits: 3 changed` */
function headingOf(name: string, { gained, lost, changed }: Difference): string {
  const counts = [`${gained.length} gained`, `${lost.length} lost`, `${changed.length} changed`];
  return `${name}: ${counts.filter((count) => !count.startsWith("0 ")).join(", ")}`;
}

function Kind({ name, difference }: { name: string; difference: Difference }) {
  const { gained, lost, changed } = difference;
  return (
    <section className={styles.kind} aria-labelledby={`kind-${name}`}>
      <h3 id={`kind-${name}`}>{headingOf(name, difference)}</h3>
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
