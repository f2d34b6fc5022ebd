import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { charts, sourceOf } from "../../../machines/charts.ts";
import { faultsOf } from "../../../machines/graph/lint.ts";
import { placed } from "./located.ts";

/**
 * Stops the start for a chart that would give visitors an error: a misspelled guard, or what no survey may use.
 * Examines every chart's source, in some milliseconds, and walks none.
 * @param root the project's folder
 * @throws an Error with file, line, what is wrong and how to fix it
 */
export function refuseFaultyCharts(root: string): void {
  for (const chart of charts) {
    const [fault] = faultsOf(chart);
    if (!fault) continue;
    const located = placed(root, sourceIn(root, chart.code), fault);
    const { file, line, message, remedy } = located;
    throw Object.assign(new Error(`${file}:${line}: ${message} ${remedy}`), { located });
  }
}

const variantsFolder = "machines/variants";

/** A chart's source file; one file may have several surveys, such as one in two languages. */
export function sourceIn(root: string, code: string): string {
  const usual = sourceOf(code);
  if (existsSync(join(root, usual))) return usual;
  const files = readdirSync(join(root, variantsFolder)).map((file) => join(variantsFolder, file));
  const written = (file: string) => readFileSync(join(root, file), "utf8").includes(`code: "${code}"`);
  return files.find(written) ?? usual;
}
