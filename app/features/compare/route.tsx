import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { Difference } from "../../../machines/graph/diff.ts";
import { asksForWide, chartCodes } from "../../graphs/chart-of.ts";
import { ChartFrame, zoomIn } from "../../graphs/ui/chart-frame.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import styles from "./compare-page.module.css";
import {
  type Compared,
  comparedAt,
  comparedNow,
  nameOf,
  problemOf,
  type Revision,
  type Side,
  sideIn,
} from "./compared.ts";

/** 422 for sides that cannot be compared; without a second chart only the form is shown. */
export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const params = new URL(args.request.url).searchParams;
  const sides = [sideIn(params, "before", "c"), sideIn(params, "after", "")] as const;
  const shown: ComparisonShown = { codes: chartCodes, sides, revisions: await revisionsHere(), problem: "" };
  if (sides[1].code === "") return data(shown);
  const found = await comparedOf(sides, asksForWide(params));
  return data({ ...shown, ...found }, { status: found.problem ? 422 : 200 });
}

async function comparedOf(sides: readonly [Side, Side], isWide: boolean) {
  const none = (problem: string) => ({ compared: undefined, problem });
  const problem = sides.map((side) => problemOf(side, chartCodes)).find(Boolean);
  if (problem) return none(problem);
  const [before, after] = sides;
  if (before.revision === "" && after.revision === "")
    return { compared: await comparedNow(before.code, after.code, isWide), problem: "" };
  // In production there is no git history, and no code that reads it.
  if (!import.meta.env.DEV) return none("This site has only its current charts.");
  const { differenceAt } = await import("./developing/revisions.ts");
  const answered = await differenceAt(nameOf(before), nameOf(after));
  if ("problem" in answered) return none(answered.problem);
  return { compared: await comparedAt(sides, answered, isWide), problem: "" };
}

/** Revisions to choose from; undefined in production. */
async function revisionsHere() {
  if (!import.meta.env.DEV) return undefined;
  const { recentRevisions } = await import("./developing/revisions.ts");
  return recentRevisions();
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Compare two charts");

export default function CompareRoute() {
  const [query] = useSearchParams();
  return <ComparePage {...(useLoaderData() as ComparisonShown)} query={query} />;
}

type ComparisonShown = {
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
function ComparePage({ codes, sides, revisions, compared, problem, query }: Props) {
  const [before, after] = sides;
  return (
    <GraphLayout
      title="Compare two charts"
      section="compare"
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
      <form className={`${styles.form} ${parts.controls}`}>
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
        <div className={parts.sides} data-together>
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
