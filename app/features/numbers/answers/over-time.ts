import type { LoaderFunctionArgs } from "@remix-run/node";
import { dayCounter, dayNumber, dayText } from "../../../../services/calendar/days.ts";
import type { Event } from "../../../../services/features/numbers/added.ts";
import { addedToNumbers } from "../../../../services/features/numbers/added.ts";
import {
  mostSteps,
  type Series,
  type SeriesAbout,
  type SeriesStep,
  seriesSteps,
  stepOf,
} from "../../../../services/features/numbers/series.ts";
import type { Numbers } from "../../../../services/features/numbers/types.ts";
import { addressWith } from "../../../graphs/ui/address.ts";
import { timeOf } from "../../../graphs/ui/time-of.ts";
import { titlesIn } from "../../../graphs/ui/title-of.ts";
import type { NoteShown } from "../notes.tsx";
import type { Chart, Mark, SeriesShown } from "../over-time.tsx";
import { as, bouncesOf, ratio, shareCells, shareColumns, text } from "../tables/answers/columns.ts";
import { type Column, sorted, type Table, tableOf } from "../tables/table.ts";
import { answered, askedBy, demandSurvey } from "./asked.ts";
import { notesOf } from "./notes.ts";

const hourMs = 3_600_000;

/** The requested days. */
type Asked = { from?: string; to?: string };

/**
 * Labels the steps of a series: a moment, a day, or the Monday of a week, with the week's requested days if not all
 * are.
 */
export function labelsOf(step: SeriesStep, timeZone: string, asked: Asked = {}): (at: number) => string {
  if (step === "hour") return (at) => timeOf(at * hourMs, timeZone);
  if (step === "day") return dayText;
  return (at) => {
    const [whole, days] = [daysOf(step, at, ""), daysOf(step, at, "", asked)];
    const isWhole = whole.from === days.from && whole.to === days.to;
    return isWhole ? dayText(at) : `${dayText(at)} (only ${days.from} to ${days.to})`;
  };
}

/** A step's requested days, as a filter; for an hour its day. */
export function daysOf(
  step: SeriesStep,
  at: number,
  label: string,
  { from = "", to = "" }: Asked = {},
): Required<Asked> {
  if (step === "hour") return { from: label.slice(0, 10), to: label.slice(0, 10) };
  const [first, last] = [dayText(at), dayText(step === "day" ? at : at + 6)];
  return { from: from > first ? from : first, to: to && to < last ? to : last };
}

type Happened = {
  code: string;
  /** Features' events on all surveys. */
  events: readonly Event[];
  notes: readonly Pick<NoteShown, "day" | "about" | "words">[];
  /** Counts days in the site's time zone. */
  day: (at: number) => number;
};

/**
 * Events that may explain a change: releases, page flags, services that failed, experiments and notes, in order and grouped by interval. A note is
 * about a whole day, so by hour it is at the day's first.
 */
export function marksOn(series: Series, { code, events, notes, day }: Happened): Mark[] {
  const { of } = stepOf(series.step);
  const [first, last] = [series.points[0], series.points.at(-1)];
  if (!first || !last) return [];
  const stepAt = (at: number) => of(Math.floor(at / hourMs), day(at));
  const ofFeatures = events
    .filter(({ variants }) => variants.includes(code))
    .map(({ at, text }) => ({ at: stepAt(at), text }));
  const seen = series.firstSeen.map(({ kind, name, at }) => ({
    at,
    text: kind === "version" ? `Release: survey version ${name} first seen` : `Flag ${name} first seen`,
  }));
  const failed = series.outages.flatMap(({ service, hour, end, failed: times, calls }) => {
    const of = `${times} of ${calls} calls`;
    const hours = end - hour === 1 ? "an hour" : `${end - hour} hours`;
    return [{ at: stepAt(hour * hourMs), text: `Service ${service} failed for ${hours}: ${of}` }];
  });
  const firstHourOf = (noted: number) =>
    series.points.find(({ at }) => day(at * hourMs) === noted)?.at ?? Number.NaN;
  const noted = notes.map(({ day: text, about, words }) => ({
    at: series.step === "hour" ? firstHourOf(dayNumber(text)) : of(0, dayNumber(text)),
    text: `Note (${about}): ${words}`,
  }));
  const byStep = new Map<number, string[]>();
  for (const { at, text } of [...ofFeatures, ...seen, ...failed, ...noted]) {
    if (at >= first.at && at <= last.at) byStep.set(at, [...(byStep.get(at) ?? []), text]);
  }
  return [...byStep].sort(([one], [other]) => one - other).map(([at, texts]) => ({ at, texts }));
}

export function chartsOf({ points }: Series): Chart[] {
  const hasViews = points.some(({ views }) => views !== null);
  const rate = (part: number, of: number | null) => (of === null || of < fewest ? null : ratio(part, of));
  const rates = points.map(({ rated: { leads, sessions } }) =>
    sessions < fewest ? [null, null, null] : shareCells(leads, sessions),
  );
  const line = (name: string, of: (point: Series["points"][number]) => number | null) => ({
    name,
    values: points.map(of),
  });
  return [
    {
      name: "counts",
      title: "First views, sessions and leads",
      unit: "count",
      lines: [
        line("Sessions", ({ sessions }) => sessions),
        line("Leads", ({ leads }) => leads),
        line("Qualified", ({ qualified }) => qualified),
        ...(hasViews ? [line("First views", ({ views }) => views)] : []),
      ],
    },
    {
      name: "rates",
      title: "Conversion and drop-off",
      unit: "percent",
      lines: [
        { name: "Leads per session", values: rates.map(([share]) => share) },
        line("Drop-off", ({ rated: { left, sessions } }) => rate(left, sessions)),
        ...(hasViews
          ? [
              line("Leads per first view", ({ ratedViews }) =>
                ratedViews === null || ratedViews.leads > ratedViews.views
                  ? null
                  : rate(ratedViews.leads, ratedViews.views),
              ),
            ]
          : []),
      ],
      band: { low: rates.map(([, low]) => low), high: rates.map(([, , high]) => high) },
    },
  ];
}

const stepNames: Record<SeriesStep, string> = { hour: "Hour", day: "Day", week: "Week of" };
const perStep: Record<SeriesStep, string> = { hour: "By hour", day: "By day", week: "By week" };

type Given = {
  marks: readonly Mark[];
  label: (at: number) => string;
  code: string;
  query: URLSearchParams;
  /** The table of one part, where one is selected. */
  part: Table | undefined;
};

const stepColumn = (step: SeriesStep) => text(stepNames[step]);

/** A row for each interval, and the events among them. @param query the page's address */
function seriesTables({ step, points }: Series, given: Given): Table[] {
  const { marks, label, code, query, part } = given;
  const asked = { from: query.get("from") ?? undefined, to: query.get("to") ?? undefined };
  const numbers = (at: number) => {
    const own = new URLSearchParams([...query].filter(([name]) => !ofThePage.includes(name)));
    return `/graphs/${code}/numbers${addressWith(own, daysOf(step, at, label(at), asked))}`;
  };
  const steps: Table = {
    name: "steps",
    title: perStep[step],
    note: "By when a session began. Rates count sessions that began at least 30 minutes ago. Below each rate is its 95% confidence interval (Wilson). The chart leaves out rates of fewer than 10.",
    columns: [
      stepColumn(step),
      ...as("count", "First views", "Bounces", "Sessions", "Dropped off", "Leads", "Qualified"),
      ...shareColumns("Bounce rate", "bad"),
      ...shareColumns("Drop-off", "bad"),
      ...shareColumns("Leads per session", "good"),
      ...shareColumns("Leads per first view", "good"),
    ],
    rows: points.map(({ at, views, sessions, left, leads, qualified, rated, ratedViews: beside }) => ({
      id: String(at),
      links: [{ text: step === "hour" ? "Numbers of its day" : "Numbers", href: numbers(at) }],
      cells: [
        label(at),
        views,
        bouncesOf(views, sessions),
        sessions,
        left,
        leads,
        qualified,
        ...shareCells(bouncesOf(beside?.views ?? null, beside?.sessions ?? 0), beside?.views ?? null),
        ...shareCells(rated.left, rated.sessions),
        ...shareCells(rated.leads, rated.sessions),
        ...shareCells(beside?.leads ?? null, beside?.views ?? null),
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

/** Parameters of this page alone. */
const ofThePage = ["show", "step", "about", "sort", "order", "at", "find"];

type TitleOf = (id: string) => string;

/** How an address names a part: `step:AtFault`, `field:last_name`, `service:checkPhone`. */
function readAbout(given: string): SeriesAbout | undefined {
  const [, kind, name = ""] = /^(step|field|service):(.+)$/.exec(given) ?? [];
  if (kind === "step") return { kind, node: name };
  if (kind === "field") return { kind, field: name };
  return kind === "service" ? { kind, service: name } : undefined;
}

/** The parts to choose from, in words: all steps that visits came to, fields that were refused and services that were called. */
function partsOf({ nodes }: Pick<Numbers, "nodes">, titleOf: TitleOf): Record<string, string> {
  const steps = nodes
    .filter(({ sessions }) => sessions > 0)
    .map(({ id }) => [`step:${id}`, `Step: ${titleOf(id)}`]);
  const fields = nodes.flatMap(({ refusals }) => refusals.fields.map(({ field }) => field));
  const services = nodes.flatMap((node) => node.services.map(({ service }) => service));
  return Object.fromEntries([
    ...steps,
    ...unique(fields).map((field) => [`field:${field}`, `Field: ${field}`]),
    ...unique(services).map((service) => [`service:${service}`, `Service: ${service}`]),
  ]);
}

const unique = (all: readonly string[]) => [...new Set(all)].sort();

type Shown = {
  title: string;
  note: string;
  /** What each number counts, in words. */
  names: string[];
  rate: string;
  /** The rate at one point. */
  of: (counts: readonly number[]) => [count: number, of: number];
};

/** A part in words; `of` names the rate of its counts. */
function shownAs(about: SeriesAbout, names: readonly string[], titleOf: TitleOf): Shown {
  switch (about.kind) {
    case "step":
      return {
        title: titleOf(about.node),
        note: "By when a session began. Who came to this step in the last 30 minutes is not counted yet.",
        names: ["Came here", "Dropped off here"],
        rate: "Drop-off here",
        of: ([came = 0, left = 0]) => [left, came],
      };
    case "field":
      return {
        title: `Field ${about.field}`,
        note: "By when a session began. Counted are sessions, however often they were refused.",
        names: ["Came to where it is asked", "Refused"],
        rate: "Share refused",
        of: ([came = 0, refused = 0]) => [refused, came],
      };
    default:
      return {
        title: `Service ${about.service}`,
        note: "Calls, by when the session began that made them. Whatever is not ok is a failure.",
        names: [...names],
        rate: "Share failed",
        of: (counts) => {
          const all = counts.reduce((sum, each) => sum + each, 0);
          const ok = names[0] === "ok" ? counts[0]! : 0;
          return [all - ok, all];
        },
      };
  }
}

/** Rates of fewer jump too much to be drawn. */
const fewest = 10;

/** The charts and the table of one part. @param label of each point */
function partShown(
  { step, points, part }: Series,
  about: SeriesAbout,
  { label, titleOf, stepName }: { label: (at: number) => string; titleOf: TitleOf; stepName: Column },
): { charts: Chart[]; table: Table } {
  const { names: given, counts } = part ?? { names: [], counts: points.map(() => []) };
  const { title, note, names, rate, of } = shownAs(about, given, titleOf);
  const rates = counts.map((each) => shareCells(...of(each)));
  const drawn = rates.map((each, at) => (of(counts[at]!)[1] < fewest ? [null, null, null] : each));
  return {
    charts: [
      {
        name: "part-rate",
        title: `${title}: ${rate.toLowerCase()}`,
        unit: "percent",
        lines: [{ name: rate, values: drawn.map(([share]) => share!) }],
        band: { low: drawn.map(([, low]) => low!), high: drawn.map(([, , high]) => high!) },
      },
      {
        name: "part-counts",
        title: `${title}: counts`,
        unit: "count",
        lines: names.map((name, at) => ({ name, values: counts.map((each) => each[at]!) })),
      },
    ],
    table: {
      name: "part",
      title: `${title} by ${step}`,
      note: `${note} Below each rate is its 95% confidence interval (Wilson). The chart leaves out rates of fewer than ${fewest}.`,
      columns: [stepName, ...as("count", ...names), ...shareColumns(rate, "bad")],
      rows: points.map(({ at }, index) => ({
        id: String(at),
        cells: [label(at), ...names.map((_, name) => counts[index]![name] ?? 0), ...rates[index]!],
      })),
    },
  };
}

/** A survey's sessions by when they began, as a page's address asks for them. @throws Response 404 as `demandSurvey` */
export async function loadSeries(args: LoaderFunctionArgs) {
  const { view, params } = await demandSurvey(args);
  const { code } = view;
  const { settings, running } = args.context.services;
  const analytics = running.numbers;
  const { siteTimeZone } = settings;
  const { asked, wrong } = askedBy(code, params);
  const step = (params.get("step") || "day") as SeriesStep;
  if (!seriesSteps.includes(step)) wrong.step = `Choose one of these: ${seriesSteps.join(", ")}.`;
  const part = params.get("about") ?? "";
  const about = readAbout(part);
  if (part && !about) wrong.about = `“${part}” is no step, field or service of this survey.`;
  const none = { numbers: null, series: null, charts: [], marks: [], tables: [], parts: {} };
  return answered({ view, wrong, ...none } as SeriesShown, asked, async ({ query }) => {
    const [numbers, series, notes] = await Promise.all([
      analytics.query(query),
      analytics.series(query, step, about),
      notesOf(args.context, view),
    ]);
    const day = dayCounter(siteTimeZone);
    const now = Date.now();
    const events = addedToNumbers().flatMap((each) => each.events?.(settings) ?? []);
    const marks = marksOn(series, { code, events, notes, day });
    const label = labelsOf(step, siteTimeZone, query.filters);
    const titleOf = titlesIn(view);
    const parts = partsOf(numbers, titleOf);
    if (about && !(part in parts)) parts[part] = part;
    const shownPart = about && partShown(series, about, { label, titleOf, stepName: stepColumn(step) });
    return {
      numbers,
      asOf: numbers.asOf,
      series: {
        step,
        labels: series.points.map(({ at }) => label(at)),
        at: series.points.map(({ at }) => at),
        isUnderWay: series.points.at(-1)?.at === stepOf(step).of(Math.floor(now / hourMs), day(now)),
        unplaced: series.unplaced,
        most: series.isCut ? mostSteps[step] : undefined,
        timeZone: siteTimeZone,
      },
      parts,
      charts: [...(shownPart?.charts ?? []), ...chartsOf(series)],
      marks,
      tables: seriesTables(series, { marks, label, code, query: params, part: shownPart?.table }),
    };
  });
}
