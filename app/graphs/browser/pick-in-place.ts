/**
 * Shows what is picked without loading the page again: the chart stays where it is, the panel beside it and the marks
 * come from the address that the link leads to. Where that fails the link is followed.
 */
export function pickInPlace(frame: HTMLElement, svg: SVGSVGElement): void {
  if (!document.querySelector("#picked")) return;
  svg.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const address = new URL(link.getAttribute("href")!, location.href).href;
    event.preventDefault();
    show(address, frame, svg)
      .then(() => history.pushState(null, "", address))
      .catch(() => location.assign(address));
  });
  addEventListener("popstate", () => location.reload());
}

async function show(address: string, frame: HTMLElement, svg: SVGSVGElement): Promise<void> {
  const page = await pageAt(address);
  const panel = page.querySelector("#picked");
  const label = frame.getAttribute("aria-label")!;
  const drawing = page.querySelector(`section[aria-label="${CSS.escape(label)}"] svg`);
  if (!panel || !drawing) throw new Error("no such page");
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

/** A page as the browser itself reads it: by our policy no script makes a document of a text. */
function pageAt(address: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.responseType = "document";
    request.onload = () =>
      request.status === 200 && request.responseXML ? resolve(request.responseXML) : reject(new Error());
    request.onerror = reject;
    request.open("GET", address);
    request.send();
  });
}
