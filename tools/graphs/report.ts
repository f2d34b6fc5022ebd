import { areAlike, kinds } from "../../machines/graph/compare.ts";
import { type Difference, isSame } from "../../machines/graph/diff.ts";
import type { FullDifference } from "./difference.ts";

/** How many are listed for a person, of paths fewer, which are long; all are in the JSON. */
const listed = { paths: 3, others: 12 };

/** A chart's differences for a person to read; where boxes are drawn stands apart, at the end. */
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
    ...some(
      gained.map((id) => `    + ${id}`),
      most,
    ),
    ...some(
      lost.map((id) => `    - ${id}`),
      most,
    ),
    ...changed.flatMap(({ id, how }) => [`    ~ ${id}`, ...how.map((line) => `        ${line}`)]),
  ];
  return [`  ${kind}: ${counted({ gained, lost, changed })}`, ...lines].join("\n");
}

function counted({ gained, lost, changed }: Difference): string {
  const counts = [
    [gained.length, "gained"],
    [lost.length, "lost"],
    [changed.length, "changed"],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(", ");
}

function some(lines: readonly string[], most: number): string[] {
  const more = lines.length - most;
  return more > 0 ? [...lines.slice(0, most), `      and ${more} more`] : [...lines];
}
