import { type ReactNode, useContext } from "react";
import type { Naming } from "../../../services/providers/buyers.ts";
import { pageFeatures } from "../../features.ts";
import { PageShell } from "../../ui/page-shell.tsx";
import styles from "./graph-layout.module.css";

type Props = {
  title: string;
  /** Current menu item, for pages that are not about one chart. */
  section?: string;
  /** The page's chart, and which of the chart's pages it is. */
  chart?: { code: string; page: string; isSurvey: boolean };
  /** Filters, kept in links to other pages that have them. */
  asked?: string;
  /** The page's other views. */
  views?: Views;
  /** A sentence or two below the heading. */
  lead?: ReactNode;
  /** The law firms that the chart's one-to-one consent names. */
  naming?: Naming;
  children: ReactNode;
};

/** A second menu, below the heading. */
export type Views = { label: string; links: { name: string; href: string; isCurrent: boolean }[] };

/** Frame of the chart pages: skip link, navigation, heading. */
export function GraphLayout({ title, section, chart, asked, views, lead, naming, children }: Props) {
  const current = (name: Props["section"]) => (name === section ? "page" : undefined);
  const { consolePage } = useContext(PageShell);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to main content
      </a>
      <header className={styles.header}>
        <nav aria-label="Charts">
          <ul className={styles.links}>
            {consolePage && (
              <li>
                <a href={consolePage}>Console</a>
              </li>
            )}
            <li>
              <a href="/graphs/">All charts</a>
            </li>
            {pageFeatures.flatMap(({ name, inCharts }) =>
              inCharts ? (
                <li key={name}>
                  <a
                    href={(chart && inCharts.of?.(chart.code)) ?? inCharts.href}
                    aria-current={current(name)}
                  >
                    {inCharts.text}
                  </a>
                </li>
              ) : (
                []
              ),
            )}
          </ul>
        </nav>
        {/* There is no sign-in in development. */}
        {!import.meta.env.DEV && (
          <form method="post" action="/graphs/sign-in" className={styles.links}>
            <button type="submit" name="intent" value="sign-out">
              Sign out
            </button>
          </form>
        )}
        {chart && (
          <nav aria-label={`Pages of ${chart.code}`} className={styles.survey}>
            <ul className={styles.links}>
              {[["", "Chart"] as const, ...(chart.isSurvey ? surveyPages : [])].map(([page, name]) => (
                <li key={page}>
                  <a
                    href={`/graphs/${chart.code}${page && `/${page}`}${asked && filtered.has(page) ? `?${asked}` : ""}`}
                    aria-current={page === chart.page ? "page" : undefined}
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        <div className={styles.heading}>
          <h1>{title}</h1>
          {views && (
            <nav aria-label={views.label} className={styles.views}>
              <ul>
                {views.links.map(({ name, href, isCurrent }) => (
                  <li key={name}>
                    <a href={href} aria-current={isCurrent ? "page" : undefined}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
        {lead && <p className={styles.lead}>{lead}</p>}
        {naming && <p className={naming.isSomebody ? styles.lead : styles.nobody}>{naming.text}</p>}
        {children}
      </main>
    </>
  );
}

const ofFeatures = pageFeatures.flatMap(({ ofSurvey = [] }) => ofSurvey);

/** A survey's pages besides its chart, in menu order: the end of the URL, and the name. */
const surveyPages: readonly (readonly [page: string, name: string])[] = [
  ...ofFeatures.map(({ page, text }) => [page, text] as const),
];

/** Links between these keep their filters. */
const filtered: ReadonlySet<string> = new Set(
  ofFeatures.filter(({ keepsFilters }) => keepsFilters).map(({ page }) => page),
);

/** The page on which a walk through a survey's chart can be examined. */
export const walkPages = pageFeatures.flatMap(({ walks }) => walks ?? []);

/** The views of a survey's chart. @param current the feature whose view it is; undefined for the chart itself */
export function chartViews(code: string, current?: string) {
  return {
    label: "What is shown",
    links: [
      { name: "States and transitions", href: `/graphs/${code}`, isCurrent: current === undefined },
      ...pageFeatures.flatMap(({ name, viewOfChart: own }) =>
        own ? [{ name: own.text, href: `/graphs/${code}/${own.page}`, isCurrent: current === name }] : [],
      ),
    ],
  };
}
