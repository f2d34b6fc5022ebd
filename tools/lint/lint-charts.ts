import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { findingOf, type Located, placed } from "../../app/server/developing/located.ts";
import { locatedFailure } from "../../app/server/developing/located-failure.ts";
import { type Charted, graphOf } from "../../machines/graph/graph.ts";
import { type Finding, lintOf } from "../../machines/graph/lint.ts";
import { stepNamed, steps } from "../../machines/steps/index.ts";

const folder = "machines/variants";

/**
 * Checks every variant's file separately, so that one that cannot be loaded hides no finding of the others. A failure in a
 * file that several of them import is reported once.
 * @param root the project's folder
 */
export async function lintCharts(root: string): Promise<Located[]> {
  const files = readdirSync(join(root, folder)).filter((file) => file !== "index.ts");
  const found = await Promise.all(files.map((file) => lintFile(root, `${folder}/${file}`)));
  return [...new Map(found.flat().map((each) => [JSON.stringify(each), each])).values()];
}

async function lintFile(root: string, file: string): Promise<Located[]> {
  const text = readFileSync(join(root, file), "utf8");
  const located = (finding: Finding) => placed(root, file, finding);
  let exported: unknown[];
  try {
    exported = Object.values(await import(pathToFileURL(join(root, file)).href));
  } catch (error) {
    const failure = locatedFailure(error as Error, root);
    return [failure.file ? failure : located(findingOf((error as Error).message, text))];
  }
  try {
    return exported.filter(isCharted).flatMap((chart) => {
      const graph = graphOf(chart, (name, machine) => stepNamed(name, machine as never));
      return lintOf(graph, chart.machine, steps).map(located);
    });
  } catch (error) {
    return [located(findingOf((error as Error).message, text))];
  }
}

function isCharted(value: unknown): value is Charted {
  return typeof value === "object" && value !== null && "machine" in value && "code" in value;
}
