/**
 * `npm run tool -- mutants [file…]`: changes rules and charts in every small way and demands that a test, or a
 * path through the chart, notices.
 */
import { variants } from "../../machines/registry.ts";
import { mutantsOf } from "../../test/paths/model/mutants.ts";
import { survivingMutants } from "../../test/paths/model/surviving.ts";
import { tool } from "../tool.ts";
import { nameOf } from "./name.ts";
import { mutantsOfFiles, mutatedFiles } from "./sources.ts";
import { survivors as known } from "./survivors.ts";
import { tryFile } from "./try-file.ts";

/** Share of mutants that must be noticed. */
const demanded = 0.95;

const asked = tool(
  "mutants",
  `Changes rules and charts in every small way and lists the changes that no test, and no path through the chart,
notices. Ends with status 1 when fewer than 95 % are noticed, or one is missing from the list of known survivors.`,
)
  .argument("[file...]", "only these files, for example: machines/rules/dates.ts")
  .parse().args;
const isAsked = (file: string) => asked.length === 0 || asked.includes(file);
const wrong: string[] = [];
let tried = 0;
let survived = 0;

for (const [file, mutants] of mutantsOfFiles(mutatedFiles.filter(isAsked))) {
  if (mutants.length === 0) continue;
  const { surviving, broken } = await tryFile(file, mutants, progress);
  wrong.push(...broken.map((test) => `${test} fails without a mutant`));
  const named = surviving.map((mutant) => ({ at: `${file}:${mutant.line}`, name: nameOf(mutant, mutants) }));
  tell(file, mutants.length, named);
}

const shared = new Set<unknown>();
for (const variant of variants.values()) {
  const file = `machines/variants/${variant.code}.ts`;
  if (!isAsked(file)) continue;
  progress(`walking ${file}`);
  const mutants = mutantsOf(variant.machine, shared);
  const surviving = survivingMutants(variant, mutants);
  tell(
    file,
    mutants.length,
    surviving.map(({ name }) => ({ at: file, name })),
  );
}

const share = 1 - survived / tried;
console.log(`\n${tried} mutants, ${tried - survived} killed: ${(100 * share).toFixed(1)} %`);
for (const sentence of wrong) console.log(sentence);
if (share < demanded || wrong.length > 0) process.exitCode = 1;

/** Prints what became of a file's mutants, and holds the survivors to the list of those known. */
function tell(file: string, count: number, surviving: readonly { at: string; name: string }[]): void {
  progress("");
  console.log(`${file}: ${count} mutants, ${count - surviving.length} killed`);
  const listed = known.filter((survivor) => survivor.file === file);
  for (const { at, name } of surviving) {
    const reason = listed.find(({ mutant }) => mutant === name)?.reason;
    console.log(`  ${at} ${name}\n    ${reason ?? "survives, and is not listed"}`);
    if (!reason) wrong.push(`${at} survives: ${name}`);
  }
  for (const { mutant } of listed) {
    const isStill = surviving.some(({ name }) => name === mutant);
    if (!isStill) wrong.push(`${file}: listed as a survivor, but killed or gone: ${mutant}`);
  }
  tried += count;
  survived += surviving.length;
}

/** On a terminal one line that changes; elsewhere nothing, so that a log stays readable. */
function progress(said: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${said}`);
}
