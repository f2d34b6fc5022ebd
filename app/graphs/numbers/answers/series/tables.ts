import type { Series, SeriesStep } from "../../../../../services/analytics/series.ts";
import { addressWith } from "../../../ui/address.ts";
import type { Mark } from "../../series/charts.ts";
import { sorted } from "../../sort.ts";
import { type Cell, type Table, tableOf } from "../../table.ts";
import { as, shareCells, shareColumns, text } from "../columns.ts";
import { daysOf } from "./labels.ts";

const stepNames: Record<SeriesStep, string> = { hour: "Hour", day: "Day", week: "Week of" };
const perStep: Record<SeriesStep, string> = { hour: "By hour", day: "By day", week: "By week" };

type Given = {
  marks: readonly Mark[];
  label: (at: number) => string;
  code: string;
  query: URLSearchParams;
  /** That of one part, where one is asked about. */
  part: Table | undefined;
};

export const stepColumn = (step: SeriesStep) => text(stepNames[step]);

/** A row for each interval, and the events among them. @param query the page's address */
export function seriesTables({ step, points }: Series, given: Given): Table[] {
  const { marks, label, code, query, part } = given;
  const asked = { from: query.get("from") ?? undefined, to: query.get("to") ?? undefined };
  const numbers = (at: number) => {
    const own = new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
    return `/graphs/${code}/numbers${addressWith(own, daysOf(step, at, label(at), asked))}`;
  };
  const steps: Table = {
    name: "steps",
    title: perStep[step],
    note: "By when a session began. Drop-off leaves out sessions under way. Below each rate is its 95% confidence interval (Wilson). The chart leaves out rates of fewer than 10.",
    columns: [
      stepColumn(step),
      ...as("count", "First views", "Bounces", "Sessions", "Dropped off", "Leads", "Qualified"),
      ...shareColumns("Bounce rate", "bad"),
      ...shareColumns("Drop-off", "bad"),
      ...shareColumns("Leads per session", "good"),
      ...shareColumns("Leads per first view", "good"),
    ],
    rows: points.map(({ at, views, sessions, left, underWay, leads, qualified }) => ({
      id: String(at),
      links: [{ text: step === "hour" ? "Numbers of its day" : "Numbers", href: numbers(at) }],
      cells: [
        label(at),
        views,
        views === null ? null : Math.max(0, views - sessions),
        sessions,
        left,
        leads,
        qualified,
        ...(views === null ? nothing : shareCells(Math.max(0, views - sessions), views)),
        ...shareCells(left, sessions - underWay),
        ...shareCells(leads, sessions),
        ...(views === null ? nothing : shareCells(leads, views)),
      ],
    })),
  };
  const happened: Table = {
    name: "marks",
    title: "Events",
    note: "Numbered as on the charts: releases and page flags when a visit first had them, services that failed much more often than they do, experiments, and notes.",
    columns: [text("No."), stepColumn(step), text("Event")],
    rows: marks.flatMap((mark, number) =>
      mark.texts.map((what) => ({ cells: [String(number + 1), label(mark.at), what] })),
    ),
  };
  return [...(part ? [part] : []), steps, happened].map((table) => sorted(tableOf(table), query));
}

const nothing: Cell[] = [null, null, null];
/** Parameters of this page alone. */
const ofThePage = ["show", "step", "about", "sort", "order", "at", "find"];
