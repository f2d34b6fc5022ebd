import { counted } from "../operations/text.ts";
import { csvCosts, twiceFaults } from "../outcomes/csv-costs.ts";
import { writeDown } from "./audit-log.ts";
import { refusal, textOf } from "./csv-file.ts";
import { type Program, print } from "./program.ts";
import { withStore } from "./with-store.ts";

export function addCosts(program: Program): void {
  program
    .command("costs")
    .description("take in what the sources of visits cost")
    .command("import")
    .description("set the costs of a CSV file, all or none: of a source and day the newest file counts")
    .argument("<file>")
    .action((file: string) => {
      const { rows, faults } = csvCosts(textOf(file));
      if (faults.length > 0) throw refusal(file, faults);
      return withStore(async ({ store }) => {
        await writeDown({ store }, "costs import", [], { about: file });
        const surveys = [...new Set(rows.map(({ row }) => row.variant))];
        const kept = (await Promise.all(surveys.map(store.costs.ofVariant))).flat();
        const twice = twiceFaults(rows, kept);
        if (twice.length > 0) throw refusal(file, twice);
        const changed = await store.costs.set(rows.map(({ row }) => row));
        await print(`${counted(changed, "cost")} set, ${rows.length - changed} known already\n`);
      });
    });
}
