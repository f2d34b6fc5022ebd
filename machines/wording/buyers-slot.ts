/** Stands for the buyers' names in a consent that is worded before they are known. */
export const buyersSlot = "{buyers}";

/** A consent text with its buyers named. */
export function namingBuyers(text: string, buyers: readonly string[]): string {
  return text.replace(buyersSlot, () => buyers.join(", "));
}
