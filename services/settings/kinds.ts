/** The kinds of settings. Each takes text and refuses with words that complete "NAME must be …". */

import * as z from "zod";
import { type SubId, subIds } from "../../machines/context/source-path.ts";
import type { Language } from "../../machines/steps/step.ts";
import { draftLanguages, languages } from "../words/languages.ts";

/** Its message is one sentence that names every bad setting and what is expected of it. */
export class BadSetting extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Bad settings: ${faults.join("; ")}.`);
    this.faults = faults;
    this.name = "BadSetting";
  }
}

export const text = (expected = "1 to 200 characters") => z.string().trim().max(200, expected);

/** An address to listen on; `[::]` is `::`. */
export const listenOn = text().transform((host) => host.replace(/^\[(.*)\]$/, "$1"));

/** A text in a file of the operator's; its faults complete a sentence about the field. */
export const line = (longest: number) =>
  z
    .string({ error: "must be a text" })
    .trim()
    .min(1, "must not be empty")
    .max(longest, `must be at most ${longest} characters long`);

/** Something said in each language. */
export const inEachLanguage = <Said extends z.ZodType>(said: Said) =>
  z.strictObject(
    Object.fromEntries(languages.map((language) => [language, said])) as Record<Language, Said>,
    `must have ${languages.join(" and ")}`,
  );

/** A language that nobody has reviewed. */
export const draftLanguage = z.string().refine((name) => draftLanguages.includes(name));

/** A page of somebody else's that visitors are led to. */
export const webAddress = z.url({ protocol: /^https$/, error: "must be an https address" });

/** An id or key of an outside service. */
export const key = z.string().regex(/^\S{1,200}$/, "1 to 200 characters without spaces");

/** A key of our own. */
export const secret = z.string().min(32, "at least 32 characters");

/** An affiliate's id; `none` is the empty one, since a setting without a value counts as not set. */
export const affid = z
  .string()
  .regex(/^[\w.-]{1,128}$/, "an affiliate id of letters, digits and _ . - or the word none")
  .transform((id) => (id === "none" ? "" : id));

/** A secret that people type or paste. */
export const token = z.string().regex(/^\S{12,200}$/, "12 or more characters without spaces");

export const onOff = z.enum(["on", "off"], "on or off").transform((word) => word === "on");

export function wholeNumber(least: number, most: number) {
  const expected = `a whole number from ${least} to ${most}`;
  // One look at it, since dozens of settings are of this kind, and each start makes them all.
  return z.string().transform((text, { addIssue }) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    addIssue(expected);
    return z.NEVER;
  });
}

/** From none to all. */
export const share = z
  .string()
  .regex(/^(?:0|0?\.\d{1,9}|1(?:\.0)?)$/, "a number from 0 to 1")
  .transform(Number);

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** A full address; a slash at its end is dropped. */
export const httpUrl = z
  .string()
  .refine(isHttp, "an http or https address")
  .transform((address) => address.replace(/\/+$/, ""));

/** An address that has `{zip}` where the zip goes. */
export const zipTemplate = z
  .string()
  .refine((address) => isHttp(address.replaceAll("{zip}", "00000")) && address.includes("{zip}"), {
    error: "an http or https address with {zip} in it",
  });

/** Scheme, host and port only. */
export const origin = z
  .string()
  .refine((address) => isHttp(address) && /^https?:\/\/[^/?#@]+\/?$/.test(address), {
    error: "an http or https address without a path",
  })
  .transform((address) => new URL(address).origin);

/** A host by its name, reached by https, or an origin in full; becomes an origin. */
export const host = z
  .string()
  .regex(/^(?:https?:\/\/)?[^/?#@\s]+\/?$/, "the name of a host, such as www.example.com")
  .transform((given) => (given.includes("://") ? given : `https://${given}`))
  .pipe(origin);

export function list(item: z.ZodType<string>, expected: string) {
  return z
    .string()
    .transform((all) => all.split(",").map((one) => one.trim()))
    .refine((all) => all.every((one) => item.safeParse(one).success), expected);
}

const receivers = [
  "lead-prosper",
  "contact-ingest",
  "distribution",
  "transformed-lead",
  "ticket-lead",
  "bad-words",
  "trustedform-certificate",
  "jornaya-audit",
  "progress-save",
];

/** `ticket-lead=https://…,distribution=https://…`; becomes addresses by the names of destinations. */
export const addressesByName = z
  .string()
  .transform((all) => all.split(",").map((one) => one.trim().split(/=(.*)/s)))
  .refine(
    (pairs) => pairs.every(([name, url]) => receivers.includes(name!) && isHttp(url ?? "")),
    `comma-separated <destination>=<http or https address>, destinations being ${receivers.join(", ")}`,
  )
  .transform((pairs): Record<string, string> => Object.fromEntries(pairs.map(([name, url]) => [name, url])));

/** As the Standard Webhooks specification writes it. */
export const webhookSecret = z.string().refine((secret) => {
  const [, base64] =
    /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64 ?? "", "base64").length;
  return bytes >= 24 && bytes <= 64;
}, "whsec_ followed by 24 to 64 bytes in base64, such as openssl rand -base64 32 prints");

/** `<name>=whsec_…,<name>=whsec_…`, of buyers or affiliates; one may have several. */
export const namedSecrets = z
  .string()
  .transform((all) => all.split(",").map((one) => one.trim().split(/=(.*)/s)))
  .refine(
    (pairs) =>
      pairs.every(([name, secret]) => /^[\w-]{1,64}$/.test(name!) && webhookSecret.safeParse(secret).success),
    "comma-separated <name>=<secret>, each secret whsec_ followed by 24 to 64 bytes in base64",
  )
  .transform((pairs) => pairs.map(([name, secret]) => ({ name: name!, secret: secret! })));

/** `name=value,name=value`, values as in an address; becomes headers. */
export const headers = z
  .string()
  .transform((all) => all.split(",").map((one) => one.trim().split(/=(.*)/s)))
  .refine(
    (pairs) => pairs.every(([name, value]) => /^[\w-]{1,100}$/.test(name!) && isEncoded(value)),
    "comma-separated <header>=<value>, with special characters percent-encoded",
  )
  .transform(
    (pairs): Record<string, string> =>
      Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value!)])),
  );

function isEncoded(value: string | undefined): boolean {
  try {
    return value !== undefined && /^[\x20-\x7e]+$/.test(decodeURIComponent(value));
  } catch {
    return false;
  }
}

export const headerName = z.string().regex(/^[\w-]{1,100}$/, "the name of a header");

/** Two-letter codes, in capitals. */
export const states = list(
  z.string().regex(/^[a-z]{2}$/i),
  "comma-separated two-letter state codes",
).transform((codes) => codes.map((code) => code.toUpperCase()));

/** Parameters of a link, the first of which is the sub id that keeps what any of them says. */
export const sourceParameters = z
  .string()
  .transform((all) => all.split(",").map((one) => one.trim()))
  .refine(
    ([first = "", ...others]) =>
      (subIds as readonly string[]).includes(first) && others.every((one) => /^utm_[a-z]{1,20}$/.test(one)),
    "one of sub1 to sub4, which keeps it, and any parameters such as utm_campaign that may say it",
  )
  .transform(([first, ...others]) => [first as SubId, ...others] as const);

export const timeZone = z
  .string()
  .refine((name) => /^[A-Z]/i.test(name) && isTimeZone(name), "an IANA time zone such as America/New_York");

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isPostgres(address: string): boolean {
  return /^postgres(ql)?:\/\/./.test(address) && URL.canParse(address);
}

const postgresForm = "postgres://<user>:<password>@<host>/<database>";

export const postgresUrl = z.string().refine(isPostgres, postgresForm);

export const databaseUrl = z
  .string()
  .refine((address) => /^file:.+/.test(address) || isPostgres(address), `file:<path> or ${postgresForm}`);

export const tollFree = z
  .string()
  .regex(/^\+18(?:00|33|44|55|66|77|88)[2-9]\d{6}$/, "a US toll-free number in the form +18775550142");

/** Numbers that people are called from. */
export const phoneNumbers = list(
  z.string().regex(/^\+1[2-9]\d{2}[2-9]\d{6}$/),
  "comma-separated US numbers in the form +18135550142",
);

/** How long somebody waits at most: `2 hours`. */
export type TimeSpan = { count: number; unit: "minute" | "hour" | "day" | "business day" };

const spanForm = /^([1-9]\d?) (minute|hour|day|business day)s?$/;

export const timeSpan = z
  .string()
  .regex(spanForm, "a time such as 2 hours or 1 business day")
  .transform((text): TimeSpan => {
    const [, count, unit] = spanForm.exec(text)!;
    return { count: Number(count), unit: unit as TimeSpan["unit"] };
  });

/** An issuer is compared exactly as written, so a slash at its end stays. */
export const issuer = z
  .string()
  .refine(
    (address) =>
      URL.canParse(address) &&
      /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$))[^?#]*$/.test(address),
    "an https address without a query, or http on this machine",
  );

/** Pixels, by their ids. */
export const metaId = z.string().regex(/^\d{5,20}$/, "a pixel id of 5 to 20 digits");
export const tiktokId = z.string().regex(/^[A-Z0-9]{10,40}$/, "a pixel id of capital letters and digits");

export const emailAddress = z.email("an e-mail address");

/** +18775550142 is shown as (877) 555-0142. */
export function phoneOf(dial: string): { dial: string; display: string } {
  return { dial, display: dial.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3") };
}
