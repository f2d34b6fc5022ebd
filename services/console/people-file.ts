import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import type { Settings } from "../settings/env.ts";
import { readJson } from "../settings/json-file.ts";
import { sqlitePath } from "../store/sqlite-file.ts";
import { roles } from "./roles.ts";

/** Names are written to the audit and shown: plain ones, that no address or mark-up can be. */
export const personName = /^[a-z][a-z0-9.-]{0,39}$/;

const person = z.strictObject({
  role: z.enum(roles),
  /** As `hashOfPassword` makes it. */
  password: z.string().startsWith("scrypt$"),
  /** Secret of the second factor, in base32; the role that sees personal data must have one. */
  secondFactor: z.string().optional(),
});
const people = z.record(z.string().regex(personName), person);

export type Person = z.infer<typeof person>;
type People = Readonly<Record<string, Person>>;

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
 * Reads the file again each time: who was taken out of it is signed out with the next request.
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

/** Replaces the file at once, so that nobody reads half of it; only its owner may read it. */
export function writePeople(file: string, people: People): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}
