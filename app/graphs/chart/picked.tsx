import type { Graph, GraphNode } from "../../../machines/graph/graph.ts";
import type { View, ViewEdge, Way } from "../../../machines/graph/view.ts";
import { kindInWords } from "../drawing/step-graph.tsx";
import { addressWith } from "../ui/address.ts";
import { Facts, Place } from "../ui/facts.tsx";
import { walkPages } from "../ui/graph-layout.tsx";
import parts from "../ui/parts.module.css";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { titlesIn } from "../ui/title-of.ts";
import styles from "./chart.module.css";
import type { GuardCode } from "./guard-code.ts";

type Props = {
  view: View;
  graph: Graph;
  source: string;
  /** The states in each folded box, by the box's id. */
  folded: Record<string, string[]>;
  headings: Record<string, string>;
  /** Source code of the guards on the selected edge. */
  guards: readonly GuardCode[];
  /** The project's folder, in development only. */
  root?: string;
  /** Only surveys can be walked through. */
  isSurvey: boolean;
  query: URLSearchParams;
  /** Id of the selected node or edge; for any other value the panel explains how to select one. */
  id: string;
};

/** Details of the selected node or edge. */
export function Picked(props: Props) {
  const { view, folded, id } = props;
  const edge = view.edges.find((each) => each.id === id);
  const node = view.nodes.find((each) => each.id === id);
  const isEmpty = !node && !edge && !Object.hasOwn(folded, id);
  return (
    <section
      id="picked"
      className={`${parts.panel} ${parts.picked}`}
      aria-labelledby="picked-title"
      data-empty={isEmpty || undefined}
    >
      {Object.hasOwn(folded, id) ? (
        <PickedFold {...props} />
      ) : node ? (
        <PickedNode {...props} />
      ) : edge ? (
        <PickedEdge {...props} edge={edge} />
      ) : (
        <>
          <h2 id="picked-title">Nothing selected</h2>
          <p>Select a state or transition to see its details.</p>
        </>
      )}
    </section>
  );
}

/** A folded box: its states, each a link into the whole chart. */
function PickedFold({ view, folded, id, query }: Props) {
  const titleOf = titlesIn(view);
  const whole = new URLSearchParams([...query].filter(([name]) => name !== "fold"));
  return (
    <>
      <h2 id="picked-title">{folded[id]!.length} states off the happy path</h2>
      <p className={parts.question}>
        A visit may pass through these or skip them. Select one to see it in the whole chart.
      </p>
      <ul className={parts.ways}>
        {folded[id]!.map((place) => (
          <li key={place}>
            <a href={`${addressWith(whole, { at: place })}#picked`}>{titleOf(place)}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function PickedNode({ view, graph, source, headings, id }: Props) {
  const { title, kind } = view.nodes.find((each) => each.id === id)!;
  const node = graph.nodes.find((each) => each.id === id);
  const heading = node?.shows && headings[node.shows];
  return (
    <>
      <h2 id="picked-title">{title}</h2>
      {heading && <p className={parts.question}>“{heading}”</p>}
      <Facts facts={[["Type", kindInWords[kind]], ["ID", id], ...factsOf(graph, node)]} />
      <Ways
        name="Leads to"
        edges={view.edges.filter((edge) => edge.source === id)}
        end="target"
        view={view}
      />
      <Ways
        name="Reached from"
        edges={view.edges.filter((edge) => edge.target === id)}
        end="source"
        view={view}
      />
      <p className={parts.source}>
        Source: <code>{source}</code>
      </p>
    </>
  );
}

/** The chart's definitions on a node and its parts. */
function factsOf(graph: Graph, node: GraphNode | undefined): [string, string][] {
  const facts: [string, string][] = [];
  for (let at = node; at; at = graph.nodes.find(({ id }) => id === at?.parent)) {
    const { invokes, meta, entry, exit, tags } = at;
    if (meta !== undefined) facts.push(["Meta", JSON.stringify(meta)]);
    if (invokes.length > 0) facts.push(["Service called", invokes.map(({ src }) => src).join(", ")]);
    if (entry.length > 0) facts.push(["Entry actions", entry.join(", ")]);
    if (exit.length > 0) facts.push(["Exit actions", exit.join(", ")]);
    if (tags.length > 0) facts.push(["Tags", tags.join(", ")]);
  }
  return facts;
}

type WaysProps = { name: string; edges: readonly ViewEdge[]; end: "source" | "target"; view: View };

function Ways({ name, edges, end, view }: WaysProps) {
  const titleOf = titlesIn(view);
  if (edges.length === 0) return null;
  return (
    <>
      <h3>{name}</h3>
      <ul className={parts.ways}>
        {edges.map((edge) => (
          <li key={edge.id}>
            <a href={`?at=${encodeURIComponent(edge[end])}#picked`}>{titleOf(edge[end])}</a>{" "}
            {edge.label || "always"}
          </li>
        ))}
      </ul>
    </>
  );
}

function PickedEdge({ view, graph, edge, source, guards, root, isSurvey }: Props & { edge: ViewEdge }) {
  const titleOf = titlesIn(view);
  return (
    <>
      <h2 id="picked-title">
        {titleOf(edge.source)} to {titleOf(edge.target)}
      </h2>
      <p className={parts.question}>{edge.label || "always"}</p>
      {edge.ways.map((way, index) => (
        <div key={way.via.join(" ")}>
          {edge.ways.length > 1 && <h3>Branch {index + 1}</h3>}
          <Facts
            facts={[
              ["Guards", guardsOn(graph, way) || "none"],
              ["Actions", way.actions.join(", ") || "none"],
              ["Transitions", way.via.join("\n")],
            ]}
          />
        </div>
      ))}
      <Guards guards={guards} root={root} />
      {(isSurvey ? walkPages : []).map(({ over }) => {
        const { href, text, toSee } = over(view.code, edge.id);
        return (
          <p key={href} className={parts.source}>
            <a href={href}>{text}</a> to see {toSee}.
          </p>
        );
      })}
      <p className={parts.source}>
        Source: <code>{source}</code>
      </p>
    </>
  );
}

/** Every transition of a chart, with the names of its guards and actions. */
export function WaysTable({ view, graph }: { view: View; graph: Graph }) {
  const titleOf = titlesIn(view);
  return (
    <ScrollTable
      label="Transitions"
      caption={`All transitions of ${view.code}`}
      heads={["From", "To", "When", "Guards", "Actions"]}
      rows={view.edges.map(({ id, source, target, label, ways }) => ({
        key: id,
        cells: [
          <a key={id} href={`?at=${encodeURIComponent(source)}#picked`}>
            {titleOf(source)}
          </a>,
          titleOf(target),
          label || "always",
          listed(ways.map((way) => guardsOn(graph, way))),
          listed(ways.map(({ actions }) => actions.join(", "))),
        ],
      }))}
    />
  );
}

/** The guards on a branch, in the chart's notation. */
function guardsOn({ edges }: Graph, { via }: Way): string {
  const guards = via.flatMap((id) => edges.find((edge) => edge.id === id)?.guard || []);
  return guards.join(" and ");
}

function listed(texts: readonly string[]) {
  const unique = [...new Set(texts.filter(Boolean))];
  return unique.length === 0 ? "none" : unique.join("; ");
}

/** Source code of guards, with what they read and the limits they compare with. */
function Guards({ guards, root }: { guards: readonly GuardCode[]; root?: string }) {
  return guards.map(({ name, file, line, source, comment, rules, reads, limits }) => (
    <section key={name} className={styles.guard} data-guard={name}>
      <h3>
        <code>{name}</code>
      </h3>
      {comment && <p>{comment}</p>}
      <pre>
        <code>{source}</code>
      </pre>
      {rules.map((rule) => (
        <details key={rule.name} open={rules.length === 1}>
          <summary>
            Rule <code>{rule.name}</code>
          </summary>
          <pre>
            <code>{rule.text}</code>
          </pre>
          <p className={styles.place}>
            <Place {...rule} root={root} />
          </p>
        </details>
      ))}
      <Facts facts={[["Reads", reads.join("\n") || "only the service’s result"]]} />
      {limits.length > 0 && (
        <ul className={styles.limits}>
          {limits.map((limit) => (
            <li key={limit.name}>
              <strong>{limit.value}</strong>: {limit.words} <Place {...limit} root={root} />
            </li>
          ))}
        </ul>
      )}
      <p className={styles.place}>
        <Place file={file} line={line} root={root} />
      </p>
    </section>
  ));
}
