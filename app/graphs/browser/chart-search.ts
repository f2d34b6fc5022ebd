import { nodesWith } from "../drawing/search.ts";

/** Marks the nodes that match what is typed, scrolls to the first, and reports their number. */
export function searchAsTyped(frame: HTMLElement, view: HTMLElement, svg: SVGSVGElement): void {
  const form = frame.querySelector<HTMLFormElement>("[data-find]")!;
  const input = form.querySelector<HTMLInputElement>('input[name="find"]')!;
  const status = frame.querySelector<HTMLElement>("[data-status]")!;
  const groups = [...svg.querySelectorAll<SVGGElement>("[data-node]")];
  const places = groups.map((group) => ({
    id: group.dataset.node!,
    text: group.dataset.words,
    title: [...group.querySelectorAll("tspan")].map(({ textContent }) => textContent?.trim()).join(" "),
    group,
  }));
  let shown = -1;

  const find = () => {
    const ids = nodesWith(input.value, places);
    for (const { id, group } of places) mark(group, ids.includes(id));
    const count = ids.length === 1 ? "1 match" : `${ids.length} matches`;
    status.textContent = input.value.trim() ? count : "";
    return places.filter(({ id }) => ids.includes(id));
  };
  const showNext = (found: typeof places) => show(view, found[shown % found.length]?.group);
  input.addEventListener("input", () => {
    shown = 0;
    showNext(find());
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    shown++;
    showNext(find());
  });
}

function mark(group: SVGGElement, isFound: boolean): void {
  const marks = (group.dataset.mark ?? "").split(" ").filter((each) => each && each !== "found");
  if (isFound) marks.push("found");
  if (marks.length > 0) group.dataset.mark = marks.join(" ");
  else delete group.dataset.mark;
}

/** Scrolls an element to the middle of the chart's window, without scrolling the page. */
export function show(view: HTMLElement, what: Element | null | undefined): void {
  if (!what) return;
  const [around, box] = [view.getBoundingClientRect(), what.getBoundingClientRect()];
  view.scrollBy({
    left: box.x + box.width / 2 - around.x - around.width / 2,
    top: box.y + box.height / 2 - around.y - around.height / 2,
    behavior: "instant",
  });
}
