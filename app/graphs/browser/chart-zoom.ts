export type ChartZoom = { by(how: "in" | "out" | "fit" | "full"): void };

const [least, most, step] = [0.15, 3, 1.25];
/** Shows the smallest text of a chart, 12 px, at 11 px; fitting never makes a chart smaller than that. */
const readable = 11 / 12;
/** How much larger the chart has to be in the other layout to switch to it. */
const worthwhile = 1.15;
const key = "chart-zoom";
/** Stored value that makes the page with the other layout fit the chart. */
const fitted = "fit";

/**
 * Zooms a chart by resizing it in its scrolling window. The point in the middle, or under the pointer, stays in place.
 * The zoom is kept while the tab is open.
 */
export function chartZoom(frame: HTMLElement, view: HTMLElement, svg: SVGSVGElement): ChartZoom {
  const { width, height } = svg.viewBox.baseVal;
  let zoom = svg.width.baseVal.value / width;

  const to = (asked: number, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const next = Math.min(most, Math.max(least, asked));
    const before = svg.getBoundingClientRect();
    const around = view.getBoundingClientRect();
    const at = [(around.x + x - before.x) / zoom, (around.y + y - before.y) / zoom] as const;
    zoom = next;
    svg.setAttribute("width", String(width * zoom));
    svg.setAttribute("height", String(height * zoom));
    const after = svg.getBoundingClientRect();
    view.scrollBy({
      left: after.x + at[0] * zoom - around.x - x,
      top: after.y + at[1] * zoom - around.y - y,
      behavior: "instant",
    });
    sessionStorage.setItem(key, String(zoom));
  };

  const wholeBy = (across: number, down: number) =>
    Math.min(view.clientWidth / across, view.clientHeight / down);
  /** Link to the other layout, if the whole chart is larger there. */
  const better = () => {
    const link = frame.querySelector<HTMLAnchorElement>("[data-other]");
    const [across, down] = (link?.dataset.other ?? "").split(" ").map(Number) as [number, number];
    return wholeBy(across, down) > worthwhile * wholeBy(width, height) ? link : undefined;
  };
  const toFit = () => {
    const whole = wholeBy(width, height);
    if (whole >= readable) return to(Math.min(1, whole));
    to(readable);
    frame.querySelector("[data-status]")!.textContent =
      "The whole chart would be too small to read. The map shows the part in view.";
  };

  const kept = sessionStorage.getItem(key);
  if (kept && !new URLSearchParams(location.search).has("zoom")) {
    if (kept === fitted) toFit();
    else to(Number(kept));
  }

  view.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const around = view.getBoundingClientRect();
      to(zoom * step ** -Math.sign(event.deltaY), event.clientX - around.x, event.clientY - around.y);
    },
    { passive: false },
  );
  return {
    by(how) {
      if (how === "in") to(zoom * step);
      if (how === "out") to(zoom / step);
      if (how === "full") to(1);
      if (how === "fit") {
        const other = better();
        if (!other) return toFit();
        sessionStorage.setItem(key, fitted);
        location.assign(other.href);
      }
    },
  };
}
