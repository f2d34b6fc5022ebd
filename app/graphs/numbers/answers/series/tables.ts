import type { Series, SeriesStep } from "../../../../../services/analytics/series.ts";
import type { Mark } from "../../../series/charts.ts";
import { addressWith } from "../../../ui/address.ts";
import { sorted } from "../../sort.ts";
import { type Cell, type Table, tableOf } from "../../table.ts";
import { as, shareCells, shareColumns, text } from "../columns.ts";
import { daysOf } from "./labels.ts";

const stepNames: Record<SeriesStep, string> = { hour: "Hour", day: "Day", week: "Week of" };
const perStep: Record<SeriesStep, string> = { hour: "By hour", day: "By day", week: "By week" };

type Given = { marks: readonly Mark[]; label: (at: number) => string; code: string; query: URLSearchParams };

/** A series as a table of its steps, and one of what happened meanwhile. @param query the page's address */
export function seriesTables({ step, points }: Series, given: Given): Table[] {
  const { marks, label, code, query } = given;
  const numbers = (at: number) => {
    const own = new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
    return `/graphs/${code}/numbers${addressWith(own, daysOf(step, at, label(at)))}`;
  };
  const steps: Table = {
    name: "steps",
    title: perStep[step],
    note: "By when a visit began. Drop-off: sessions that left, of those that are not under way. Below a rate is its 95 % interval (Wilson).",
    columns: [
      text(stepNames[step]),
      ...as("count", "Views", "Bounces", "Sessions", "Left", "Leads", "Qualified"),
      ...shareColumns("Leads of sessions"),
      ...shareColumns("Leads of views"),
      ...shareColumns("Drop-off"),
    ],
    rows: points.map(({ at, views, sessions, left, underWay, leads, qualified }) => ({
      id: String(at),
      links: [{ text: "Numbers", href: numbers(at) }],
      cells: [
        label(at),
        views,
        views === null ? null : Math.max(0, views - sessions),
        sessions,
        left,
        leads,
        qualified,
        ...shareCells(leads, sessions),
        ...(views === null ? nothing : shareCells(leads, views)),
        ...shareCells(left, sessions - underWay),
      ],
    })),
  };
  const happened: Table = {
    name: "marks",
    title: "What changed meanwhile",
    note: "Numbered in the charts: versions of the chart and its rules as visits first showed them, page flags, experiments and notes.",
    columns: [text("Mark"), text(stepNames[step]), text("What")],
    rows: marks.flatMap((mark, number) =>
      mark.texts.map((what) => ({ cells: [String(number + 1), label(mark.at), what] })),
    ),
  };
  return [steps, happened].map((table) => sorted(tableOf(table), query));
}

const nothing: Cell[] = [null, null, null];
/** What the address of this page says that no other asks. */
const ofThePage = ["step", "sort", "order", "at", "find"];
