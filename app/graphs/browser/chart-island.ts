import { searchAsTyped, show } from "./chart-search.ts";
import { type ChartZoom, chartZoom } from "./chart-zoom.ts";
import { pickInPlace } from "./pick-in-place.ts";

/**
 * Keeps two compared charts at the same part: the one under the pointer, or else with keyboard focus, leads, and the
 * other scrolls to the same share of its length and width.
 */
function scrollTogether(view: HTMLElement): void {
  const others = [...(view.closest("[data-together]")?.querySelectorAll("[data-window]") ?? [])].filter(
    (other) => other !== view,
  );
  if (others.length === 0) return;
  const leads = () =>
    view.matches(":hover") || (view.matches(":focus") && !others.some((other) => other.matches(":hover")));
  view.addEventListener("scroll", () => {
    if (!leads()) return;
    for (const other of others) {
      const left = shareOf(view.scrollLeft, view.scrollWidth - view.clientWidth);
      const top = shareOf(view.scrollTop, view.scrollHeight - view.clientHeight);
      other.scrollTo({
        left: left * (other.scrollWidth - other.clientWidth),
        top: top * (other.scrollHeight - other.clientHeight),
        behavior: "instant",
      });
    }
  });
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

const namespace = "http://www.w3.org/2000/svg";

/** How far keys scroll the window, in its widths and heights. */
const moves: Record<string, readonly [across: number, down: number]> = {
  ArrowUp: [0, -0.25],
  ArrowDown: [0, 0.25],
  ArrowLeft: [-0.25, 0],
  ArrowRight: [0.25, 0],
  PageUp: [0, -1],
  PageDown: [0, 1],
  Home: [-1000, -1000],
  End: [1000, 1000],
};

/**
 * A small map of the whole chart beside its window, with a frame around the part in view. Clicking, dragging and the
 * arrow keys scroll the window. It is shown only while the chart is larger than its window.
 */
function chartMap(view: HTMLElement, svg: SVGSVGElement): void {
  const { width, height } = svg.viewBox.baseVal;
  const isWide = width > height;
  const map = document.createElement("div");
  map.dataset.map = isWide ? "wide" : "tall";
  map.tabIndex = 0;
  const attributes = { role: "slider", "aria-label": "Part of the chart in view", "aria-valuemin": "0" };
  for (const [name, value] of Object.entries({ ...attributes, "aria-valuemax": "100" }))
    map.setAttribute(name, value);
  map.setAttribute("aria-orientation", isWide ? "horizontal" : "vertical");
  const picture = document.createElementNS(namespace, "svg");
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const frame = document.createElementNS(namespace, "rect");
  frame.dataset.part = "";
  map.append(picture);
  view.after(map);
  view.parentElement!.dataset.mapped = map.dataset.map;

  const draw = () => {
    const parts = [...svg.querySelectorAll<SVGGElement>("[data-edge], [data-node]")].map((group) => {
      const part = document.createElementNS(namespace, "g");
      if (group.dataset.mark) part.dataset.mark = group.dataset.mark;
      const shape = group.querySelector(group.dataset.node === undefined ? "path" : "rect");
      part.append(shape!.cloneNode());
      return part;
    });
    picture.replaceChildren(...parts, frame);
  };
  const scale = () => svg.getBoundingClientRect().width / width;
  const partInView = () => {
    const [around, box] = [view.getBoundingClientRect(), svg.getBoundingClientRect()];
    const [x, y] = [(around.x - box.x) / scale(), (around.y - box.y) / scale()].map((at) => Math.max(0, at));
    const [across, down] = [view.clientWidth / scale(), view.clientHeight / scale()];
    return { x: x!, y: y!, width: Math.min(across, width), height: Math.min(down, height) };
  };
  const follow = () => {
    const part = partInView();
    map.hidden = part.width > width - 1 && part.height > height - 1;
    for (const [name, value] of Object.entries(part)) frame.setAttribute(name, String(Math.round(value)));
    const share = (at: number, room: number) => Math.round((100 * at) / Math.max(1, room));
    const [across, down] = [share(part.x, width - part.width), share(part.y, height - part.height)];
    map.setAttribute("aria-valuenow", String(Math.min(100, isWide ? across : down)));
    map.setAttribute("aria-valuetext", `${Math.min(100, down)} % down, ${Math.min(100, across)} % across`);
  };
  const by = (across: number, down: number) =>
    view.scrollBy({ left: across, top: down, behavior: "instant" });

  map.addEventListener("keydown", (event) => {
    const move = moves[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !move) return;
    event.preventDefault();
    by(move[0] * view.clientWidth, move[1] * view.clientHeight);
  });
  const center = ({ clientX, clientY }: PointerEvent) => {
    const [box, part] = [picture.getBoundingClientRect(), partInView()];
    const there = [
      ((clientX - box.x) / box.width) * width,
      ((clientY - box.y) / box.height) * height,
    ] as const;
    by((there[0] - part.x - part.width / 2) * scale(), (there[1] - part.y - part.height / 2) * scale());
  };
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    center(event);
  });
  map.addEventListener("pointermove", (event) => {
    if (map.hasPointerCapture(event.pointerId)) center(event);
  });

  draw();
  follow();
  view.addEventListener("scroll", follow);
  const sizes = new ResizeObserver(follow);
  for (const each of [view, svg]) sizes.observe(each);
  // Marks are shown on the map too.
  new MutationObserver(draw).observe(svg, { subtree: true, attributeFilter: ["data-mark"] });
}

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
function walkByKeys(view: HTMLElement, svg: SVGSVGElement, zoom: ChartZoom): void {
  const places = [...svg.querySelectorAll<SVGAElement>("[data-node] > a")];
  let stop = places.find((place) => place.closest('[data-mark~="here"], [data-mark~="picked"]')) ?? places[0];
  const stopAt = (place: SVGAElement | undefined) => {
    for (const each of places) each.setAttribute("tabindex", each === place ? "0" : "-1");
    stop = place;
  };
  stopAt(stop);
  // Not on the drawing itself, which would become a tab stop.
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
