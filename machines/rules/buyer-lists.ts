/**
 * The lists whose buyers a consent names without a choice: those of the three variants with fixed buyers, and the
 * default buyers, who are named where nobody was selected. Only the operator can say who is on them.
 */
export type BuyerList = FixedList | "default";
export type FixedList = "v4nv-d1" | "v4nv-d2" | "v4nv-x1";

/** How many buyers a fixed list has, and how many ids each, or which (spec 9; ruling 96). */
export const fixedLists: Record<FixedList, { buyers: number; idsEach: number; ids?: readonly number[] }> = {
  "v4nv-d1": { buyers: 1, idsEach: 3, ids: [1, 2, 3] },
  "v4nv-d2": { buyers: 5, idsEach: 3 },
  "v4nv-x1": { buyers: 1, idsEach: 1 },
};

/** The id of each default buyer, in the order in which they are named (spec 9). */
export const DEFAULT_BUYER_IDS: readonly number[] = [40747, 40745];
