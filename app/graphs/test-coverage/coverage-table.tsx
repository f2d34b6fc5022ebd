import type { View } from "../../../machines/graph/view.ts";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { titlesIn } from "../ui/title-of.ts";
import { type Coverage, type Extent, type Walker, walkers } from "./coverage.ts";

const order: readonly Extent[] = ["none", "some", "all", "impossible"];
const extentNames: Record<Extent, string> = {
  none: "no",
  some: "partly",
  all: "yes",
  impossible: "impossible",
};

type Props = { view: View; coverage: Coverage; extents: ReadonlyMap<string, Extent>; by: Walker };

/** Every transition with the tests that cover it, gaps first. */
export function CoverageTable({ view, coverage, extents, by }: Props) {
  const titleOf = titlesIn(view);
  const extent = (id: string) => extents.get(id)!;
  const sorted = view.edges.toSorted(
    (one, other) => order.indexOf(extent(one.id)) - order.indexOf(extent(other.id)),
  );
  return (
    <ScrollTable
      label="Transitions"
      caption={`All transitions of ${view.code}, those without ${walkers[by].toLowerCase()} first`}
      heads={["From", "To", "When", "Covered", ...Object.values(walkers)]}
      rows={sorted.map(({ id, source, target, label }) => ({
        key: id,
        isMarked: ["none", "some"].includes(extent(id)),
        cells: [
          <a key={id} href={`?${new URLSearchParams({ by, at: id })}#picked`}>
            {titleOf(source)}
          </a>,
          titleOf(target),
          label || "always",
          extentNames[extent(id)],
          coverage.edges[id]!.paths,
          coverage.edges[id]!.walks,
        ],
      }))}
    />
  );
}
