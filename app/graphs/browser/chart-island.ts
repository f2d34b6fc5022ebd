import { walkByKeys } from "./chart-keys.ts";
import { chartMap } from "./chart-map.ts";
import { searchAsTyped } from "./chart-search.ts";
import { chartZoom } from "./chart-zoom.ts";
import { pickInPlace } from "./pick-in-place.ts";
import { scrollTogether } from "./scroll-together.ts";
import { show } from "./show.ts";

/** Makes a chart zoom, drag and search in place, and scrolls to what is marked. Sets `data-live` when ready. */
export function mount(frame: HTMLElement): void {
  const view = frame.querySelector<HTMLElement>("[data-window]")!;
  const svg = view.querySelector("svg")!;
  chartMap(view, svg);
  const zoom = chartZoom(frame, view, svg);
  for (const button of frame.querySelectorAll<HTMLAnchorElement>("[data-zoom]")) {
    // A button that is at its limit now may not be later.
    button.href ||= "#";
    button.addEventListener("click", (event) => {
      event.preventDefault();
      zoom.by(button.dataset.zoom as Parameters<typeof zoom.by>[0]);
    });
  }
  drag(view);
  walkByKeys(view, svg, zoom);
  searchAsTyped(frame, view, svg);
  pickInPlace(frame, svg);
  scrollTogether(view);
  const first = ["here", "picked", "found"].map((mark) =>
    svg.querySelector(`[data-mark~="${mark}"][data-node], [data-mark~="${mark}"][data-edge]`),
  );
  show(view, first.find(Boolean) ?? svg.querySelector('[data-node="start"]'));
  frame.dataset.live = "";
}

/** Dragging with the mouse; touch scrolls without it. */
function drag(view: HTMLElement): void {
  let last: PointerEvent | undefined;
  let moved = 0;
  view.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button !== 0) return;
    last = event;
    moved = 0;
  });
  addEventListener("pointermove", (event) => {
    if (!last) return;
    const [across, down] = [last.clientX - event.clientX, last.clientY - event.clientY];
    last = event;
    moved += Math.abs(across) + Math.abs(down);
    view.toggleAttribute("data-dragged", moved > 5);
    view.scrollBy({ left: across, top: down, behavior: "instant" });
  });
  addEventListener("pointerup", () => {
    last = undefined;
    view.removeAttribute("data-dragged");
  });
  // A drag that ends on a link neither follows nor drags it.
  view.addEventListener("click", (event) => moved > 5 && event.preventDefault(), true);
  view.addEventListener("dragstart", (event) => event.preventDefault());
}
