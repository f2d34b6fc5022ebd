import type { Naming } from "../../../services/providers/buyers/who-is-named.ts";
import type { Chart } from "../chart-of.ts";
import { marksOf } from "../drawing/marks.ts";
import { foundIn } from "../drawing/search.ts";
import { Findings } from "../findings/findings.tsx";
import type { Located } from "../findings/located.ts";
import type { GuardCode } from "../guards/guard-code.ts";
import { ChartFrame, zoomIn } from "../ui/chart-frame.tsx";
import { GraphLayout } from "../ui/graph-layout.tsx";
import styles from "./chart-page.module.css";
import { Picked } from "./picked.tsx";
import { WaysTable } from "./ways-table.tsx";

type Props = {
  chart: Chart;
  /** Width and height of the drawing in the other direction, in pixels. */
  other: [width: number, height: number];
  /** The file it is written in. */
  source: string;
  /** What each question asks, by the name of its step. */
  headings: Record<string, string>;
  naming?: Naming;
  /** The guards on what is picked, as they are written. */
  guards: readonly GuardCode[];
  /** What is wrong with it, while developing. */
  findings?: readonly Located[];
  /** The project's folder, while developing. */
  root?: string;
  query: URLSearchParams;
};

/** One chart to look at: drawn, with what was picked in it beside it, and as a table. */
export function ChartPage({ chart, other, source, headings, ...page }: Props) {
  const { view, whole, folded, graph, layout, lengths, texts, isDrawnNow } = chart;
  const { naming, query, guards, findings = [], root } = page;
  const isSurvey = lengths.steps > 0;
  const { code } = view;
  const at = query.get("at") ?? "";
  const marks = marksOf({ picked: [at], found: foundIn(query.get("find") ?? "", chart) });
  return (
    <GraphLayout
      title={`Chart of ${code}`}
      chart={{ code, page: "", isSurvey }}
      naming={naming}
      lead={
        <>
          {isSurvey &&
            `${lengths.steps} questions, ${lengths.shortest} to ${lengths.longest} of them on one way. `}
          Written in <code>{source}</code>. Press a place or an arrow to see what is behind it.
        </>
      }
    >
      {isDrawnNow && (
        <p className={styles.note}>
          The chart has changed since its drawing was written. This one was made now;{" "}
          <code>npm run tool -- graphs</code> writes it.
        </p>
      )}
      {findings.length > 0 && <Findings findings={findings} root={root} />}
      <Legend />
      <Exports code={code} />
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
      <h2 className={styles.heading}>The same as a table</h2>
      <WaysTable view={whole} graph={graph} />
    </GraphLayout>
  );
}

const formats = [
  { file: "drawing.svg", name: "SVG" },
  { file: "export/scxml", name: "SCXML" },
  { file: "export/mermaid", name: "Mermaid" },
  { file: "export/machine", name: "XState machine" },
  { file: "export/edges", name: "Edge list" },
  { file: "export/dot", name: "DOT" },
];

/** The chart for other programs. */
function Exports({ code }: { code: string }) {
  return (
    <nav aria-label="This chart as a file">
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
  { look: styles.service, text: "service" },
  { look: styles.post, text: "lead is posted" },
  { look: styles.state, text: "other state" },
  { look: styles.end, text: "end" },
];

/** What the shapes of a chart mean. */
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
