import { readFileSync } from "node:fs";
import { operatorName, writeDown } from "../../commands/audit-log.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { Refusal } from "../../operations/refusal.ts";
import { counted } from "../../operations/text.ts";
import { readWords, wordsYaml } from "./check.ts";
import { changesBetween, everyWord, type OwnQuestion, scopeOf, type WordsChange } from "./own-words.ts";
import { partsOfSite } from "./parts.ts";
import { armLeftWithout, readReason, refusalOf } from "./presses.ts";

export function addWords(program: Program): void {
  const words = program
    .command("words")
    .description(
      "the owner's own words of questions and around them, which the site shows in place of the shipped ones",
    );
  words
    .command("show", { isDefault: true })
    .description("print them as a file in YAML")
    .option(
      "--all",
      "print all words that can be other ones, as they stand: to read them, or to change them in the file",
    )
    .action(({ all }: { all?: true }) =>
      withStore(async ({ store }) => {
        const { questions } = await store.words.inForce();
        const shown = all ? everyWord(questions) : questions;
        await print(wordsYaml(shown) || "# All words are as they are shipped.\n");
      }),
    );
  words
    .command("check <file>")
    .description("say what is wrong with such a file, and what it would change")
    .action((file: string) =>
      withStore(async ({ store }) => {
        const changes = changesBetween((await store.words.inForce()).questions, wordsIn(file));
        await print(`${changesText(changes)}\n`);
      }),
    );
  words
    .command("apply <file>")
    .description("take such a file up as all that differs: what it has not goes back to the shipped words")
    .requiredOption("--why <words>", "the reason, which the history shows; name nobody")
    .action((file: string, { why }: { why: string }) => withStore((context) => apply(context, file, why)));
}

/** @throws Refusal with every fault on a line of its own */
function wordsIn(path: string): OwnQuestion[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new Refusal(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
  const read = readWords(text, path);
  if ("faults" in read) throw new Refusal(`${read.faults.join("\n")}\nNothing was changed.`);
  return read.questions;
}

/** @throws Refusal where the file or the reason is no good, or somebody has changed the same meanwhile */
async function apply(context: Context, file: string, why: string): Promise<void> {
  const { words } = context.store;
  const read = readReason(why);
  if ("fault" in read) throw new Refusal(read.fault);
  const { revision, questions } = await words.inForce();
  const changes = changesBetween(questions, wordsIn(file));
  const missed = armLeftWithout(questions, changes, context.settings.arms);
  if (missed) throw new Refusal(missed);
  if (changes.length > 0) {
    await writeDown(context, "words apply", [], { about: changes.map(({ step }) => step).join(" ") });
    const done = await words.change(changes, { person: operatorName(), reason: read.reason }, revision);
    if (typeof done !== "number") throw refusalOf(done);
  }
  const then = changes.length === 0 ? "" : "\nEach process of the site shows it within seconds.";
  await print(`${changesText(changes)}${then}\n`);
}

/** `en AtFault: heading, options.no` for each question or part, and how many. */
function changesText(changes: readonly WordsChange[]): string {
  if (changes.length === 0) return "It says what the site says already.";
  const lines = changes.map(({ language, step, survey, set, before = {}, after = {} }) => {
    const places = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (place) => before[place] !== after[place],
    );
    const what = places
      .map((place) => (after[place] === undefined ? `${place} as shipped` : place))
      .join(", ");
    const scope = scopeOf({ survey, set });
    return `${language} ${step}${scope && ` in ${scope}`}: ${what}`;
  });
  const parts = changes.filter(({ step }) => partsOfSite.has(step)).length;
  const [asked, around] = [counted(changes.length - parts, "question"), counted(parts, "other part")];
  const what = parts === 0 ? asked : parts === changes.length ? around : `${asked} and ${around}`;
  return [...lines, `${what} changed.`].join("\n");
}
