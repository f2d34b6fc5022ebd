import { type Program, print } from "../../commands/program.ts";
import { sinceTime } from "../../commands/values.ts";
import { withStore } from "../../commands/with-store.ts";
import { Refusal } from "../../operations/refusal.ts";
import { buyersInForce, demandBuyer, reasonsOf, sentenceOf } from "./buyers.ts";
import { changeOf, changeText } from "./change.ts";
import { checkText, surveysNamed } from "./check.ts";

const usualSince = "90d";

export function addBuyersTerms(program: Program): void {
  const all = program
    .command("buyers-terms")
    .description(
      "say what buyers take, check it against the surveys, and count what a change would have done",
    );
  all
    .command("show [buyer]", { isDefault: true })
    .description(
      "print what each buyer takes in one sentence, and by what each reason for a return is judged",
    )
    .action((buyer) =>
      withStore(async ({ store, settings }) => {
        const buyers = buyersInForce(settings, await store.termsInForce.all());
        const shown = buyer === undefined ? buyers : [demandBuyer(buyers, buyer)];
        await print(
          shown.length === 0
            ? "There is no buyer.\n"
            : shown
                .map((each) => {
                  const reasons = reasonsOf(each).map(({ reason, judged }) => `  ${reason}: ${judged}\n`);
                  return `${each.name}: ${sentenceOf(each)}\n${reasons.join("")}`;
                })
                .join(""),
        );
      }),
    );
  all
    .command("check [survey...]")
    .description(
      "walk every way through surveys: which leads each buyer takes, which nobody takes, and what leaks, each with the shortest way there",
    )
    .option("--buyer <name>", "only this one")
    .action((surveys: string[], { buyer }: { buyer?: string }) =>
      withStore(async ({ store, settings }) => {
        const buyers = buyersInForce(settings, await store.termsInForce.all());
        const named = buyer === undefined ? undefined : demandBuyer(buyers, buyer).name;
        if (buyers.length === 0)
          throw new Refusal("There is no buyer: claimpath.yaml has no order, and no receiver with a price.");
        for (const survey of surveysNamed(surveys))
          await print(`${checkText(survey, buyers, settings, named).join("\n")}\n`);
      }),
    );
  all
    .command("what-if <buyer> <terms>")
    .description(
      "count the leads that a change of its terms would have won or lost, with dollars: what-if north 'accident-days: {at-most: 180}'",
    )
    .option(
      "--since <time>",
      "those that came since a day of the site's, a time, or for example 7d ago",
      usualSince,
    )
    .action((buyer: string, terms: string, { since }: { since: string }) =>
      withStore(async (context) => {
        const changed = await changeOf(
          context,
          buyer,
          terms,
          sinceTime(since, Date.now())(context.settings.siteTimeZone),
        );
        await print(`Now: ${changed.before}\nThen: ${changed.after}\n${changeText(changed).join("\n")}\n`);
      }),
    );
}
