/**
 * Keeps two compared charts at the same part: the one under the pointer, or else with keyboard focus, leads, and the
 * other scrolls to the same share of its length and width.
 */
export function scrollTogether(view: HTMLElement): void {
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
