export type ChartZoom = { by(how: "in" | "out" | "fit" | "full"): void };

const [least, most, step] = [0.15, 3, 1.25];
/** Below it nobody reads the text: a chart that is longer than its window is fitted to the width only. */
const readable = 0.6;
const key = "chart-zoom";

/**
 * Zooms a chart by its size: the window around it scrolls. What is in the middle, or under the pointer, stays there.
 * The size is kept while the tab is open.
 */
export function chartZoom(view: HTMLElement, svg: SVGSVGElement): ChartZoom {
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

  const kept = Number(sessionStorage.getItem(key));
  if (kept && !new URLSearchParams(location.search).has("zoom")) to(kept);

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
        const [across, down] = [view.clientWidth / width, view.clientHeight / height];
        const whole = Math.min(across, down);
        to(whole >= readable ? whole : Math.min(1, Math.max(across, down, readable)));
      }
    },
  };
}
