/**
 * Shows a selection without reloading the page: the chart keeps its position; the panel and the marks are fetched from
 * the link's URL. If that fails, the link is followed.
 */
export function pickInPlace(frame: HTMLElement, svg: SVGSVGElement): void {
  if (!document.querySelector("#picked")) return;
  let shown = questionOf(location);
  svg.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = new URL(link.getAttribute("href")!, location.href).href;
    event.preventDefault();
    show(address, frame, svg)
      .then(() => {
        history.pushState(null, "", address);
        shown = questionOf(location);
      })
      .catch(() => location.assign(address));
  });
  // Browsers fire this for links within the page too: then the selection stays.
  addEventListener("popstate", () => {
    if (questionOf(location) !== shown) location.reload();
  });
}

const questionOf = ({ pathname, search }: Location) => pathname + search;

async function show(address: string, frame: HTMLElement, svg: SVGSVGElement): Promise<void> {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const panel = page.querySelector("#picked");
  const label = frame.getAttribute("aria-label")!;
  const drawing = page.querySelector(`section[aria-label="${CSS.escape(label)}"] svg`);
  if (!answer.ok || !panel || !drawing) throw new Error("no such page");
  document.querySelector("#picked")!.replaceWith(document.adoptNode(panel));
  for (const part of svg.querySelectorAll<SVGGElement>("[data-node], [data-edge]")) {
    const { node, edge } = part.dataset;
    const name =
      node === undefined ? `[data-edge="${CSS.escape(edge!)}"]` : `[data-node="${CSS.escape(node)}"]`;
    const mark = drawing.querySelector(name)?.getAttribute("data-mark");
    if (mark) part.dataset.mark = mark;
    else delete part.dataset.mark;
  }
}
