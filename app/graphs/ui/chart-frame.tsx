import { StepGraph, type StepGraphProps } from "../drawing/step-graph.tsx";
import { addressWith, addressWithout } from "./address.ts";
import styles from "./chart-frame.module.css";
import { HiddenFields } from "./hidden-fields.tsx";

/** Zoom levels of the buttons; 1 is the size of the layout, where all text is easy to read. */
export const zooms = [0.3, 0.45, 0.6, 0.8, 1, 1.3, 1.7] as const;

/** Other drawings of the chart that a page may offer. */
export type OtherDrawings = {
  /** Width and height of the drawing in the other layout direction, in pixels, if known. */
  other?: readonly [width: number, height: number];
  /** True if the chart can be folded to its happy path (`?fold=main`). */
  canFold?: boolean;
};

type Props = OtherDrawings &
  Omit<StepGraphProps, "hrefOf"> & {
    /** The page's query. */
    query: URLSearchParams;
    /** Changes to the query that select a node or edge. */
    pick?: (id: string) => Record<string, string>;
  };

/**
 * A chart in a scrolling window, with zoom buttons and a search. They are links and forms, which the island makes work
 * in place; it also lets the chart be dragged.
 */
export function ChartFrame({ query, pick, zoom = 1, marks, view, other, canFold, ...drawing }: Props) {
  const address = (change: Record<string, string>) => addressWith(query, change);
  const [smaller, larger] = [zooms.findLast((size) => size < zoom), zooms.find((size) => size > zoom)];
  const find = query.get("find") ?? "";
  const isWide = query.get("layout") === "wide";
  const isFolded = query.get("fold") === "main";
  const found = Object.values(marks ?? {}).filter((mark) => mark.split(" ").includes("found"));
  return (
    <section className={styles.frame} aria-label={`Chart of ${view.code}`} data-island="chart">
      <div className={styles.tools}>
        <form className={styles.search} aria-label={`Find in ${view.code}`} data-find>
          <HiddenFields fields={[...query].filter(([name]) => name !== "find")} />
          <label htmlFor={`find-${view.code}`}>Find</label>
          <input
            id={`find-${view.code}`}
            name="find"
            type="search"
            defaultValue={find}
            placeholder="at_Fault"
          />
          <button type="submit">Go</button>
        </form>
        <p className={styles.zoom}>
          <Zoom name="Zoom out" sign="−" href={smaller && address({ zoom: String(smaller) })} by="out" />
          <Zoom name="Zoom in" sign="+" href={larger && address({ zoom: String(larger) })} by="in" />
          <Zoom name="Fit" sign="Fit" href={address({ zoom: String(zooms[0]) })} by="fit" />
          <Zoom name="100 %" sign="100 %" href={address({ zoom: "1" })} by="full" />
        </p>
        <p className={styles.zoom}>
          <a
            href={isWide ? addressWithout(query, "layout", "wide") : address({ layout: "wide" })}
            data-other={other?.join(" ")}
          >
            {isWide ? "Top to bottom" : "Left to right"}
          </a>
          {canFold && (
            <a href={isFolded ? addressWithout(query, "fold", "main") : address({ fold: "main" })}>
              {isFolded ? "All steps" : "Happy path only"}
            </a>
          )}
        </p>
        <p role="status" className={styles.status} data-status>
          {find && (found.length === 1 ? "1 match" : `${found.length} matches`)}
        </p>
      </div>
      <div className={styles.body}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <section className={styles.window} tabIndex={0} aria-label={`${view.code}, scrollable`} data-window>
          <StepGraph
            view={view}
            marks={marks}
            zoom={zoom}
            {...drawing}
            hrefOf={pick && ((id) => `${address(pick(id))}#picked`)}
          />
        </section>
      </div>
    </section>
  );
}

type ZoomProps = { name: string; sign: string; href: string | undefined; by: string };

function Zoom({ name, sign, href, by }: ZoomProps) {
  return (
    <a href={href} aria-label={href && name !== sign ? name : undefined} data-zoom={by} title={name}>
      {sign}
    </a>
  );
}

/** The zoom level in the URL. */
export function zoomIn(query: URLSearchParams): number {
  return zooms.find((size) => String(size) === query.get("zoom")) ?? 1;
}
