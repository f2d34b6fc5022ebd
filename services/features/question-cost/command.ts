import { armOf } from "../../../machines/features/question-cost/arm.ts";
import { title } from "../../../machines/graph/words.ts";
import { variants } from "../../../machines/registry.ts";
import { type Program, print } from "../../commands/program.ts";
import { withStore } from "../../commands/with-store.ts";
import { Refusal } from "../../operations/refusal.ts";
import { closest } from "../../yaml/closest.ts";
import { analyticsOf } from "../numbers/client.ts";
import { costsOf } from "./cost.ts";
import { aboutOf, orderSentence, sentenceOf } from "./words.ts";

type Options = { arm?: string; before?: string; json?: true };

export function addQuestionCost(program: Program): void {
  program
    .command("question-cost")
    .description(
      "say what each question of a survey costs: who leaves there, which verdicts and payloads need its answer, and in which other orders the questions may stand; nothing personal is shown",
    )
    .argument("<survey>", "its code, such as c")
    .option(
      "--arm <question>",
      "instead print what to write so that an experiment tries the survey without it",
    )
    .option("--before <question>", "with --arm: not without it, but with it just before this one")
    .option("--json", "print the numbers")
    .action(questionCost);
}

async function questionCost(survey: string, { arm, before, json }: Options): Promise<void> {
  const variant = variants.get(survey);
  if (!variant) throw new Refusal(unknown("survey", survey, [...variants.keys()]));
  if (before !== undefined && arm === undefined)
    throw new Refusal("--before needs --arm: which question to ask later.");
  if (arm !== undefined) {
    const questions = Object.keys(variant.machine.root.states);
    for (const name of [arm, before])
      if (name !== undefined && !questions.includes(name))
        throw new Refusal(unknown("question", name, questions));
    const made = armOf(variant, { question: arm, ...(before !== undefined && { before }) });
    if (!made) throw new Refusal(`${survey} cannot be made so.`);
    const { file, text, line, experiment } = made;
    return print(
      `// ${file}\n${text}\n// machines/variants/index.ts\n${line}\n\n# claimpath.yaml, in the list of experiments\n${experiment}`,
    );
  }
  await withStore(async ({ store, settings }) => {
    const numbers = analyticsOf(settings.databaseUrl, settings.replicaUrl);
    try {
      const costs = await costsOf({ store, settings, numbers }, variant);
      if (json) return await print(`${JSON.stringify(costs, null, 2)}\n`);
      const lines = [
        aboutOf(costs),
        "",
        ...costs.questions.map((cost) => `${title(cost.name)}: ${sentenceOf(cost)}`),
        ...(costs.orders.length > 0 ? ["", "Other orders that no guard forbids:"] : []),
        ...costs.orders.map((order) => `${title(order.question)} ${orderSentence(order, title)}`),
      ];
      await print(`${lines.join("\n")}\n`);
    } finally {
      await numbers.stop();
    }
  });
}

function unknown(what: string, given: string, known: readonly string[]): string {
  const near = closest(given, known);
  return `There is no ${what} ${given}.${near ? ` Did you mean ${near}?` : ""}`;
}
