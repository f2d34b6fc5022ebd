import { normalEmail, normalPhone, type Reach } from "../store/address-hash.ts";
import { BadUsage } from "./command-line.ts";

const unit: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Reads `--since`: a day or time in ISO form (UTC unless it says otherwise), or a span like 7d, 12h or 30m.
 * @returns epoch milliseconds, or undefined when the option was not given
 */
export function sinceTime(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const span = /^(\d{1,6})([mhd])$/.exec(text);
  if (span) return now - Number(span[1]) * unit[span[2]!]!;
  const zoned = /^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text) ? `${text}Z` : text;
  const time = /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? Date.parse(zoned) : Number.NaN;
  if (Number.isNaN(time))
    throw new BadUsage(
      "--since takes a day like 2026-01-31, a time like 2026-01-31T08:00Z, or 7d, 12h, 30m.",
    );
  return time;
}

/** Reads `--limit`. */
export function limitOf(text: string | undefined, otherwise: number): number {
  return wholeNumber("--limit", text, otherwise);
}

/** Reads an option that is a whole number from 1, up to seven digits. */
export function wholeNumber(option: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new BadUsage(`${option} takes a whole number from 1.`);
  return Number(text);
}

/** The one id a subcommand needs. */
export function idIn(rest: string[], usage: string): string {
  const [id, ...more] = rest;
  if (!id || more.length > 0) throw new BadUsage(usage);
  return id;
}

/** Refuses words a subcommand does not know. */
export function nothingElse(rest: string[], usage: string): void {
  if (rest.length > 0) throw new BadUsage(usage);
}

/** Reads `--email` and `--phone`, of which one is enough. */
export function reachIn({ email, phone }: { email?: string; phone?: string }, usage: string): Reach {
  if (email === undefined && phone === undefined) throw new BadUsage(usage);
  if (email !== undefined && !normalEmail(email)) throw new BadUsage("--email takes an e-mail address.");
  if (phone !== undefined && !normalPhone(phone))
    throw new BadUsage("--phone takes a US number of ten digits.");
  return { email, phone };
}
