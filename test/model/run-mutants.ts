/**
 * `npm run mutants`: what is wrong on purpose and not noticed, of every chart by its paths and of every guard,
 * rule and part of the lead by its own tests; `npm run mutants -- c machines/guards.ts` for some. Takes long.
 */
import { readdirSync } from "node:fs";
import { variants } from "../../machines/registry.ts";
import { survivesPaths } from "./killed-by-paths.ts";
import { openTests } from "./killed-by-tests.ts";
import { mutantsOf } from "./mutants.ts";
import { suitesOf } from "./suite.ts";
import { survivors } from "./survivors.ts";

/** Share of the mutants that must be noticed, all in all. */
const noticed = 0.95;

const files = ["machines/rules", "machines/lead"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name}`),
);
const subjects = [...variants.keys(), "machines/guards.ts", ...files];
const asked = process.argv.slice(2);
const unknown = asked.filter((subject) => !subjects.includes(subject));
const total = { mutants: 0, surviving: 0 };

if (unknown.length > 0) {
  process.stderr.write(`There are no mutants of ${unknown.join(", ")}.\n`);
  process.exitCode = 1;
} else {
  const tests = await openTests();
  for (const subject of subjects.filter((each) => asked.length === 0 || asked.includes(each))) {
    const { count, surviving } = variants.has(subject) ? judgeChart(subject) : await tests.judge(subject);
    report(subject, count, surviving);
  }
  await tests.close();
  const share = 1 - total.surviving / Math.max(1, total.mutants);
  process.stdout.write(`${total.mutants} mutants, ${(100 * share).toFixed(1)} % noticed\n`);
  if (share < noticed) process.exitCode = 1;
}

function judgeChart(code: string) {
  const variant = variants.get(code)!;
  const mutants = mutantsOf(variant.machine);
  const survives = survivesPaths(suitesOf(variant).filter(({ isNew }) => isNew));
  return { count: mutants.length, surviving: mutants.filter(survives).map(({ name }) => name) };
}

function report(subject: string, count: number, surviving: string[]): void {
  total.mutants += count;
  total.surviving += surviving.length;
  const listed = Object.keys(survivors[subject] ?? {});
  const wrong = [
    ...surviving.filter((name) => !listed.includes(name)).map((name) => `not noticed: ${name}`),
    ...listed
      .filter((name) => !surviving.includes(name))
      .map((name) => `listed, but noticed or gone: ${name}`),
  ];
  process.stdout.write(
    `${subject.padEnd(40)}${String(count).padStart(5)} mutants, ${surviving.length} survive\n`,
  );
  for (const line of wrong) process.stdout.write(`    ${line}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}
