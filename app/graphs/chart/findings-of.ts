import { charts } from "../../../machines/charts.ts";
import { problemsIn } from "../../../machines/model/against-xstate.ts";
import { type Located, placed } from "../../server/charts/located.ts";
import { sourceIn } from "../../server/charts/sound-charts.ts";

/** In development: problems that do not keep a chart from loading, with their source positions. */
export async function findingsOf(code: string): Promise<Located[]> {
  const root = process.cwd();
  const found = await problemsIn(charts.find((each) => each.code === code)!);
  return found.map((finding) => placed(root, sourceIn(root, code), finding));
}
