import { randomBytes } from "node:crypto";
import { InvalidArgumentError, Option } from "commander";
import { faultOfPassword, hashOfPassword } from "../console/passwords.ts";
import { changePeople, FixedPeople, peopleFileOf, personName, readPeople } from "../console/people-file.ts";
import { type AnyRole, needsFactor, ofBuyer, roles } from "../console/roles.ts";
import { newSecondFactor, secondFactorAddress } from "../console/second-factor.ts";
import { printable } from "../observe/printable.ts";
import { Refusal } from "../operations/refusal.ts";
import { table } from "../operations/text.ts";
import { buyersIn } from "../providers/route.ts";
import { writeDown } from "./audit-log.ts";
import { type Program, print } from "./program.ts";
import { type Context, withStore } from "./with-store.ts";

export function addConsole(program: Program): void {
  const console = program.command("console").description("who may sign in to the console at /console");
  console
    .command("add")
    .description("add a person, or give one a new password; it is read from standard input, or made")
    .argument("<name>", "lower-case letters, digits, dots and hyphens", nameOfPerson)
    .addOption(
      new Option("--role <role>", "what they may see; leads and buyer need an authenticator app")
        .choices([...roles, ofBuyer])
        .default("leads-masked"),
    )
    .option(
      "--buyer <receiver>",
      "whose person somebody with the role buyer is: they see what is of it alone",
    )
    .action((name: string, { role, buyer }: { role: AnyRole; buyer?: string }) =>
      withStore((context) => add(context, name, { role, buyer })),
    );
  console
    .command("remove")
    .description("take a person off; their sessions end at once")
    .argument("<name>")
    .action((name: string) => withStore((context) => remove(context, name)));
  console
    .command("list")
    .description("list the people and their roles")
    .action(() => withStore(list));
}

async function add(
  { settings, store }: Context,
  name: string,
  { role, buyer }: { role: AnyRole; buyer?: string },
): Promise<void> {
  const file = demandFile(settings);
  if ((role === ofBuyer) !== (buyer !== undefined))
    throw new Refusal("--buyer and --role buyer go together: the people of a buyer belong to one receiver.");
  const buyers = buyersIn(settings);
  if (buyer !== undefined && !buyers.includes(buyer))
    throw new Refusal(
      `${printable(buyer)} is no receiver that pays for leads. ${buyers.length > 0 ? `There are ${buyers.join(", ")}.` : "There is none."}`,
    );
  const given = process.stdin.isTTY ? undefined : await firstLine();
  const fault = given === undefined ? undefined : faultOfPassword(given, name);
  if (fault !== undefined) throw new Refusal(fault);
  const password = given ?? randomBytes(16).toString("base64url");
  const secondFactor = needsFactor(role) ? newSecondFactor() : undefined;
  const person = { role, buyer, password: await hashOfPassword(password), secondFactor };
  await writeDown({ store }, "console add", [], { about: [name, role, buyer].filter(Boolean).join(" ") });
  await written(file, (people) => ({ ...people, [name]: person }));
  await store.consoleSessions.endOf(name);
  await print(
    `${name} may sign in at ${settings.siteOrigin}/console as ${buyer === undefined ? role : `a person of ${buyer}`}; kept in ${file}\n`,
  );
  if (given === undefined) await print(`Password, shown this once: ${password}\n`);
  if (secondFactor === undefined) return;
  await print(`Key for an authenticator app, shown this once: ${secondFactor}\n`);
  await print(`The same as an address: ${secondFactorAddress(secondFactor, name)}\n`);
}

async function remove({ settings, store }: Context, name: string): Promise<void> {
  const file = demandFile(settings);
  if (!Object.hasOwn(readPeople(file), name)) throw new Refusal("There is no such person.");
  await writeDown({ store }, "console remove", [], { about: name });
  await written(file, ({ [name]: _, ...others }) => others);
  await store.consoleSessions.endOf(name);
  await print(`${name} can no longer sign in\n`);
}

async function list({ settings }: Context): Promise<void> {
  const rows = Object.entries(readPeople(peopleFileOf(settings))).map(
    ([name, { role, buyer, secondFactor }]) => [
      name,
      buyer === undefined ? role : `${role} ${buyer}`,
      secondFactor === undefined ? "no" : "yes",
    ],
  );
  await print(table(["name", "role", "second factor"], rows));
}

async function written(file: string, change: Parameters<typeof changePeople>[1]): Promise<void> {
  await changePeople(file, change).catch((error: unknown) => {
    throw error instanceof FixedPeople ? new Refusal(`${file} cannot be written.`) : error;
  });
}

function demandFile(settings: Context["settings"]): string {
  const file = peopleFileOf(settings);
  if (file === undefined)
    throw new Refusal("Set CONSOLE_PEOPLE_FILE: on a shared database people have no file of their own.");
  return file;
}

function nameOfPerson(text: string): string {
  if (personName.test(text)) return text;
  throw new InvalidArgumentError(
    "It must begin with a letter and have lower-case letters, digits, . and - only.",
  );
}

/** The first line of a script's standard input. @returns undefined where it is empty */
export async function firstLine(): Promise<string | undefined> {
  let text = "";
  for await (const part of process.stdin) text += part;
  return text.split(/\r?\n/)[0] || undefined;
}
