/** What features bring to life on their pages in the browser, by the island's name, a line each. */
export const featureIslands: Readonly<Record<string, () => Promise<{ mount(place: HTMLElement): void }>>> = {
  numbers: () => import("./features/numbers/island.ts"),
};
