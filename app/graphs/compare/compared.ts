import { charts } from "../../../machines/charts.ts";
import { type Account, accountOf } from "../../../machines/graph/account.ts";
import { compareCharts, kinds } from "../../../machines/graph/compare.ts";
import { isSame } from "../../../machines/graph/diff.ts";
import { chartOf } from "../chart-of.ts";
import { movedBoxes } from "../drawing/layout.ts";
import { differingMarks } from "./differing-marks.ts";

/** Two charts and what one has and the other has not; the drawing apart. */
export type Compared = NonNullable<Awaited<ReturnType<typeof compared>>>;

const known = new Map<string, Account>();

/** Compares two charts of this site by their codes, where there are such. */
export async function compared(before: string, after: string, isWide: boolean) {
  const [was, is] = [await chartOf(before, isWide), await chartOf(after, isWide)];
  if (!was || !is) return undefined;
  const difference = compareCharts(accountFor(before), accountFor(after));
  const titles = new Map(was.view.nodes.map(({ id, title }) => [id, title]));
  const moved = movedBoxes(was.layout, is.layout).map((id) => titles.get(id) ?? id);
  return {
    // Marks by id of what of its drawing the other has not, or has otherwise.
    before: { chart: was, marks: differingMarks(was.view, difference, "lost") },
    after: { chart: is, marks: differingMarks(is.view, difference, "gained") },
    /** Of each kind of thing in which they differ. */
    differences: kinds
      .filter((kind) => !isSame(difference[kind]))
      .map((kind) => ({ kind, difference: difference[kind] })),
    /** Titles of the places that both have but that are drawn elsewhere. */
    moved,
  };
}

function accountFor(code: string): Account {
  const account = known.get(code) ?? accountOf(charts.find((chart) => chart.code === code)!);
  known.set(code, account);
  return account;
}
