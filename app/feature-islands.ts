/** Features' islands, by name, a line for each feature. */
export const featureIslands: Readonly<Record<string, () => Promise<{ mount(place: HTMLElement): void }>>> = {
  numbers: () => import("./features/numbers/island.ts"),
};
