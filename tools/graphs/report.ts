import { areAlike, kinds } from "../../machines/graph/compare.ts";
import { type Difference, isSame } from "../../machines/graph/diff.ts";
import type { FullDifference } from "./difference.ts";

/** How many items the text lists: fewer paths, because these are long. The JSON has all items. */
const listed = { paths: 3, others: 12, changed: 40 };

/** A chart's differences as text, with the number of moved boxes at the end. */
export function reportOf(name: string, difference: FullDifference): string {
  const { layout } = difference;
  const parts = kinds
    .filter((kind) => !isSame(difference[kind]))
    .map((kind) => section(kind, difference[kind]));
  const drawn = layout.length > 0 ? [`  drawn elsewhere: ${layout.length} boxes`] : [];
  const alike = areAlike(difference) ? [layout.length > 0 ? "  alike but for the drawing" : "  alike"] : [];
  return `${[name, ...alike, ...parts, ...drawn].join("\n")}\n`;
}

function section(kind: string, { gained, lost, changed }: Difference): string {
  const most = kind === "paths" ? listed.paths : listed.others;
  const lines = [
    ...some("+", gained, most),
    ...some("-", lost, most),
    ...changed
      .slice(0, listed.changed)
      .flatMap(({ id, how }) => [`    ~ ${id}`, ...how.map((line) => `        ${line}`)]),
    ...(changed.length > listed.changed ? [`      and ${changed.length - listed.changed} more`] : []),
  ];
  return [`  ${kind}: ${counted({ gained, lost, changed })}`, ...lines].join("\n");
}

function counted(difference: Difference): string {
  const kinds = (["gained", "lost", "changed"] as const).filter((kind) => difference[kind].length > 0);
  return kinds.map((kind) => `${difference[kind].length} ${kind}`).join(", ");
}

function some(sign: string, ids: readonly string[], most: number): string[] {
  const lines = ids.slice(0, most).map((id) => `    ${sign} ${id}`);
  return ids.length > most ? [...lines, `      and ${ids.length - most} more`] : lines;
}
