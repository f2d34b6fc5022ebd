import type { Naming } from "../../../services/providers/buyers.ts";
import type { Located } from "../../server/developing/located.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { Findings } from "../findings/findings.tsx";
import type { GuardCode } from "../guards/guard-code.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { chartViews } from "../ui/survey-pages.ts";
import styles from "./chart-page.module.css";
import { Picked } from "./picked.tsx";
import { WaysTable } from "./ways-table.tsx";

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

/** One chart: its drawing, the details of the selection beside it, and a table of its transitions. */
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
      views={isSurvey ? chartViews(code, "chart") : undefined}
      naming={naming}
      lead={
        <>
          {isSurvey && `${lengths.steps} questions, ${lengths.shortest} to ${lengths.longest} per path. `}
          Source: <code>{source}</code>. Select a state or transition for its details.
        </>
      }
    >
      {findings.length > 0 && <Findings findings={findings} root={root} />}
      <div className={styles.columns}>
        <ChartFrame
          {...{ view, layout, marks, texts, query, other }}
          canFold
          zoom={zoomIn(query)}
          pick={(id) => ({ at: id })}
        />
        <Picked
          {...{ graph, folded, headings, source, guards, root, isSurvey, query }}
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
