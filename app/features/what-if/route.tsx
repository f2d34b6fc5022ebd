import { readFile } from "node:fs/promises";
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import type { Kind } from "../../../machines/features/what-if/differences.ts";
import type { Tally } from "../../../machines/features/what-if/tally.ts";
import type { View } from "../../../machines/graph/view.ts";
import { whatIfFolder } from "../../../services/features/what-if/feature.ts";
import { asksForWide, laidOut } from "../../graphs/chart-of.ts";
import type { Layout } from "../../graphs/drawing/layout.ts";
import type { Weight, Weights } from "../../graphs/drawing/weights.ts";
import { variantOf } from "../../graphs/site-of.ts";
import { ChartFrame, zoomIn } from "../../graphs/ui/chart-frame.tsx";
import { GraphLayout } from "../../graphs/ui/graph-layout.tsx";
import { graphMeta } from "../../graphs/ui/meta.ts";
import parts from "../../graphs/ui/parts.module.css";
import { ScrollTable } from "../../graphs/ui/scroll-table.tsx";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { kindNames, lists, type Report, reportFile } from "./report.ts";
import styles from "./what-if-page.module.css";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const { code } = variantOf(args.params.code);
  const folder = whatIfFolder(args.context.services.settings);
  const isWide = asksForWide(new URL(args.request.url).searchParams);
  try {
    const report = await reportOf(folder, code);
    if (!report) return { code, report: null };
    const { before, after } = report.drawn;
    const layouts = { before: await laidOut(before.view, isWide), after: await laidOut(after.view, isWide) };
    return { code, report: { ...report, layouts } };
  } catch (error) {
    const unreadable = `The latest run in ${folder} cannot be read: ${(error as Error).message}`;
    return { code, report: null, unreadable };
  }
}

/** A survey's latest run; undefined if there is none. @throws if its file is not one of ours */
async function reportOf(folder: string, code: string): Promise<Report | undefined> {
  const text = await readFile(reportFile(folder, code), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const { drawn, tally, ...about } = JSON.parse(text) as Report;
  const isOld = kinds.some((kind) => !tally?.kinds[kind]);
  if (!drawn || isOld || about.code !== code) throw new Error("It belongs to another release or survey.");
  return { ...about, drawn, tally };
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `What if: ${params.code}`);

export default function WhatIfRoute() {
  const [query] = useSearchParams();
  return <WhatIfPage {...useLoaderData<typeof loader>()} query={query} />;
}

/** A run, with the layouts of its charts. */
type Shown = Report & { layouts: Record<Side, Layout> };

type Props = {
  code: string;
  report: Shown | null;
  /** Why an existing run cannot be shown. */
  unreadable?: string;
  query: URLSearchParams;
};

const kinds = Object.keys(kindNames) as Kind[];

/** How an edit of a survey would change visits: the latest run of `npm run what-if`. */
function WhatIfPage({ code, report, unreadable, query }: Props) {
  return (
    <GraphLayout
      title={`What if: ${code}`}
      chart={{ code, page: "what-if", isSurvey: true }}
      lead={
        "How an edit would change visits: those on record, replayed through the survey before and after it."
      }
    >
      {unreadable && (
        <p role="alert" className={styles.alert}>
          {unreadable}
        </p>
      )}
      {report ? (
        <Run report={report} query={query} />
      ) : (
        !unreadable && (
          <p className={styles.none}>
            No edit was compared yet. Developers do that before an edit ships, and then this page shows it.
          </p>
        )
      )}
    </GraphLayout>
  );
}

function Run({ report, query }: { report: Shown; query: URLSearchParams }) {
  const { code, before, after, visitsOf, rest, tally, drawn, layouts } = report;
  const [was, is] = [titlesIn(drawn.before.view), titlesIn(drawn.after.view)];
  const titleOf = (id: string) => (was(id) === id ? is(id) : was(id));
  return (
    <>
      <h2 className={styles.heading}>
        {versionName(before)} to {versionName(after)}: {inWords(tally.visits)} {visitsOf}
      </h2>
      <p className={styles.note}>
        {rest.length > 0 && "This run is incomplete: it is still going, or was stopped. "}
        {tally.failed > 0 && `${inWords(tally.failed)} visits could not be replayed. `}
        {tally.otherVersion > 0 &&
          `${inWords(tally.otherVersion)} more were recorded under another version of the chart and are left out. `}
        Where a recording does not show what a visitor would do, every answer was tried, so numbers are
        bounds.
      </p>
      <ScrollTable
        label="Differences"
        caption="Differences"
        heads={["Visits that", "At least", "At most", "Examples"]}
        rows={kinds.map((kind) => ({
          key: kind,
          isMarked: tally.kinds[kind].atMost > 0,
          cells: [
            kindNames[kind],
            shareOf(tally.kinds[kind].atLeast, tally),
            shareOf(tally.kinds[kind].atMost, tally),
            <Visits key={kind} code={code} samples={tally.kinds[kind].samples} />,
          ],
        }))}
      />
      <Lists tally={tally} titleOf={titleOf} />
      <div className={parts.sides} data-together>
        {(["before", "after"] as const).map((side) => {
          const { view, marks } = drawn[side];
          return (
            <div key={side}>
              <h3>
                {side === "before"
                  ? `Before, ${versionName(before)}: removed is red and dashed`
                  : `After, ${versionName(after)}: added is green`}
                , changed is yellow
              </h3>
              <ChartFrame
                layout={layouts[side]}
                marks={marks}
                view={{ ...view, code: `${code}-${side}` }}
                weights={flowWeights(view, tally, side)}
                query={query}
                zoom={zoomIn(query)}
              />
            </div>
          );
        })}
      </div>
      <p className={styles.note}>
        Line width shows how many visits took a transition; after the edit, only those that certainly do.
        Numbers mark the differences.
      </p>
    </>
  );
}

/** Example visits, which open in the simulator. */
function Visits({ code, samples }: { code: string; samples: Tally["kinds"]["way"]["samples"] }) {
  if (samples.length === 0) return null;
  return (
    <details>
      <summary className={styles.unfold}>
        {samples.length === 1 ? "1 visit" : `${samples.length} visits`}
      </summary>
      <ul className={styles.visits}>
        {samples.map(({ visit, simulate }) => (
          <li key={visit}>
            <a href={`/graphs/${code}/simulate?${simulate}`}>{visit}</a>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Lists({ tally, titleOf }: { tally: Tally; titleOf: (id: string) => string }) {
  const some = lists.filter(([name]) => Object.keys(tally[name]).length > 0);
  return (
    <div className={styles.lists}>
      {some.map(([name, title]) => (
        <section key={name} aria-labelledby={`list-${name}`}>
          <h3 id={`list-${name}`}>{title}</h3>
          <ol>
            {Object.entries(tally[name])
              .sort(([, one], [, other]) => other - one)
              .map(([each, count]) => (
                <li key={each}>
                  {name === "skipped" || name === "met" ? titleOf(each) : each}: {inWords(count)}
                </li>
              ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** The usual versions in words that need no knowledge of git. */
const versionName = (name: string) =>
  ({ HEAD: "the last version", "working tree": "the edit" })[name] ?? name;

const inWords = (count: number) => count.toLocaleString("en-US");

function shareOf(count: number, { visits }: Tally): string {
  return count === 0 ? "0" : `${inWords(count)} (${((100 * count) / visits).toFixed(2)} %)`;
}

const sides = { before: 0, after: 1 } as const;
type Side = keyof typeof sides;

/**
 * The visits along each edge of a chart and into each node, on the same scale in both charts. Where they differ, a
 * number is shown; after the edit, with the difference.
 */
export function flowWeights({ nodes, edges }: View, { flow }: Pick<Tally, "flow">, side: Side): Weights {
  const into: Record<string, [number, number]> = {};
  for (const [id, counts] of Object.entries(flow)) {
    const target = id.slice(id.indexOf("->") + 2);
    const [before, after] = into[target] ?? [0, 0];
    into[target] = [before + counts[0], after + counts[1]];
  }
  const most = Math.max(1, ...Object.values(flow).flat());
  const weigh = (counts: [number, number] = [0, 0]): Weight => {
    const count = counts[sides[side]];
    const more = counts[1] - counts[0];
    const change = side === "after" ? ` (${more > 0 ? "+" : "−"}${inWords(Math.abs(more))})` : "";
    return {
      share: Math.min(1, count / most),
      ...(more !== 0 && { text: `${inWords(count)}${change}` }),
    };
  };
  return {
    nodes: Object.fromEntries(nodes.map(({ id }) => [id, weigh(into[id])])),
    edges: Object.fromEntries(edges.map(({ id }) => [id, weigh(flow[id])])),
  };
}
