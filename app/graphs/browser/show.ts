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
