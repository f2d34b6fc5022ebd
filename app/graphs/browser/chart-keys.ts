import type { ChartZoom } from "./chart-zoom.ts";
import { show } from "./show.ts";

const ahead: Record<string, [across: number, down: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const zooms: Record<string, Parameters<ChartZoom["by"]>[0]> = {
  "+": "in",
  "=": "in",
  "-": "out",
  "0": "fit",
};

/**
 * Makes the nodes of a chart one Tab stop: arrow keys move from node to node, Home to the first and End to the last;
 * plus, minus and 0 zoom.
 */
export function walkByKeys(view: HTMLElement, svg: SVGSVGElement, zoom: ChartZoom): void {
  const places = [...svg.querySelectorAll<SVGAElement>("[data-node] > a")];
  let stop = places.find((place) => place.closest('[data-mark~="here"], [data-mark~="picked"]')) ?? places[0];
  const stopAt = (place: SVGAElement | undefined) => {
    for (const each of places) each.setAttribute("tabindex", each === place ? "0" : "-1");
    stop = place;
  };
  stopAt(stop);
  // Not on the drawing itself, which browsers would then make a Tab stop.
  view.addEventListener("focusin", ({ target }) => {
    const place = places.find((each) => each === target);
    if (place) stopAt(place);
  });
  view.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (zooms[key]) zoom.by(zooms[key]);
    else {
      const from = places.find((each) => each === target);
      const next = from && nextPlace(places, from, key);
      if (!next) return;
      next.focus({ preventScroll: true });
      show(view, next);
    }
    event.preventDefault();
  });
}

/** The nearest node in the direction of an arrow key; sideways distance counts double. */
function nextPlace(places: readonly SVGAElement[], from: SVGAElement, key: string): SVGAElement | undefined {
  if (key === "Home") return places[0];
  if (key === "End") return places.at(-1);
  const direction = ahead[key];
  if (!direction) return undefined;
  const [across, down] = direction;
  const [x, y] = middleOf(from);
  const distances = places.flatMap((place) => {
    const [otherX, otherY] = middleOf(place);
    const along = (otherX - x) * across + (otherY - y) * down;
    const aside = Math.abs((otherX - x) * down) + Math.abs((otherY - y) * across);
    return place !== from && along > 1 ? [{ place, far: along + 2 * aside }] : [];
  });
  return distances.sort((one, other) => one.far - other.far)[0]?.place;
}

function middleOf(place: SVGAElement): [x: number, y: number] {
  const { x, y, width, height } = place.getBBox();
  return [x + width / 2, y + height / 2];
}
