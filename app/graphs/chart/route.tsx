import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { type Naming, namingOf } from "../../../services/providers/buyers.ts";
import { wordsOfStep } from "../../../services/words/index.ts";
import type { Located } from "../../server/charts/located.ts";
import { sourceIn } from "../../server/charts/sound-charts.ts";
import { demandAccess, notHere } from "../../server/sessions/graph-access.ts";
import { asksForMainWay, asksForWide, type Chart, chartOf } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { Place } from "../ui/facts.tsx";
import { chartViews, GraphLayout } from "../ui/graph-layout.tsx";
import { graphMeta } from "../ui/meta.ts";
import styles from "./chart.module.css";
import { findingsOf } from "./findings-of.ts";
import { type GuardCode, guardCodes } from "./guard-code.ts";
import { Picked, WaysTable } from "./picked.tsx";

export async function loader(args: LoaderFunctionArgs) {
  await demandAccess(args);
  const code = args.params.code!;
  const { searchParams } = new URL(args.request.url);
  const [isWide, isFolded] = [asksForWide(searchParams), asksForMainWay(searchParams)];
  const chart = await chartOf(code, isWide, isFolded);
  const other = await chartOf(code, !isWide, isFolded);
  if (!chart || !other) throw notHere();
  const names = new Set(chart.graph.nodes.flatMap(({ shows }) => shows ?? []));
  const headings = Object.fromEntries(
    [...names].map((name) => [name, wordsOfStep(stepNamed(name, variants.get(code)?.machine)!).heading]),
  );
  const { width, height } = other.layout;
  const naming = namingOf(code, args.context.services.settings);
  const source = sourceIn(process.cwd(), code);
  const findings = import.meta.env.DEV ? await findingsOf(code) : [];
  return {
    chart,
    other: [width, height] as [number, number],
    headings,
    source,
    naming,
    guards: guardsAt(searchParams.get("at"), chart, source),
    findings,
    ...(import.meta.env.DEV && { root: process.cwd() }),
  };
}

/** The guards on the selected edge. */
function guardsAt(id: string | null, { whole, graph }: Chart, source: string): GuardCode[] {
  const via = whole.edges.find((edge) => edge.id === id)?.ways.flatMap((way) => way.via) ?? [];
  const names = via.flatMap((each) => graph.edges.find((edge) => edge.id === each)?.guards ?? []);
  return guardCodes([...new Set(names)], source);
}

export const meta: MetaFunction = ({ matches, params }) => graphMeta(matches, `Chart of ${params.code}`);

export default function ChartRoute() {
  const [query] = useSearchParams();
  return <ChartPage {...useLoaderData<typeof loader>()} query={query} />;
}

type Props = {
  chart: Chart;
  /** Width and height of the drawing in the other layout direction, in pixels. */
  other: [width: number, height: number];
  /** Path of the chart's source file. */
  source: string;
  /** Each question's heading, by the name of its step. */
  headings: Record<string, string>;
  naming?: Naming;
  /** Source code of the guards on the selected edge. */
  guards: readonly GuardCode[];
  /** Problems in the chart, in development only. */
  findings?: readonly Located[];
  /** The project's folder, in development only. */
  root?: string;
  query: URLSearchParams;
};

/** A chart: its drawing, the details of the selection beside it, and a table of its transitions. */
export function ChartPage({ chart, other, source, headings, ...page }: Props) {
  const { view, whole, folded, graph, layout, lengths, texts } = chart;
  const { naming, query, guards, findings = [], root } = page;
  const isSurvey = lengths.steps > 0;
  const { code } = view;
  const at = query.get("at") ?? "";
  const marks = marksOf({ picked: [at], found: foundIn(query.get("find") ?? "", chart) });
  return (
    <GraphLayout
      title={`Chart of ${code}`}
      chart={{ code, page: "", isSurvey }}
      views={isSurvey ? chartViews(code) : undefined}
      naming={naming}
      lead={
        <>
          {isSurvey && `${lengths.steps} questions, ${lengths.shortest} to ${lengths.longest} per path. `}
          Source: <code>{source}</code>
        </>
      }
    >
      {findings.length > 0 && <Findings findings={findings} root={root} />}
      <div className={styles.columns}>
        <ChartFrame
          view={view}
          layout={layout}
          marks={marks}
          texts={texts}
          query={query}
          other={other}
          canFold
          zoom={zoomIn(query)}
          pick={(id) => ({ at: id })}
        />
        <Picked
          graph={graph}
          folded={folded}
          headings={headings}
          source={source}
          guards={guards}
          root={root}
          isSurvey={isSurvey}
          query={query}
          view={whole}
          id={at}
        />
      </div>
      <div className={styles.about}>
        <Legend />
        <Exports code={code} />
      </div>
      <h2 className={styles.heading}>All transitions</h2>
      <WaysTable view={whole} graph={graph} />
    </GraphLayout>
  );
}

const formats = [
  { file: "drawing.svg", name: "SVG" },
  { file: "export/scxml", name: "SCXML" },
  { file: "export/mermaid", name: "Mermaid" },
  { file: "export/machine", name: "XState machine" },
];

/** Downloads of the chart in other programs' formats. */
function Exports({ code }: { code: string }) {
  return (
    <nav aria-label="Export this chart">
      <ul className={styles.exports}>
        {formats.map(({ file, name }) => (
          <li key={file}>
            <a href={`/graphs/${code}/${file}`}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const shapes = [
  { look: styles.question, text: "question" },
  { look: styles.service, text: "service call" },
  { look: styles.post, text: "lead submission" },
  { look: styles.state, text: "other state" },
  { look: styles.end, text: "end" },
];

/** Key to the shapes of a chart. */
function Legend() {
  return (
    <ul className={styles.legend}>
      {shapes.map(({ look, text }) => (
        <li key={text}>
          <span className={look} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

type FindingsProps = { findings: readonly Located[]; root?: string };

/** In development: a chart's problems, with source positions and fixes. */
function Findings({ findings, root }: FindingsProps) {
  return (
    <section className={styles.findings} aria-labelledby="findings-title" data-findings>
      <h2 id="findings-title">
        {findings.length === 1 ? "This chart has a problem" : `This chart has ${findings.length} problems`}
      </h2>
      <ul>
        {findings.map(({ message, remedy, file, line }) => (
          <li key={message}>
            <strong>{message}</strong> {remedy} <Place file={file} line={line} root={root} />
          </li>
        ))}
      </ul>
    </section>
  );
}
