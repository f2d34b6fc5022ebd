import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  findingOf,
  type Located,
  locatedFailure,
  placed,
  placeOfTarget,
} from "../../app/server/charts/located.ts";
import type { Charted } from "../../machines/graph/graph.ts";
import type { Finding } from "../../machines/graph/lint.ts";
import { problemsIn } from "../../machines/model/against-xstate.ts";

const folder = "machines/variants";

/**
 * Checks every variant's file separately, so that one that cannot be loaded hides no finding of the others. A failure
 * in a file that several of them import is reported once.
 * @param root the project's folder
 * @param files in machines/variants, by default all
 */
export async function lintCharts(root: string, files = readdirSync(join(root, folder))): Promise<Located[]> {
  const charts = files.filter((file) => file !== "index.ts");
  const linted = await Promise.all(charts.map((file) => lintFile(root, `${folder}/${file}`)));
  const found = [...linted.flatMap((each) => each.found), ...addressesTwice(root, linted)];
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}

type Linted = { file: string; charts: Charted[]; found: Located[] };

/** An address shows one survey: of two that have it, visitors of the one would see the other. */
function addressesTwice(root: string, linted: readonly Linted[]): Located[] {
  const owners = new Map<string, string>();
  return linted.flatMap(({ file, charts }) =>
    charts.flatMap(({ code, ...chart }) =>
      Object.keys("entries" in chart ? (chart.entries as object) : {}).flatMap((address) => {
        const owner = owners.get(address) ?? code;
        owners.set(address, owner);
        if (owner === code) return [];
        const finding = {
          name: address,
          message: `${code} has the address ${address}, which is ${owner}'s.`,
        };
        const place = placeOfTarget(root, file, address) ?? { file, line: 1 };
        return [{ ...finding, ...place, remedy: "Give it one of its own." }];
      }),
    ),
  );
}

async function lintFile(root: string, file: string): Promise<Linted> {
  if (!existsSync(join(root, file)))
    return {
      file,
      charts: [],
      found: [{ name: "", message: "There is no such file.", remedy: "", file, line: 1 }],
    };
  const text = readFileSync(join(root, file), "utf8");
  const located = (finding: Finding) => placed(root, file, finding);
  let exported: unknown[];
  try {
    exported = Object.values(await import(pathToFileURL(join(root, file)).href));
  } catch (error) {
    const failure = locatedFailure(error as Error, root);
    const found = [failure.file ? failure : located(findingOf((error as Error).message, text))];
    return { file, charts: [], found };
  }
  const charts = exported.filter(isCharted);
  try {
    const found: Located[] = [];
    for (const chart of charts) found.push(...(await problemsIn(chart)).map(located));
    return { file, charts, found };
  } catch (error) {
    return { file, charts, found: [located(findingOf((error as Error).message, text))] };
  }
}

function isCharted(value: unknown): value is Charted {
  return typeof value === "object" && value !== null && "machine" in value && "code" in value;
}
