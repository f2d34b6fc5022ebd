import { type Command, Option } from "commander";
import { printable } from "../observe/printable.ts";
import type { ContactPoints } from "../store/address-hash.ts";
import { type RefusalKind, refusalKinds } from "../store/suppressions.ts";
import { type Program, print } from "./program.ts";
import { isoTime } from "./text.ts";
import { namesPerson, personIn } from "./values.ts";
import { type Context, withStore } from "./with-store.ts";

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
}

/** Prints what is answered. */
function onPerson(work: (context: Context, person: ContactPoints, options: Options) => Promise<string>) {
  return async (options: Options, command: Command) => {
    const person = await personIn(options, command);
    await withStore(async (context) => print(`${await work(context, person, options)}\n`));
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
