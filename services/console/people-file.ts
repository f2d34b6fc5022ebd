import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type { Settings } from "../settings/env.ts";
import { sqlitePath } from "../store/engine/sqlite-file.ts";
import { ofBuyer, roles } from "./roles.ts";

/** Names are written to the audit and shown: plain ones, that no address or mark-up can be. */
export const personName = /^[a-z][a-z0-9.-]{0,39}$/;

const person = z
  .strictObject({
    role: z.enum([...roles, ofBuyer]),
    /** The receiver whose person somebody with the role of a buyer is. */
    buyer: z.string().optional(),
    /** The hash that `hashOfPassword` makes. */
    password: z.string().startsWith("scrypt$"),
    /** Secret of the second factor, in base32; the role that sees personal data must have one. */
    secondFactor: z.string().optional(),
  })
  .refine(({ role, buyer }) => (role === ofBuyer) === (buyer !== undefined), {
    path: ["buyer"],
    error: "people of a buyer, and nobody else, belong to a receiver",
  });
const people = z.record(z.string().regex(personName), person);

export type Person = z.infer<typeof person>;
export type People = Readonly<Record<string, Person>>;

/** @returns undefined where people have no place to be kept: on a shared database it has to be set */
export function peopleFileOf({
  consolePeopleFile,
  databaseUrl,
}: Pick<Settings, "consolePeopleFile" | "databaseUrl">): string | undefined {
  if (consolePeopleFile !== undefined) return consolePeopleFile;
  if (!databaseUrl.startsWith("file:")) return undefined;
  return join(dirname(sqlitePath(databaseUrl)), "console-people.json");
}

/**
 * Reads the file again each time: a removed person is signed out with the next request.
 * @throws an Error in plain words when it is not such a file
 */
export function readPeople(file: string | undefined): People {
  if (file === undefined || !existsSync(file)) return {};
  const read = readJson(file);
  if ("fault" in read) throw new Error(`The people of the console are unknown: ${file}: ${read.fault}.`);
  const checked = people.safeParse(read.content);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new Error(
    `The people of the console are unknown: ${file}: ${issue!.path.join(".")}: ${issue!.message}.`,
  );
}

/**
 * The site can read this file but not change it: nobody can change a password or second factor from within the console.
 */
export class FixedPeople extends Error {}

/** Longer than any change takes: a draft of so long ago is of a program that was killed. */
const abandonedMs = 10_000;
const patienceMs = 5_000;

/**
 * Changes the file. It is replaced atomically, so that nobody reads half of it, and only its owner may read it.
 * Programs that change it at the same time wait for each other: the owner of the draft writes, and no change is lost.
 * @param change gets the people as they are now; nothing is written where it returns undefined
 * @throws FixedPeople when the file cannot be written
 */
export async function changePeople(
  file: string,
  change: (people: People) => People | undefined | Promise<People | undefined>,
): Promise<void> {
  const draft = `${file}.draft`;
  await begun(draft);
  // Once the draft has been renamed, the next program may have a draft with this name.
  let isOurs = true;
  try {
    const changed = await change(readPeople(file));
    if (!changed) return;
    written(() => {
      writeFileSync(draft, `${JSON.stringify(changed, null, 2)}\n`, { flush: true });
      renameSync(draft, file);
      isOurs = false;
    });
  } finally {
    if (isOurs) rmSync(draft, { force: true });
  }
}

/** Makes the draft, which one program at a time can have. */
async function begun(draft: string): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; ; await setTimeout(20)) {
    const isOurs = written(() => {
      mkdirSync(dirname(draft), { recursive: true, mode: 0o700 });
      try {
        writeFileSync(draft, "", { flag: "wx", mode: 0o600 });
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const begunAt = statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
        if (Date.now() - begunAt > abandonedMs) rmSync(draft, { force: true });
        return false;
      }
    });
    if (isOurs) return;
    if (Date.now() > giveUpAt) throw new FixedPeople(`Another program has been changing ${draft} for long.`);
  }
}

function written<Result>(write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    throw new FixedPeople("The file of people cannot be written.", { cause: error });
  }
}

/** A JSON file's contents, or why it has none. */
function readJson(path: string): { content: unknown } | { fault: string } {
  try {
    return { content: JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, "")) };
  } catch (error) {
    return { fault: error instanceof SyntaxError ? "it is not JSON" : "it cannot be read" };
  }
}
