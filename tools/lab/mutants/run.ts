/** `npm run lab -- mutants [file…]`: would a test, or a path through a chart, notice a small change? */
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { variants } from "../../../machines/registry.ts";
import type { Variant } from "../../../machines/variant.ts";
import { mutantsOf } from "../../../test/paths/model/mutants.ts";
import { survivors as known, survivingMutants } from "../../../test/paths/model/surviving.ts";
import { lab } from "../../tool.ts";

/** Prints the mutants of charts that no path notices. @returns true when each of these is known, with a reason */
function tryCharts(variants: readonly Variant[]): boolean {
  const shared = new Set<unknown>();
  const unknown = variants.flatMap((variant) => {
    const file = `machines/variants/${variant.code}.ts`;
    const mutants = mutantsOf(variant.machine, shared);
    const surviving = survivingMutants(variant, mutants);
    console.log(`${file}: ${mutants.length} mutants, ${mutants.length - surviving.length} killed`);
    return surviving.filter(({ name }) => {
      const reason = known.find((survivor) => survivor.file === file && survivor.mutant === name)?.reason;
      console.log(`  ${name}\n    ${reason ?? "survives, and is not listed"}`);
      return !reason;
    });
  });
  return unknown.length === 0;
}

/** What is mutated unless files are named: guards, rules, the lead, the forms' validation. */
const usual = [
  "machines/{guards,registry}.ts",
  "machines/context/*.ts",
  "machines/fields/*.ts",
  "machines/visit/session.ts",
  "machines/lead/*.ts",
  "machines/rules/*.ts",
];

const asked = lab(
  "mutants",
  `Changes rules, and the charts of variants, in every small way and lists the changes that no test, and no path through
the chart, notices. Sources are mutated by StrykerJS, against the tests in the folder under test/ that mirrors theirs.
Ends with status 1 when fewer than 90 % are noticed or a chart's survivor is not in test/paths/model/surviving.ts. Writes
test/output/mutants.html.`,
)
  .argument("[file...]", "only these files, for example: machines/rules/dates.ts")
  .parse().args;

const ofVariant = (code: string) => `machines/variants/${code}.ts`;
const charts = [...variants.values()].filter(
  ({ code }) => asked.length === 0 || asked.includes(ofVariant(code)),
);
const sources =
  asked.length === 0 ? usual : asked.filter((file) => !charts.some(({ code }) => ofVariant(code) === file));

const folders = [...new Set(sources.map((file) => dirname(file)))];
const isNoticed = [tryCharts(charts), ...folders.map(tryFolder)];
process.exitCode = isNoticed.every(Boolean) ? 0 : 1;

/** Has StrykerJS mutate the sources of one folder. @returns true when enough is noticed */
function tryFolder(folder: string): boolean {
  const files = sources.filter((file) => dirname(file) === folder);
  const settings = "tools/lab/mutants/stryker.config.mjs";
  return run("tools/lab/node_modules/.bin/stryker", ["run", settings, "--mutate", files.join()], {
    // What a visit's context says is tried by the tests of guards and leads.
    MUTATION_TESTS: folder === "machines/context" ? "test/machines" : `test/${folder}`,
  });
}

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  if (error) throw error;
  return status === 0;
}
