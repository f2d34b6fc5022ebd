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
export function chartMap(view: HTMLElement, svg: SVGSVGElement): void {
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
