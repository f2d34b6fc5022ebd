import { fill } from "./fill.ts";
import type { Naming } from "./wording.ts";

/** Placeholder for the buyers in a consent that is worded before they are known. */
export const buyersSlot = "{buyers}";

/** The stored form of paragraphs or lines: the same words in the same order. */
export function inOneText(parts: readonly string[]): string {
  return parts.join(" ");
}

/** A consent text with its buyers' names: who gets the answers, and who may call. */
export function namingBuyers(text: string, buyers: readonly string[], naming: Naming): string {
  const { one, more } = naming;
  return text.replace(buyersSlot, () =>
    fill(buyers.length === 1 ? one : more, { buyers: listed(buyers, naming) }),
  );
}

/** Names in a sentence. */
export function listed(names: readonly string[], { between, betweenLong, and, andBefore }: Naming): string {
  const last = names.at(-1) ?? "";
  const others = names.slice(0, -1).join(names.some((name) => name.includes(",")) ? betweenLong : between);
  const begins = (beginnings: readonly string[] = []) =>
    beginnings.some((beginning) => last.toLowerCase().startsWith(beginning));
  const isOther = andBefore && begins(andBefore.begins) && !begins(andBefore.but);
  return others === "" ? last : `${others} ${isOther ? andBefore.and : and} ${last}`;
}
