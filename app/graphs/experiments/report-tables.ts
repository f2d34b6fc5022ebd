import type { Lift } from "../../../services/experiments/statistics/lift-sequence.ts";
import type { Compared, GuardName, Report } from "../../../services/experiments/types.ts";
import { type Cell, type Column, type Table, tableOf, type Unit } from "../numbers/table.ts";
import { dayInWords } from "./day-in-words.ts";

const as = (unit: Unit, ...names: string[]): Column[] => names.map((name) => ({ name, unit }));

/** Every number of a report as tables, in the order in which they stand there. */
export function reportTables(report: Report): Table[] {
  const others = report.arms.flatMap(({ name, compared }) => (compared ? [{ name, compared }] : []));
  return [
    armsTable(report),
    onceTable(others),
    guardsTable(others),
    weeksTable(others, report),
    looksTable(others),
    plansTable(report),
  ].map(tableOf);
}

type Others = readonly { name: string; compared: Compared }[];

/** A lift's estimate and range. */
const liftColumns = as("percent", "Lift", "Lift from", "Lift to");
const liftCells = (lift: Lift | null): Cell[] => [
  lift?.estimate ?? null,
  lift?.low ?? null,
  lift?.high ?? null,
];

/** As a column names them. */
const assignedNames: Record<Report["countedBy"], string> = { views: "First views", visits: "Visits" };

function armsTable({ arms, countedBy }: Report): Table {
  return {
    name: "arms",
    title: "Arms",
    note: "Lift is relative to control, the first. Its range and p stay valid however often you look, and are corrected for the number of arms (Bonferroni); “–” is no limit. The range of a rate is its 95 % interval for one look (Wilson).",
    columns: [
      ...as("text", "Arm"),
      ...as("percent", "Weight"),
      ...as("count", assignedNames[countedBy], "Reached"),
      ...as("percent", "Rate", "Rate from", "Rate to"),
      ...liftColumns,
      ...as("p", "p"),
    ],
    rows: arms.map(({ name, share, assigned, count, rate, compared }) => ({
      isMarked: Boolean(compared && (compared.lift.low > 0 || (compared.lift.high ?? 0) < 0)),
      cells: [
        name,
        share,
        assigned,
        count,
        rate?.estimate ?? null,
        rate?.low ?? null,
        rate?.high ?? null,
        ...liftCells(compared?.lift ?? null),
        compared?.p ?? null,
      ],
    })),
  };
}

const tests = { z: "z", exact: "Fisher, exact" };

function onceTable(others: Others): Table {
  return {
    name: "once",
    title: "If you look only once",
    note: "The difference of the rates with its 95 % interval (Newcombe) and p, for somebody who decided the day beforehand and looks at no other. They are narrower, wrong for daily looks, and no part of the verdict.",
    columns: [
      ...as("text", "Arm"),
      ...as("percent", "Arm less control", "From", "To"),
      ...as("text", "Test"),
      ...as("p", "p"),
    ],
    rows: others.map(({ name, compared: { once } }) => ({
      cells: [
        name,
        once.interval ? once.difference : null,
        once.interval?.[0] ?? null,
        once.interval?.[1] ?? null,
        once.test === null ? "not tested" : tests[once.test],
        once.p,
      ],
    })),
  };
}

const guardNames: Record<GuardName, string> = {
  disqualified: "Disqualified, of leads",
  refused: "An answer refused, of visits with an answer",
  failed: "A service failed, of visits with an answer",
  time: "Time to finish (geometric mean)",
};

function guardsTable(others: Others): Table {
  return {
    name: "guards",
    title: "Guards",
    note: "What must not get worse. Ranges stay valid however often you look; the four of an arm have one error level together. That of the time holds for large numbers only, and is given from 100 finished visits an arm on.",
    columns: [
      ...as("text", "Guard", "Arm", "Control has", "The arm has"),
      ...as("percent", "More", "More from", "More to"),
      ...as("text", "Worse beyond chance"),
    ],
    rows: others.flatMap(({ name, compared: { guards } }) =>
      guards.map(({ name: guard, control, arm, more, isWorse }) => ({
        isMarked: isWorse,
        cells: [
          guardNames[guard],
          name,
          amountOf(guard, control),
          amountOf(guard, arm),
          ...liftCells(more),
          isWorse ? "yes" : "no",
        ],
      })),
    ),
  };
}

function amountOf(guard: GuardName, value: number | null): string {
  if (value === null) return "–";
  return guard === "time" ? `${value.toFixed(1)}\u00a0s` : `${(100 * value).toFixed(1)}\u00a0%`;
}

function weeksTable(others: Others, { countedBy }: Report): Table {
  return {
    name: "weeks",
    title: "Week by week",
    note: "Each week's lift by itself, to see whether what is new wears off. Marked where the first week is unlike all later ones together.",
    columns: [
      ...as("text", "Week", "Arm"),
      ...as("count", `${assignedNames[countedBy]} of both`),
      ...liftColumns,
    ],
    rows: others.flatMap(({ name, compared: { weeks, isNovelty } }) =>
      weeks.map(({ first, last, assigned, lift }, week) => ({
        isMarked: isNovelty && week === 0,
        cells: [`${dayInWords(first)} to ${dayInWords(last)}`, name, assigned, ...liftCells(lift)],
      })),
    ),
  };
}

function looksTable(others: Others): Table {
  return {
    name: "looks",
    title: "Day by day",
    note: "The lift of all days up to this one, and what all looks so far leave of its range.",
    columns: [...as("text", "Up to", "Arm"), ...liftColumns],
    rows: others.flatMap(({ name, compared: { looks } }) =>
      looks.map((look) => ({ cells: [dayInWords(look.day), name, ...liftCells(look)] })),
    ),
  };
}

function plansTable({ power, countedBy }: Report): Table {
  return {
    name: "plans",
    title: "How long it takes",
    note: "What all arms together need to find a lift of this size with a chance of at least 80 %, looked at daily, and whole weeks at today's traffic.",
    columns: [...as("percent", "Lift"), ...as("count", assignedNames[countedBy], "Days")],
    rows: (power?.plans ?? []).map(({ lift, visits, days }) => ({ cells: [lift, visits, days] })),
  };
}
