import type { View } from "../../../../machines/graph/view.ts";
import type { SourceOutcomes } from "../../../../services/analytics/outcomes.ts";
import type { Choice, NodeNumbers, Numbers } from "../../../../services/analytics/types.ts";
import { titlesIn } from "../../ui/title-of.ts";
import { dimensionNames } from "../names.ts";
import { type Column, type Row, type Table, tableOf, type Unit } from "../table.ts";
import { outcomesTable } from "./outcomes-table.ts";

const text = (name: string): Column => ({ name, unit: "text" });
const as = (unit: Unit, ...names: string[]): Column[] => names.map((name) => ({ name, unit }));

/** Every number of a page as tables, in the order in which they stand there. */
export function tablesOf(numbers: Numbers, view: View, outcomes: SourceOutcomes | null): Table[] {
  const titleOf = titlesIn(view);
  return [
    steps(numbers, titleOf),
    ways(numbers, view, titleOf),
    leads(numbers),
    paths(numbers, titleOf),
    services(numbers, titleOf),
    refusals(numbers, titleOf),
    sources(numbers),
    outcomesTable(numbers, outcomes),
    jumps(numbers, titleOf),
    unmatched(numbers, titleOf),
  ].map(tableOf);
}

type TitleOf = (id: string) => string;

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function steps({ nodes, totals, conservation }: Numbers, titleOf: TitleOf): Table {
  const breached = new Set(conservation.breaches.map(({ node }) => node));
  return {
    name: "steps",
    title: "Places",
    note: "Sessions that came here at least once, visits (moves back included), and what became of them. Drop-off leaves out those who are under way: they did something in the last 30 minutes. Times are off by 5 % at most.",
    columns: [
      text("Place"),
      ...as("count", "Sessions"),
      ...as("percent", "Of all sessions"),
      ...as("count", "Visits", "Exits", "Still there", "Under way"),
      ...as("percent", "Drop-off"),
      ...as("count", "Leads", "Qualified"),
      ...as("percent", "Conversion from here"),
      ...as("seconds", "Median time", "90th percentile"),
      ...as("count", "Back from here", "Back to here", "Refused answers"),
    ],
    rows: nodes.map((node) => ({
      id: node.id,
      isMarked: !node.isModelled || breached.has(node.id),
      cells: [
        node.isModelled ? titleOf(node.id) : `${node.id} (not in the chart)`,
        node.sessions,
        ratio(node.sessions, totals.sessions),
        node.visits,
        node.exits,
        node.stillThere,
        node.underWay,
        node.sessions === 0 ? null : node.dropOff,
        node.leads,
        node.qualified,
        node.sessions === 0 ? null : node.conversion,
        node.dwell.median,
        node.dwell.p90,
        node.backFrom,
        node.backTo,
        node.refusals.count,
      ],
    })),
  };
}

function ways({ edges }: Numbers, view: View, titleOf: TitleOf): Table {
  const labels = new Map(view.edges.map(({ id, label }) => [id, label || "always"]));
  return {
    name: "ways",
    title: "Ways between places",
    note: "The share is of all visits to the place that a way begins at.",
    columns: [
      text("From"),
      text("To"),
      text("When"),
      ...as("count", "Sessions", "Passed"),
      ...as("percent", "Share"),
      ...as("count", "Leads", "Qualified"),
    ],
    rows: edges.map((edge) => ({
      id: edge.id,
      isMarked: !edge.isModelled,
      cells: [
        titleOf(edge.source),
        titleOf(edge.target),
        edge.isModelled ? labels.get(edge.id)! : "not in the chart: an old version’s, or forged",
        edge.sessions,
        edge.visits,
        edge.share,
        edge.leads,
        edge.qualified,
      ],
    })),
  };
}

function leads({ leads: reasons, totals }: Numbers): Table {
  return {
    name: "leads",
    title: "Leads",
    columns: [
      text("Qualified"),
      text("Reason for disqualifying"),
      ...as("count", "Leads"),
      ...as("percent", "Of all leads"),
    ],
    rows: reasons.map(({ qualified, dqReason, count }) => ({
      cells: [qualified ? "yes" : "no", dqReason, count, ratio(count, totals.leads)],
    })),
  };
}

function paths({ paths: { shown, total } }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "paths",
    title: "Actual paths",
    note: `${shown.length} of ${total} different ones, the commonest first.`,
    columns: [
      ...as("count", "Sessions"),
      ...as("percent", "Share"),
      ...as("count", "Leads", "Qualified", "Places"),
      text("Path"),
    ],
    rows: shown.map(({ nodes, sessions, share, leads, qualified }) => ({
      id: nodes.join(" "),
      cells: [sessions, share, leads, qualified, nodes.length, nodes.map(titleOf).join(" › ")],
    })),
  };
}

const perNode = (nodes: readonly NodeNumbers[], rowsOf: (node: NodeNumbers) => Row[]) =>
  nodes.flatMap(rowsOf);

function services({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "services",
    title: "What the services said",
    columns: [
      text("Place"),
      text("Service"),
      text("Outcome"),
      ...as("count", "Times"),
      ...as("percent", "Of its answers here"),
    ],
    rows: perNode(nodes, ({ id, services: said }) =>
      said.map(({ service, outcome, count }) => {
        const all = said
          .filter((other) => other.service === service)
          .reduce((sum, each) => sum + each.count, 0);
        return { id, cells: [titleOf(id), service, outcome, count, ratio(count, all)] };
      }),
    ),
  };
}

function refusals({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "refusals",
    title: "Refused answers by field",
    columns: [text("Place"), text("Field"), ...as("count", "Times", "Sessions with any refused answer here")],
    rows: perNode(nodes, ({ id, refusals: { fields, sessions } }) =>
      fields.map(({ field, count }) => ({ id, cells: [titleOf(id), field, count, sessions] })),
    ),
  };
}

const flagName = (name: string) => `Flag ${name}`;

function sources({ choices: { flags, ...choices } }: Numbers): Table {
  const of = (name: string, values: readonly Choice[]): Row[] =>
    values.map(({ value, all, sessions, leads, qualified }) => ({
      cells: [
        name,
        value,
        all,
        sessions,
        leads,
        qualified,
        ratio(leads, sessions),
        ratio(qualified, sessions),
      ],
    }));
  return {
    name: "sources",
    title: "By source, device and flag",
    note: "“In all” counts every session of this variant, the rest those that the filters leave.",
    columns: [
      text("By"),
      text("Value"),
      ...as("count", "In all", "Sessions", "Leads", "Qualified"),
      ...as("percent", "Leads of sessions", "Qualified of sessions"),
    ],
    rows: [
      ...Object.entries(choices).flatMap(([name, values]) =>
        of(dimensionNames[name as keyof typeof choices], values),
      ),
      ...Object.entries(flags).flatMap(([name, values]) => of(flagName(name), values)),
    ],
  };
}

function jumps({ jumps: moves }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "moves-back",
    title: "Moves back",
    note: "Back to an earlier question, or to another tab’s: no edge of the chart.",
    columns: [text("From"), text("To"), ...as("count", "Sessions", "Times", "Leads", "Qualified")],
    rows: moves.map(({ source, target, sessions, visits, leads, qualified }) => ({
      id: `${source}->${target}`,
      cells: [titleOf(source), titleOf(target), sessions, visits, leads, qualified],
    })),
  };
}

function unmatched({ unmatched: answers }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "unmatched",
    title: "Answers that the chart did not take",
    note: "Given under an older chart, or forged.",
    columns: [text("Where the visit stood"), text("Answer to"), ...as("count", "Sessions", "Times")],
    rows: answers.map(({ source, step, sessions, visits }) => ({
      id: source,
      isMarked: true,
      cells: [titleOf(source), step, sessions, visits],
    })),
  };
}
