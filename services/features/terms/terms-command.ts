import { writeDown } from "../../commands/audit-log.ts";
import { type Program, print } from "../../commands/program.ts";
import { type Context, withStore } from "../../commands/with-store.ts";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import { isoTime, table } from "../../operations/text.ts";
import { fieldWords } from "../../settings/destinations/terms.ts";
import { allTerms, termsYaml, writeTerms } from "./terms.ts";

export function addTerms(program: Program): void {
  const terms = program
    .command("terms")
    .description("show what the console changed over the file of receivers, and write it back");
  terms
    .command("show", { isDefault: true })
    .description("print the differences as YAML, to paste into the file")
    .action(() => withStore(show));
  terms
    .command("history")
    .description("list every change, the oldest first: who, when, why, from what to what")
    .action(() => withStore(history));
  terms
    .command("write")
    .description("write the differences into claimpath.yaml, where all else stays as it is")
    .action(() => withStore(write));
}

async function show(context: Context): Promise<void> {
  const text = termsYaml(await allTerms(context));
  await print(text || "# Nothing differs from the file.\n");
}

async function history({ store }: Context): Promise<void> {
  const rows = (await store.terms.history(undefined, 100_000))
    .reverse()
    .map((each) => [
      String(each.number),
      isoTime(each.at),
      printable(each.person) || "-",
      each.party,
      each.name,
      fieldWords[each.field] ?? each.field,
      each.before ?? (each.inFile || "-"),
      each.after ?? (each.inFile || "-"),
      each.undoes === null ? "-" : String(each.undoes),
      printable(each.reason) || "-",
    ]);
  const heading = ["change", "at", "by", "of", "name", "what", "from", "to", "undoes", "why"];
  await print(table(heading, rows));
}

/** @throws Refusal */
async function write(context: Context): Promise<void> {
  const { file } = context.settings;
  if (file === undefined)
    throw new Refusal("There is no claimpath.yaml, and CLAIMPATH_FILE names no file to write to.");
  const all = await allTerms(context);
  await writeDown(context, "terms write", [], { about: "claimpath.yaml" });
  const written = writeTerms(context.settings, all, process.env);
  await print(
    written.length === 0
      ? "Nothing differs from the file.\n"
      : `Written into ${file}: ${written.join(", ")}. The site reads it at its next start. The same terms stay in force until somebody changes them in the console.\n`,
  );
}
