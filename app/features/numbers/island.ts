/** Fades rare transitions as the slider of the numbers page moves. @param place has each edge's share */
export function mount(place: HTMLElement): void {
  const slider = document.querySelector<HTMLInputElement>("#least");
  const shares: Record<string, number> = JSON.parse(place.dataset.shares ?? "{}");
  slider?.addEventListener("input", () => {
    for (const edge of place.querySelectorAll<SVGGElement>("[data-edge]")) {
      const marks = new Set((edge.dataset.mark ?? "").split(" ").filter(Boolean));
      const isFaint = (shares[edge.dataset.edge!] ?? 0) * 100 < Number(slider.value);
      marks[isFaint ? "add" : "delete"]("faint");
      edge.dataset.mark = [...marks].join(" ");
    }
  });
}
