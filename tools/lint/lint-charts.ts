import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Charted, graphOf } from "../../machines/graph/graph.ts";
import { type Finding, lintOf } from "../../machines/graph/lint.ts";
import { nearest } from "../../machines/graph/nearest.ts";
import { stepNamed, steps } from "../../machines/steps/index.ts";

/** A finding and where it is: a path from the project's root, and the line there. */
export type Located = Finding & { file: string; line: number };

const folder = "machines/variants";

/**
 * Checks every variant's file by itself, so that one that cannot be read hides nothing of the others.
 * @param root the project's folder
 */
export async function lintCharts(root: string): Promise<Located[]> {
  const files = readdirSync(join(root, folder)).filter((file) => file !== "index.ts");
  const found = await Promise.all(files.map((file) => lintFile(root, `${folder}/${file}`)));
  return found.flat();
}

async function lintFile(root: string, file: string): Promise<Located[]> {
  const text = readFileSync(join(root, file), "utf8");
  const located = (finding: Finding): Located => ({ ...finding, file, line: lineOf(text, finding.name) });
  try {
    const exported = Object.values(await import(pathToFileURL(join(root, file)).href));
    return exported.filter(isCharted).flatMap((chart) => {
      const graph = graphOf(chart, (name, machine) => stepNamed(name, machine as never));
      return lintOf(graph, Object.keys(steps)).map(located);
    });
  } catch (error) {
    return [located(findingOf(error as Error, text))];
  }
}

function isCharted(value: unknown): value is Charted {
  return typeof value === "object" && value !== null && "machine" in value && "code" in value;
}

/** What XState says of a chart that it cannot make, and of its names the one that is meant. */
function findingOf({ message }: Error, text: string): Finding {
  const [, name = ""] = /[Cc]hild state '([^']+)' does not exist/.exec(message) ?? [];
  const states = [...text.matchAll(/^\s{4,8}(\w+): \{/gm)].map(([, state]) => state!);
  const near = name && nearest(name, states);
  const remedy = near ? `Did you mean ${near}?` : "Name a target that is a state of this chart.";
  return {
    name,
    message: message.replaceAll("\n", " "),
    remedy: name ? remedy : "Mend what the message says; `npm run typecheck` may know more.",
  };
}

/** The first line that has a name; the first of all where none has. */
function lineOf(text: string, name: string): number {
  const at = name
    ? text.split("\n").findIndex((line) => new RegExp(`\\b${name.replace(/\W/g, ".")}\\b`).test(line))
    : 0;
  return Math.max(0, at) + 1;
}
