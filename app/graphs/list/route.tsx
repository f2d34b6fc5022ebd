import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { variants } from "../../../machines/registry.ts";
import type { Figures } from "../../../services/features/feature.ts";
import { figuresOfSurveys } from "../../../services/features.ts";
import { pageFeatures } from "../../features.ts";
import { demandAccess } from "../../server/sessions/graph-access.ts";
import { type Chart, chartCodes, chartOf, type PathLengths } from "../chart-of.ts";
import { foundIn } from "../drawing/search.ts";
import { GraphLayout } from "../ui/graph-layout.tsx";
import { graphMeta } from "../ui/meta.ts";
import parts from "../ui/parts.module.css";
import { titlesIn } from "../ui/title-of.ts";
import styles from "./list.module.css";

/** Longest search text, in characters. */
const longest = 100;

export async function loader(args: LoaderFunctionArgs) {
  const { seesNumbers } = await demandAccess(args);
  const find = (new URL(args.request.url).searchParams.get("find") ?? "").slice(0, longest);
  const listed = await Promise.all(chartCodes.map(async (code) => (await chartOf(code))!));
  const found = listed.flatMap((chart) => foundInChart(find, chart));
  const said = seesNumbers ? await figuresOfSurveys(args.context.services) : [];
  const charts = listed.map(
    ({ view: { code }, layout: { width, height }, lengths }): Listed => ({
      code,
      isSurvey: variants.has(code),
      width,
      height,
      lengths,
      figures: said.flatMap(({ figures }) => figures.get(code) ?? []),
    }),
  );
  return { charts, find, found, about: said.map(({ about }) => about) };
}

/** The states of a chart that match all words. */
function foundInChart(find: string, { view, texts }: Chart): Found[] {
  const ids = foundIn(find, { view, texts });
  const titleOf = titlesIn(view);
  return ids.length > 0 ? [{ code: view.code, places: ids.map((id) => ({ id, title: titleOf(id) })) }] : [];
}

export const meta: MetaFunction = ({ matches }) => graphMeta(matches, "Charts");

export default function GraphsRoute() {
  return <ListPage {...useLoaderData<typeof loader>()} />;
}

/** A chart in the list, with the size of its drawing in pixels. */
type Listed = {
  code: string;
  isSurvey: boolean;
  width: number;
  height: number;
  lengths: PathLengths;
  /** Features' figures on it. */
  figures: Figures;
};

type Props = {
  charts: readonly Listed[];
  find: string;
  found: readonly Found[];
  /** A clause for each feature's figures. */
  about: readonly string[];
};

/** A search over all charts, the surveys, and the site's other charts. */
export function ListPage({ charts, find, found, about }: Props) {
  const surveys = charts.filter(({ isSurvey }) => isSurvey);
  const others = charts.filter(({ isSurvey }) => !isSurvey);
  return (
    <GraphLayout
      title="Charts"
      lead={`${["Each survey is one statechart, which decides the next question. Shortest and longest are the numbers of questions on its paths, ignoring guards", ...about].join("; ")}.`}
    >
      <FoundPlaces find={find} found={found} />
      <h2 className={styles.heading}>Surveys ({surveys.length})</h2>
      <ul className={styles.cards}>
        {surveys.map((chart) => (
          <Card key={chart.code} {...chart} />
        ))}
      </ul>
      <h2 className={styles.heading}>Other parts of the site</h2>
      <ul className={styles.cards}>
        {others.map((chart) => (
          <Card key={chart.code} {...chart} />
        ))}
      </ul>
    </GraphLayout>
  );
}

const onCards = pageFeatures.flatMap(({ ofSurvey = [] }) => ofSurvey.filter(({ onCard }) => onCard));

function Card({ code, isSurvey, width, height, lengths: { steps, shortest, longest }, figures }: Listed) {
  const numbers = { Questions: steps, Shortest: shortest, Longest: longest };
  return (
    <li className={styles.card}>
      <h3>
        <a className={styles.name} href={`/graphs/${code}`}>
          {code}
          <img
            className={styles.thumbnail}
            src={`/graphs/${code}/drawing.svg`}
            alt=""
            loading="lazy"
            width={width}
            height={height}
          />
        </a>
      </h3>
      {isSurvey && (
        <>
          <dl className={styles.numbers}>
            {Object.entries(numbers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {figures.length > 0 && (
            <p className={styles.traffic}>
              {figures.map(([count, of], index) => (
                <Fragment key={of}>
                  {index > 0 && ", "}
                  <strong>{count.toLocaleString("en-US")}</strong> {of}
                </Fragment>
              ))}
            </p>
          )}
          <p className={styles.links}>
            {pageFeatures.flatMap(({ viewOfChart: own }) =>
              own ? (
                <a key={own.page} href={`/graphs/${code}/${own.page}`} aria-label={`${own.text} of ${code}`}>
                  {own.text}
                </a>
              ) : (
                []
              ),
            )}
            {onCards.map(({ page, onCard }) => (
              <a key={page} href={`/graphs/${code}/${page}`} aria-label={`${onCard} of ${code}`}>
                {onCard}
              </a>
            ))}
          </p>
        </>
      )}
    </li>
  );
}

/** The states of one chart that match. */
type Found = { code: string; places: { id: string; title: string }[] };

/** A search over all charts; each match links to its state, marked in its chart. */
function FoundPlaces({ find, found }: { find: string; found: readonly Found[] }) {
  const count = found.reduce((sum, { places }) => sum + places.length, 0);
  return (
    <search className={styles.search}>
      <form className={`${styles.form} ${parts.controls}`}>
        <p>
          <label htmlFor="find">Search all charts for a question, answer, field, guard or action</label>
          <input id="find" name="find" type="search" defaultValue={find} placeholder="at_Fault" />
        </p>
        <button type="submit">Find</button>
      </form>
      {find && (
        <p role="status">
          {count === 0
            ? `No matches for “${find}”.`
            : `${count} ${count === 1 ? "match" : "matches"} in ${found.length} ${found.length === 1 ? "chart" : "charts"}`}
        </p>
      )}
      {found.length > 0 && (
        <dl className={styles.found}>
          {found.map(({ code, places }) => (
            <div key={code}>
              <dt>{code}</dt>
              {places.map(({ id, title }) => (
                <dd key={id}>
                  <a href={`/graphs/${code}?${new URLSearchParams({ at: id, find })}#picked`}>{title}</a>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      )}
    </search>
  );
}
