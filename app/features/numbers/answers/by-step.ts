import type { LoaderFunctionArgs } from "@remix-run/node";
import type { CallId } from "../../../../machines/context/calls.ts";
import type { View } from "../../../../machines/graph/view.ts";
import { variants } from "../../../../machines/registry.ts";
import type { AnswerField } from "../../../../machines/rules/answers.ts";
import { stepNamed } from "../../../../machines/steps/index.ts";
import type { SourceOutcomes } from "../../../../services/features/numbers/outcomes.ts";
import type {
  Choice,
  DeviceSteps,
  NodeNumbers,
  Numbers,
} from "../../../../services/features/numbers/types.ts";
import { namingOf } from "../../../../services/providers/buyers.ts";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import type { NumbersShown } from "../by-step.tsx";
import type { NoteShown } from "../notes.tsx";
import { dimensionNames } from "../query.ts";
import { as, ratio, shareCells, shareColumns, text } from "../tables/answers/columns.ts";
import { type Row, sorted, type Table, tableOf } from "../tables/table.ts";
import { answered, askedBy, demandSurvey } from "./asked.ts";
import { leaksTable, outcomesTable } from "./leaks-and-outcomes.ts";
import { notesOf } from "./notes.ts";

/** A survey's funnel, under the filters of a page's address. @throws Response 404 as `demandSurvey` */
export async function loadNumbers(args: LoaderFunctionArgs) {
  const { chart, view, params } = await demandSurvey(args);
  const { settings, running } = args.context.services;
  const analytics = running.numbers;
  const { asked, wrong } = askedBy(view.code, params);
  const naming = namingOf(view.code, settings);
  const shown: NumbersShown = { chart, naming, asked, wrong, numbers: null, tables: [], notes: [] };
  return answered(shown, asked, async ({ query }) => {
    const [numbers, devices, outcomes, notes] = await Promise.all([
      analytics.query(query),
      analytics.devices(query),
      analytics.outcomes(query),
      notesOf(args.context, view, query.filters),
    ]);
    const tables = tablesOf(numbers, view, outcomes, params, notes, devices);
    return { numbers, asOf: numbers.asOf, tables, notes };
  });
}

/**
 * The tables of a page, in its order.
 * @param query the page's address
 * @param notes on the days that are counted
 * @param devices the steps by device, where there are several
 */
export function tablesOf(
  numbers: Numbers,
  view: View,
  outcomes: SourceOutcomes | null,
  query: URLSearchParams,
  notes: readonly NoteShown[] = [],
  devices: readonly DeviceSteps[] = [],
): Table[] {
  const titleOf = titlesIn(view);
  const tables = [
    leaksTable(numbers, titleOf, outcomes, query),
    steps(numbers, titleOf, notes),
    ...(devices.length > 1 ? [byDevice(devices, view)] : []),
    ways(numbers, view, titleOf),
    leads(numbers, view, titleOf),
    paths(numbers, titleOf),
    services(numbers, titleOf),
    refusals(numbers, titleOf),
    sources(numbers),
    outcomesTable(numbers, outcomes),
    jumps(numbers, titleOf),
    unmatched(numbers, titleOf),
  ];
  return tables.map((table) => sorted(tableOf(table), query));
}

type TitleOf = (id: string) => string;

function steps(
  { nodes, totals, conservation }: Numbers,
  titleOf: TitleOf,
  notes: readonly NoteShown[],
): Table {
  const breached = new Set(conservation.breaches.map(({ node }) => node));
  return {
    name: "steps",
    title: "Steps",
    note: "Sessions reached the step at least once; entries count every arrival, including moves back. Drop-off and conversion count those who came here at least 30 minutes ago. Bounces count toward the first step’s drop-off and conversion where first views are known. Times are accurate to within 5%.",
    columns: [
      text("Step"),
      ...as("count", "Sessions"),
      ...as("percent", "Share of sessions"),
      ...as("count", "Bounces", "Entries", "Exits", "Still there", "Under way"),
      ...shareColumns("Drop-off", "bad"),
      ...as("count", "Leads", "Qualified"),
      ...shareColumns("Conversion from here", "good"),
      ...as("seconds", "Median time", "90th percentile"),
      ...as("count", "Back from here", "Back to here", "Validation errors"),
    ],
    rows: nodes.map((node) => ({
      id: node.id,
      counted: { with: node.id },
      notes: notes.filter(({ place }) => place === node.id).map(({ day, words }) => `${day}: ${words}`),
      isMarked: !node.isModelled || breached.has(node.id),
      isUnused: node.sessions === 0,
      cells: [
        node.isModelled ? titleOf(node.id) : `${node.id} (not in the chart)`,
        node.sessions,
        ratio(node.sessions, totals.sessions),
        node.looked,
        node.visits,
        node.exits,
        node.stillThere,
        node.underWay,
        ...dropOff(node),
        node.leads,
        node.qualified,
        ...shareCells(node.rated.leads, node.rated.sessions + node.rated.looked),
        node.dwell.median,
        node.dwell.p90,
        node.backFrom,
        node.backTo,
        node.refusals.count,
      ],
    })),
  };
}

function dropOff({ dropOff: rate, rated: { sessions, left, looked } }: NodeNumbers) {
  // A survey's end is no drop-off.
  return shareCells(rate === 0 ? 0 : left + looked, sessions + looked);
}

/** Drop-off at each question, side by side for each kind of device. */
function byDevice(devices: readonly DeviceSteps[], view: View): Table {
  const questions = view.nodes.filter(({ kind }) => kind === "step");
  const at = (id: string) => devices.map(({ nodes }) => nodes.find((node) => node.id === id));
  return {
    name: "devices",
    title: "Steps by device",
    note: "Drop-off of those who came to the step at least 30 minutes ago, with its 95% interval.",
    columns: [
      text("Step"),
      ...devices.flatMap(({ device }) => [
        ...as("count", `${device}: sessions`),
        ...shareColumns(`${device}: drop-off`, "bad"),
      ]),
    ],
    rows: questions
      .filter(({ id }) => at(id).some((node) => node && node.sessions > 0))
      .map(({ id, title }) => ({
        id,
        cells: [
          title,
          ...at(id).flatMap((node) => {
            const { sessions, rated } = node ?? { sessions: 0, rated: { sessions: 0, left: 0, looked: 0 } };
            return [sessions, ...shareCells(rated.left + rated.looked, rated.sessions + rated.looked)];
          }),
        ],
      })),
  };
}

function ways({ edges }: Numbers, view: View, titleOf: TitleOf): Table {
  const labels = new Map(view.edges.map(({ id, label }) => [id, label || "always"]));
  return {
    name: "ways",
    title: "Transitions",
    note: "Share: of all entries to the step that a transition starts from, those of the last 30 minutes left out.",
    columns: [
      text("From"),
      text("To"),
      text("When"),
      ...as("count", "Sessions", "Times"),
      ...shareColumns("Share", "neither"),
      ...as("count", "Leads", "Qualified"),
    ],
    rows: edges.map((edge) => ({
      id: edge.id,
      counted: { with: edge.id },
      isMarked: !edge.isModelled,
      isUnused: edge.sessions === 0,
      cells: [
        titleOf(edge.source),
        titleOf(edge.target),
        edge.isModelled ? labels.get(edge.id)! : "of another version of the chart",
        edge.sessions,
        edge.visits,
        ...shareCells(edge.rated.visits, edge.rated.entries),
        edge.leads,
        edge.qualified,
      ],
    })),
  };
}

function leads({ leads: reasons, totals, nodes }: Numbers, view: View, titleOf: TitleOf): Table {
  return {
    name: "leads",
    title: "Leads",
    columns: [
      text("Qualified"),
      text("Disqualification reason"),
      ...as("count", "Leads"),
      ...as("percent", "Share of leads"),
    ],
    rows: reasons.map(({ qualified, dqReason, count }) => ({
      counted: { result: [qualified ? "qualified" : "disqualified"], dqReason },
      links: dqReason ? causesOf(dqReason, { view, nodes, titleOf }) : [],
      cells: [qualified ? "yes" : "no", dqReason, count, ratio(count, totals.leads)],
    })),
  };
}

/** The basis of a reason in `dqReason` (machines/rules/qualification.ts): fields of answers, or a service's outcome. */
function judgedBy(reason: string): { fields: readonly AnswerField[]; call?: CallId } {
  if (reason.startsWith("date|"))
    return { fields: ["accident_date_button", "injury_year", "injury_month", "injury_day"] };
  if (reason.startsWith("is_gibberish|")) return { fields: [], call: "checkGibberish" };
  return { fields: ["with_Lawyer", "lawyer_redirect_reason"] };
}

/**
 * From a reason of disqualification to the questions that it is judged by, and to the guards that read their answers.
 */
function causesOf(
  reason: string,
  { view, nodes, titleOf }: { view: View; nodes: readonly NodeNumbers[]; titleOf: TitleOf },
): Row["links"] {
  const { fields, call } = judgedBy(reason);
  const { machine } = variants.get(view.code)!;
  const asks = (id: string) => {
    const step = stepNamed(id.split(".")[0]!, machine);
    const recorded = step?.options?.flatMap(({ records }) => Object.keys(records)) ?? [];
    const typed = step?.fields?.map(({ name }) => name) ?? [];
    return [...recorded, ...typed].some((name) => (fields as readonly string[]).includes(name));
  };
  const places = view.nodes.filter(({ id, kind }) =>
    call
      ? nodes.some((node) => node.id === id && node.services.some(({ service }) => service === call))
      : kind === "step" && asks(id),
  );
  const guards = view.edges.filter(
    ({ source, ways }) =>
      places.some(({ id }) => id === source) &&
      ways.some(({ facts }) => facts.some((fact) => /^[a-z]/.test(fact))),
  );
  return [
    ...places.map(({ id }) => ({
      text: titleOf(id),
      href: `/graphs/${view.code}?${new URLSearchParams({ at: id })}`,
    })),
    ...guards.slice(0, 2).map(({ id, label }) => ({
      text: `Guard: ${label}`,
      href: `/graphs/${view.code}?${new URLSearchParams({ at: id })}`,
    })),
  ];
}

function paths({ paths: { shown, total } }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "paths",
    title: "Paths taken",
    note: `The ${shown.length} most common of ${total} distinct paths.`,
    columns: [
      ...as("count", "Sessions"),
      ...as("percent", "Share"),
      ...as("count", "Leads", "Qualified", "Steps"),
      text("Path"),
    ],
    rows: shown.map(({ nodes, sessions, share, leads, qualified }) => ({
      id: nodes.join(" "),
      cells: [sessions, share, leads, qualified, nodes.length, nodes.map(titleOf).join(" › ")],
    })),
  };
}

const flagName = (name: string) => `Flag ${name}`;

function sources({ choices: { flags, ...choices }, rest }: Numbers): Table {
  const of = (name: string, values: readonly Choice[]): Row[] =>
    values.map(({ value, all, views, sessions, leads, qualified, rated, ratedViews }) => ({
      cells: [
        name,
        value,
        all,
        views,
        sessions,
        leads,
        qualified,
        ratio(rated.leads, rated.sessions),
        ratio(rated.qualified, rated.sessions),
        ratedViews === null || ratedViews.leads > ratedViews.views
          ? null
          : ratio(ratedViews.leads, ratedViews.views),
      ],
    }));
  return {
    name: "sources",
    title: "By source, device and flag",
    note: "“All sessions” ignores the filters; every other column applies them.",
    columns: [
      text("Dimension"),
      text("Value"),
      ...as("count", "All sessions", "First views", "Sessions", "Leads", "Qualified"),
      ...as("percent", "Leads per session", "Qualified per session", "Leads per first view"),
    ],
    rows: [
      ...Object.entries(choices).flatMap(([name, values]) => {
        const others = rest[name as keyof typeof rest];
        const sum = others ? [{ ...others, value: `Other (${others.values})` }] : [];
        return of(dimensionNames[name as keyof typeof choices], [...values, ...sum]);
      }),
      ...Object.entries(flags).flatMap(([name, values]) => of(flagName(name), values)),
    ],
  };
}

function jumps({ jumps: moves }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "moves-back",
    title: "Moves back",
    note: "With Back, or from another tab; these are not transitions of the chart.",
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
    title: "Answers the chart did not accept",
    note: "Given under another version of the chart.",
    columns: [text("Visitor was at"), text("Answer to"), ...as("count", "Sessions", "Times")],
    rows: answers.map(({ source, step, sessions, visits }) => ({
      id: source,
      isMarked: true,
      cells: [titleOf(source), step, sessions, visits],
    })),
  };
}

const perNode = (nodes: readonly NodeNumbers[], rowsOf: (node: NodeNumbers) => Row[]) =>
  nodes.flatMap(rowsOf);

/** Outside services' outcomes, step by step. */
function services({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "services",
    title: "Service outcomes",
    columns: [
      text("Step"),
      text("Service"),
      text("Outcome"),
      ...as("count", "Times"),
      ...as("percent", "Share of its calls here"),
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

/** Answers that forms rejected, by the field at fault. */
function refusals({ nodes }: Numbers, titleOf: TitleOf): Table {
  return {
    name: "refusals",
    title: "Validation errors by field",
    columns: [
      text("Step"),
      text("Field"),
      ...as("count", "Times", "Before any answer", "Sessions with any error here"),
    ],
    note: "Before any answer: a first form refused it, and the visitor has answered nothing since, so this is in no session.",
    rows: perNode(nodes, ({ id, refusals: { fields, sessions } }) =>
      fields.map(({ field, count, unanswered }) => ({
        id,
        cells: [titleOf(id), field, count, unanswered, sessions],
      })),
    ),
  };
}
