/** `npm run lab -- experiments`: checks by simulation how often verdicts are wrong and lifts are found. */
import { print } from "../../../services/commands/program.ts";
import { wholeNumber } from "../../../services/commands/values.ts";
import { lab } from "../lab.ts";
import {
  days,
  falseAlarms,
  found,
  missedLifts,
  type Share,
  sampleRatioAlarms,
  timeAlarms,
} from "./simulated.ts";

const program = lab(
  "experiments",
  `Simulates experiments with a look on each of ${days} days: false alarms between equal arms, ranges that miss the true lift,
lifts found with the planned number of visits, and the check of how visits are assigned.`,
)
  .option("--runs <number>", "experiments for each row", wholeNumber, 2000)
  .option("--seed <number>", "seed of the random numbers", wholeNumber, 1)
  .action(async ({ runs, seed }: { runs: number; seed: number }) => {
    const row = (...cells: (string | number)[]) => print(`| ${cells.join(" | ")} |\n`);
    const head = async (...names: string[]) => {
      await print("\n");
      await row(...names);
      await row(...names.map(() => "---"));
    };
    await head("Arms", "Visits a day", "Rate", "False alarms", "A lift of 20 % left out");
    for (const arms of [2, 3]) {
      for (const perDay of [20, 200, 3000]) {
        for (const rate of [0.01, 0.1, 0.4]) {
          const each = { runs, seed, arms, perDay, rate };
          const [alarms, missed] = [falseAlarms(each), missedLifts({ ...each, lift: 0.2 })];
          await row(arms, perDay, inPercent(rate), shareOf(alarms), shareOf(missed));
        }
      }
    }
    await head("Arms", "Rate", "Lift", "Visits planned", "Found");
    for (const [arms, rate, lift] of plans) {
      const { visits, ...share } = found({ runs, seed, arms, rate, lift });
      await row(arms, inPercent(rate), inPercent(lift), visits.toLocaleString("en-US"), shareOf(share));
    }
    await head("Second arm gets", "Visits a day", "Not as planned");
    for (const share of [0.5, 0.48]) {
      for (const perDay of [50, 500, 1000]) {
        await row(inPercent(share), perDay, shareOf(sampleRatioAlarms({ runs, seed, share, perDay })));
      }
    }
    await head("Times", "Finished visits a day", "False alarms");
    for (const shape of ["log-normal", "exponential"] as const) {
      for (const perDay of [20, 200]) {
        await row(shape, perDay, shareOf(timeAlarms({ runs, seed, perDay, shape })));
      }
    }
  });

const plans = [
  [2, 0.01, 0.5],
  [2, 0.1, 0.1],
  [2, 0.1, 0.2],
  [2, 0.4, 0.05],
  [2, 0.4, 0.2],
  [3, 0.1, 0.2],
] as const;

const inPercent = (share: number) => `${Number((100 * share).toFixed(1))} %`;
const shareOf = ({ count: some, of }: Share) => `${((100 * some) / of).toFixed(2)} %`;

await program.parseAsync();
