/** Values of options: each function reads one, or says what it must be. */
import { createInterface } from "node:readline/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import { momentOf } from "../calendar/days.ts";
import { type ContactPoints, normalEmail, normalPhone } from "../store/engine/address-hash.ts";

const unit: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads a business day, a time in ISO form (UTC unless it says otherwise), or a span before now like 7d, 12h or 30m.
 * @returns a function to epoch milliseconds, once the site's settings give the time zone
 */
export function sinceTime(text: string, now: number): (timeZone: string) => number {
  const span = /^(\d{1,6})([mhd])$/.exec(text);
  if (span) return () => now - Number(span[1]) * unit[span[2]!]!;
  if (Number.isNaN(momentOf(text, "UTC"))) {
    throw new InvalidArgumentError(
      "Use a day like 2026-01-31, a time like 2026-01-31T08:00Z, or 7d, 12h, 30m.",
    );
  }
  return (timeZone) => momentOf(text, timeZone);
}

/** Reads a whole number from 1, up to seven digits. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1.");
  return Number(text);
}

export const sinceOption = () =>
  new Option(
    "--since <time>",
    "only those stored since a day of the site's, a time, or for example 7d, 12h or 30m ago",
  ).argParser((text) => sinceTime(text, Date.now()));

export const limitOption = () =>
  new Option("--limit <number>", "how many at most").argParser(wholeNumber).default(50);

/** Gives a command the options that name a person. */
export function namesPerson(command: Command): Command {
  return command
    .option("--email <address>", "the person's e-mail address", emailAddress)
    .option("--phone <number>", "the person's US phone number, ten digits", phoneNumber);
}

/**
 * The person named by `--email` and `--phone`, or else by standard input, one to a line: what a command line says is in the
 * shell's history, in the list of processes and in npm's logs.
 */
export async function personIn({ email, phone }: ContactPoints, command: Command): Promise<ContactPoints> {
  if (email !== undefined || phone !== undefined) return { email, phone };
  if (process.stdin.isTTY)
    process.stderr.write("E-mail address, US phone number, or both; an empty line ends:\n");
  const person: ContactPoints = {};
  for await (const line of createInterface({ input: process.stdin })) {
    const text = line.trim();
    if (text === "") break;
    if (normalEmail(text)) person.email = text;
    else if (normalPhone(text)) person.phone = text;
    else command.error("standard input must be an e-mail address, a US number of ten digits, or both");
  }
  if (person.email === undefined && person.phone === undefined) {
    command.error("give an e-mail address or a phone number on standard input, or --email, --phone or both");
  }
  return person;
}

function emailAddress(text: string): string {
  if (!normalEmail(text)) throw new InvalidArgumentError("It must be an e-mail address.");
  return text;
}

function phoneNumber(text: string): string {
  if (!normalPhone(text)) throw new InvalidArgumentError("It must be a US number of ten digits.");
  return text;
}
