import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { dayCounter } from "../../../../../services/analytics/days.ts";
import { mostSteps, type SeriesStep, seriesSteps, stepOf } from "../../../../../services/analytics/series.ts";
import { titlesIn } from "../../../ui/title-of.ts";
import type { SeriesShown } from "../../series/series-page.tsx";
import { askedBy } from "../asked.ts";
import { demandSurvey, reasonOf } from "../load.ts";
import { notesOf } from "../notes/notes-of.ts";
import { chartsOf } from "./charts-of.ts";
import { labelsOf } from "./labels.ts";
import { marksOn } from "./marks.ts";
import { partShown, partsOf, readAbout } from "./part.ts";
import { seriesTables, stepColumn } from "./tables.ts";

const hourMs = 3_600_000;

/**
 * The sessions that a page's address asks for, by when they began: 422 when it asks for what cannot be, 503 while there are
 * no numbers.
 * @throws Response 404 for who may not see them, and where there is no such survey
 */
export async function loadSeries(args: LoaderFunctionArgs) {
  const { chart, params } = await demandSurvey(args);
  const { view } = chart;
  const { asked, wrong } = askedBy(view.code, params);
  const step = (params.get("step") || "day") as SeriesStep;
  if (!seriesSteps.includes(step)) wrong.step = `Choose one of these: ${seriesSteps.join(", ")}.`;
  const part = params.get("about") ?? "";
  const about = readAbout(part);
  if (part && !about) wrong.about = `“${part}” is no step, field or service of this survey.`;
  const shown: SeriesShown = {
    view,
    wrong,
    numbers: null,
    series: null,
    charts: [],
    marks: [],
    tables: [],
    parts: {},
  };
  if (!asked || wrong.step || wrong.about) return data(shown, { status: 422 });
  const { analytics, settings } = args.context.services;
  const { siteTimeZone } = settings;
  const day = dayCounter(siteTimeZone);
  const now = Date.now();
  try {
    const [numbers, series, notes] = await Promise.all([
      analytics.query(asked.query),
      analytics.series(asked.query, step, about),
      notesOf(args.context, view),
    ]);
    const marks = marksOn(series, {
      code: view.code,
      experiments: settings.experiments.list,
      notes,
      day,
    });
    const label = labelsOf(step, siteTimeZone, asked.query.filters);
    const titleOf = titlesIn(view);
    const parts = partsOf(numbers, titleOf);
    if (about && !(part in parts)) parts[part] = part;
    const shownPart = about && partShown(series, about, { label, titleOf, stepName: stepColumn(step) });
    const given = { marks, label, code: view.code, query: params, part: shownPart?.table };
    const tables = seriesTables(series, given);
    return data({
      ...shown,
      numbers,
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
      tables,
    } satisfies SeriesShown);
  } catch (error) {
    return data({ ...shown, unavailable: reasonOf(error) }, { status: 503 });
  }
}
