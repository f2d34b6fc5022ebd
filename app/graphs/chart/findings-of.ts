import { charts, sourceOf } from "../../../machines/charts.ts";
import { lintOf } from "../../../machines/graph/lint.ts";
import { type Located, placed } from "../../server/developing/located.ts";

/** In development: problems that do not keep a chart from loading, with their source positions. */
export function findingsOf(code: string): Located[] {
  const chart = charts.find((each) => each.code === code)!;
  const file = sourceOf(code);
  return lintOf(chart).map((finding) => placed(process.cwd(), file, finding));
}
