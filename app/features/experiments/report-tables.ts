import type { Lift } from "../../../services/features/experiments/statistics/lift.ts";
import type { Compared, GuardName, Report } from "../../../services/features/experiments/types.ts";
import { dayInWords } from "../../graphs/ui/time-of.ts";
import { as, bounded } from "../numbers/tables/answers/columns.ts";
import { type Cell, type Table, tableOf } from "../numbers/tables/table.ts";

/** The tables of a report, in its order. */
export function reportTables(report: Report): Table[] {
  const others = report.arms.flatMap(({ name, compared }) => (compared ? [{ name, compared }] : []));
  return [
    armsTable(report),
    ...moneyTable(report),
    onceTable(others),
    guardsTable(others),
    weeksTable(others, report),
    looksTable(others),
    plansTable(report),
  ].map(tableOf);
}

type Others = readonly { name: string; compared: Compared }[];

const liftColumns = bounded("Lift", "lift");
const liftCells = (lift: Lift | null): Cell[] => [
  lift?.estimate ?? null,
  lift?.low ?? null,
  lift?.high ?? null,
];

const assignedNames: Record<Report["countedBy"], string> = { views: "First views", visits: "Visits" };

function armsTable({ arms, countedBy }: Report): Table {
  return {
    name: "arms",
    title: "Arms",
    note: "Lift is relative to control, the first arm. Its 95% confidence interval and p-value are always valid: look as often as you like. Both are corrected for the number of arms (Bonferroni). Rates have 95% intervals for a single look (Wilson).",
    columns: [
      ...as("text", "Arm"),
      ...as("percent", "Weight"),
      ...as("count", assignedNames[countedBy], "Conversions"),
      ...bounded("Rate", "percent"),
      ...liftColumns,
      ...as("p", "p (always valid)"),
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

/** Of an experiment that is judged by sales. */
function moneyTable({ arms, countedBy }: Report): Table[] {
  if (arms.every(({ cents }) => cents === null)) return [];
  return [
    {
      name: "money",
      title: "Net revenue",
      note: "What buyers owe for the leads of the same visitors now, less all that has come back since. A few leads can make most of it, so it has no test and no part in the verdict.",
      columns: [
        ...as("text", "Arm"),
        ...as("money", "Net revenue", `Per ${countedBy === "views" ? "first view" : "visit"}`),
      ],
      rows: arms.map(({ name, cents, assigned }) => ({
        cells: [name, cents, cents === null || assigned === 0 ? null : cents / assigned],
      })),
    },
  ];
}

const tests = { z: "z-test", exact: "Fisher’s exact" };

function onceTable(others: Others): Table {
  return {
    name: "once",
    title: "Fixed-horizon test",
    note: "The difference in rates with its 95% confidence interval (Newcombe), valid only if you fixed the end date in advance and look once. Narrower, wrong for daily looks, and not used for the verdict.",
    columns: [
      ...as("text", "Arm"),
      ...bounded("Difference from control", "points"),
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
  disqualified: "Disqualified leads",
  refused: "Visits with a validation error",
  failed: "Visits with a failed service call",
  time: "Time to finish (geometric mean)",
};

function guardsTable(others: Others): Table {
  return {
    name: "guards",
    title: "Guardrail metrics",
    note: "What must not get worse. Intervals are always valid, and an arm’s four guardrails share one error level. Disqualified is a share of leads, errors and failures of visits with an answer. The interval of the time to finish is approximate and needs 100 finished visits per arm.",
    columns: [
      ...as("text", "Metric", "Arm", "In control", "In arm"),
      ...bounded("Change", "lift"),
      ...as("text", "Significantly worse"),
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
  return guard === "time" ? `${value.toFixed(1)}\u00a0s` : `${(100 * value).toFixed(1)}%`;
}

function weeksTable(others: Others, { countedBy }: Report): Table {
  return {
    name: "weeks",
    title: "Novelty check, week by week",
    note: "Each week’s lift on its own, to see whether an effect wears off. The first week is marked if it differs from all later weeks together.",
    columns: [
      ...as("text", "Week", "Arm"),
      ...as("count", `${assignedNames[countedBy]}, arm and control`),
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
    note: "Cumulative lift through each day, with its confidence sequence.",
    columns: [...as("text", "Through", "Arm"), ...liftColumns],
    rows: others.flatMap(({ name, compared: { looks } }) =>
      looks.map((look) => ({ cells: [dayInWords(look.day), name, ...liftCells(look)] })),
    ),
  };
}

function plansTable({ power, countedBy }: Report): Table {
  return {
    name: "plans",
    title: "Power and running time",
    note: "Sample size across all arms to detect a lift of this size with 80% power under daily looks, and the running time at current traffic, in full weeks.",
    columns: [...as("lift", "Lift to detect"), ...as("count", assignedNames[countedBy], "Days")],
    rows: (power?.plans ?? []).map(({ lift, visits, days }) => ({ cells: [lift, visits, days] })),
  };
}
