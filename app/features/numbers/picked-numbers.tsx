import type { ReactNode } from "react";
import type { View } from "../../../machines/graph/view.ts";
import type { EdgeNumbers, NodeNumbers, Numbers } from "../../../services/features/numbers/types.ts";
import { addressAlso } from "../../graphs/ui/address.ts";
import { Facts } from "../../graphs/ui/facts.tsx";
import parts from "../../graphs/ui/parts.module.css";
import { titlesIn } from "../../graphs/ui/title-of.ts";
import type { NoteShown } from "./notes.tsx";
import { leadResults, visitsAddress } from "./query.ts";
import { type Counted, say } from "./tables/table.ts";

type Props = {
  view: View;
  numbers: Numbers;
  /** On the counted days. */
  notes: readonly NoteShown[];
  query: URLSearchParams;
  id: string;
};

/** Everything about the selected step or transition, with filters to narrow the page to it. */
export function PickedNumbers({ view, numbers, notes, query, id }: Props) {
  const node = numbers.nodes.find((each) => each.id === id);
  const edge = numbers.edges.find((each) => each.id === id);
  const titleOf = titlesIn(view);
  const visits = (value: number, counted: Counted) =>
    value === 0 ? count(value) : <a href={visitsAddress(view.code, query, counted)}>{count(value)}</a>;
  return (
    <section
      id="picked"
      className={`${parts.panel} ${parts.picked}`}
      aria-labelledby="picked-title"
      data-empty={(!node && !edge) || undefined}
    >
      {node ? (
        <>
          <h2 id="picked-title">{titleOf(id)}</h2>
          <Facts facts={nodeFacts(node, visits)} />
          <NotesOnPlace code={view.code} id={id} notes={notes.filter(({ place }) => place === id)} />
          <Narrow query={query} id={id} canEnd />
        </>
      ) : edge ? (
        <>
          <h2 id="picked-title">
            {titleOf(edge.source)} to {titleOf(edge.target)}
          </h2>
          <Facts facts={edgeFacts(edge, visits)} />
          <Narrow query={query} id={id} />
        </>
      ) : (
        <>
          <h2 id="picked-title">Select a step</h2>
          <p>Click a step or an arrow on the chart to see its numbers.</p>
        </>
      )}
    </section>
  );
}

const count = (value: number) => say(value, "count");
const percent = (share: number | null) => say(share, "percent");
const seconds = (ms: number | null) => say(ms, "seconds");

type Fact = [name: string, value: ReactNode];
/** A count as a link to the visits behind it. */
type Visits = (value: number, counted: Counted) => ReactNode;

function nodeFacts({ id, sessions, dwell, refusals, ...node }: NodeNumbers, visits: Visits): Fact[] {
  return [
    ["Sessions", visits(sessions, { with: id })],
    ...(node.looked > 0 ? ([["Bounces", count(node.looked)]] satisfies Fact[]) : []),
    ["Entries", count(node.visits)],
    ["Exits", count(node.exits)],
    [
      "Still there",
      <>
        {visits(node.stillThere, { endingAt: id })}, of which{" "}
        {visits(node.underWay, { endingAt: id, result: ["underWay"] })} under way
      </>,
    ],
    ["Drop-off", percent(node.dropOff)],
    ["Leads from here", leadsOf({ id, ...node }, visits)],
    ["Conversion from here", percent(node.conversion)],
    ["Time here", `${seconds(dwell.median)} median, ${seconds(dwell.p90)} 90th percentile`],
    ["Moves back", `${count(node.backFrom)} from here, ${count(node.backTo)} to here`],
    ["Validation errors", refusals.count === 0 ? "none" : refusedFields(refusals)],
    ...node.services.map(
      ({ service, outcome, count: times }): Fact => [`${service}: ${outcome}`, count(times)],
    ),
  ];
}

function leadsOf({ id, leads, qualified }: Pick<NodeNumbers, "id" | "leads" | "qualified">, visits: Visits) {
  return (
    <>
      {visits(leads, { with: id, result: leadResults })},{" "}
      {visits(qualified, { with: id, result: ["qualified"] })} qualified
    </>
  );
}

function refusedFields({ count: all, unanswered, fields }: NodeNumbers["refusals"]): string {
  const named = fields.map((field) => `${field.field} ${count(field.count)}`).join(", ");
  return `${count(all)}: ${named}${unanswered > 0 ? `; ${count(unanswered)} of them before any answer` : ""}`;
}

function edgeFacts(
  { id, sessions, visits: passed, share, leads, qualified }: EdgeNumbers,
  visits: Visits,
): Fact[] {
  return [
    ["Sessions", visits(sessions, { with: id })],
    ["Times taken", count(passed)],
    ["Share of entries to its first step", percent(share)],
    ["Leads from here", leadsOf({ id, leads, qualified }, visits)],
  ];
}

/** Notes about this step, and a link to add one. */
function NotesOnPlace({ code, id, notes }: { code: string; id: string; notes: readonly NoteShown[] }) {
  return (
    <>
      <h3>Notes</h3>
      {notes.map((note) => (
        <p key={note.id}>
          <strong>{note.day}</strong>: {note.words}
        </p>
      ))}
      <p>
        <a href={`/graphs/${code}/numbers?${new URLSearchParams({ show: "notes", place: id })}`}>
          Add a note about this step
        </a>
      </p>
    </>
  );
}

type NarrowProps = { query: URLSearchParams; id: string; canEnd?: boolean };

function Narrow({ query, id, canEnd }: NarrowProps) {
  const links = [
    ["with", "Only sessions that passed through"],
    ["without", "Only sessions that did not"],
    ...(canEnd ? [["endingAt", "Only sessions that were last here"]] : []),
  ] as [string, string][];
  return (
    <>
      <h3>Narrow down</h3>
      <ul className={parts.ways}>
        {links.map(([name, words]) => (
          <li key={name}>
            <a href={addressAlso(query, name, id)}>{words}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
