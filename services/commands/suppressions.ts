import { type Command, Option } from "commander";
import { printable } from "../observe/printable.ts";
import { Refusal } from "../operations/refusal.ts";
import { counted, isoTime, table } from "../operations/text.ts";
import { receivers } from "../providers/index.ts";
import { type ContactPoints, normalEmail, normalPhone } from "../store/engine/address-hash.ts";
import type { BatchRange } from "../store/guards/suppressions.ts";
import { type RefusalKind, refusalKinds } from "../store/rows.ts";
import { closest, didYouMean } from "../yaml/closest.ts";
import { writeDown } from "./audit-log.ts";
import { refusal, textOf } from "./csv-file.ts";
import { type Program, print } from "./program.ts";
import { namesPerson, personIn, sinceTime } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

const sinceWords = "since a day of the site's, a time, or for example 7d, 12h or 30m ago";

type Options = ContactPoints & { kind: RefusalKind; reason: string };

export function addSuppressions(program: Program): void {
  const suppressions = program
    .command("suppressions")
    .description("manage the list of people whose data is passed on to nobody");
  namesPerson(suppressions.command("add"))
    .description("put a person on the list")
    .addOption(
      new Option("--kind <kind>", "what was refused; only do-not-sell yields to a later consent")
        .choices(refusalKinds)
        .default("operator"),
    )
    .option("--reason <text>", "why", "by hand")
    .action(onPerson(add));
  namesPerson(suppressions.command("remove"))
    .description("take a person off the list")
    .action(onPerson(remove));
  namesPerson(suppressions.command("check"))
    .description("say whether a person is on the list, since when and why")
    .action(onPerson(check));
  suppressions
    .command("import")
    .description(
      "make a receiver's own list the e-mail addresses and numbers of a file, one to a line; with a line that is wrong nobody is taken off",
    )
    .argument("<receiver>")
    .argument("<file>")
    .action((receiver: string, file: string) => withStore((context) => replaceList(context, receiver, file)));
  const time = (text: string) => sinceTime(text, Date.now());
  suppressions
    .command("batches")
    .description("count what visitors' opt-outs have listed, by the network that they came from")
    .addOption(new Option("--since <time>", sinceWords).argParser(time).default(time("7d"), "7d"))
    .action((given: Given) => withStore((context) => batches(context, rangeIn(context, given))));
  suppressions
    .command("undo")
    .description("take off the list what opt-outs of one network have put on it, as batches names it")
    .argument("<network>")
    .requiredOption("--since <time>", sinceWords, time)
    .option("--until <time>", "until then", time)
    .option("--yes", "do it; without it they are only counted")
    .action((network: string, { yes, ...given }: Given & { yes?: true }) =>
      withStore((context) => undo(context, network, { ...rangeIn(context, given), yes })),
    );
}

/** A time as it was given. */
type Given = { [name in keyof BatchRange]: (timeZone: string) => number };

const rangeIn = ({ settings: { siteTimeZone } }: Context, { since, until }: Given): BatchRange => ({
  since: since(siteTimeZone),
  until: until?.(siteTimeZone),
});

/** Prints what is answered. */
function onPerson(work: (context: Context, person: ContactPoints, options: Options) => Promise<string>) {
  return async (options: Options, command: Command) => {
    const person = await personIn(options, command);
    await withStore(async (context) => {
      await writeDown(context, `suppressions ${command.name()}`, [], {
        about: Object.keys(person).join(" and "),
      });
      await print(`${await work(context, person, options)}\n`);
    });
  };
}

async function add({ store }: Context, person: ContactPoints, { kind, reason }: Options): Promise<string> {
  return (await store.suppressions.add(person, kind, reason)) > 0 ? "added" : "already on the list";
}

async function remove({ store }: Context, person: ContactPoints): Promise<string> {
  return (await store.suppressions.remove(person)) > 0 ? "removed" : "was not on the list";
}

async function check({ store }: Context, person: ContactPoints): Promise<string> {
  const found = await store.suppressions.find(person);
  const lines = found.map(({ kind, refusal, createdAt, reason }) => {
    return `${kind}: on the list since ${isoTime(createdAt)}, ${refusal}: ${printable(reason)}`;
  });
  return lines.join("\n") || "not on the list";
}

/** The former list is gone afterwards: a buyer sends the whole of it. */
async function replaceList({ store, settings }: Context, receiver: string, file: string): Promise<void> {
  const names = receivers(settings).map(({ name }) => name);
  if (!names.includes(receiver))
    throw new Refusal(
      `No receiver is named ${printable(receiver)}${didYouMean(closest(receiver, names)) || "."}`,
    );
  const lines = textOf(file)
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/);
  const reaches: ContactPoints[] = [];
  const faults: string[] = [];
  for (const [index, line] of lines.entries()) {
    const text = line.trim().replace(/^"(.*)"$/, "$1");
    if (text === "") continue;
    if (normalEmail(text)) reaches.push({ email: text });
    else if (normalPhone(text)) reaches.push({ phone: text });
    // The line is not repeated: it may be somebody's address with a mistake.
    else faults.push(`line ${index + 1} is neither an e-mail address nor a US number of ten digits`);
  }
  const refused = refusal(file, faults, reaches.length, faults.length);
  if (reaches.length === 0 && refused) throw refused;
  await writeDown({ store }, "suppressions import", [], { about: receiver });
  // The person of a line that is wrong may be on the former list, and is to stay there.
  const { listed, removed } = await store.ownLists.replace(receiver, reaches, refused !== undefined);
  await print(`On the list of ${receiver}: ${listed}; taken off: ${removed}\n`);
  if (refused) throw refused;
}

async function batches({ store }: Context, range: BatchRange): Promise<void> {
  const rows = (await store.suppressions.batches(range)).map(({ cameBy, count, firstAt, lastAt }) => [
    cameBy,
    String(count),
    isoTime(firstAt),
    isoTime(lastAt),
  ]);
  await print(table(["network", "opt-outs", "from", "until"], rows));
}

async function undo(
  context: Context,
  network: string,
  { yes, ...range }: BatchRange & { yes?: true },
): Promise<void> {
  const { suppressions } = context.store;
  const { count = 0 } = (await suppressions.batches(range)).find(({ cameBy }) => cameBy === network) ?? {};
  if (count === 0)
    throw new Refusal("There is no such batch: suppressions batches lists those that there are.");
  if (!yes) return print(`${counted(count, "opt-out")} would be taken off. Add --yes to do it.\n`);
  await writeDown(context, "suppressions undo", [], { about: `${network} since ${isoTime(range.since)}` });
  const removed = await suppressions.undo(network, range);
  await print(`${counted(removed, "opt-out")} taken off. Leads held meanwhile: outbox list --status held\n`);
}
