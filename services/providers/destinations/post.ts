import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { isPersonal } from "../../settings/destinations/lead-fields.ts";
import type { Call, CallJson, Seen } from "../http.ts";

/** What a receiver answered; `said` is that in one short line, without what we know of the person. */
export type Answered = { status: number; text: string | undefined; said: string };

type Sent = Pick<Call<unknown>, "provider" | "url" | "headers" | "body" | "form"> & { timeoutMs?: number };

/** In characters: what is kept of an answer, and what is read of it to find that. */
const [longestKept, longestRead] = [300, 2_000];

/**
 * Posts to a declared receiver and reads whatever it answers; a 2xx that is too long is arrival too.
 * @param record whose personal values are hidden where the receiver repeats them, since answers are kept unsealed; so is
 *   every long word that it was sent, which may be a key
 * @throws ProviderFailure with what it said
 */
export async function post(
  callJson: CallJson,
  { timeoutMs = 30_000, ...call }: Sent,
  record: Record<string, unknown>,
): Promise<Answered> {
  let got: Seen | undefined;
  const seen = (answer: Seen) => {
    got = answer;
  };
  try {
    await callJson({
      ...call,
      timeoutMs,
      schema: z.unknown(),
      takesText: true,
      readRefusals: true,
      seen,
    });
  } catch (error) {
    if (!got || got.text !== undefined || got.status >= 300) throw error;
  }
  const { status, text } = got!;
  const said = `status ${status}, ${kept(text, record, call)}`;
  if (status >= 400)
    throw new ProviderFailure("refused", `${call.provider} answered with ${said}`, { status });
  return { status, text, said };
}

function kept(text: string | undefined, record: Record<string, unknown>, call: Sent): string {
  if (text === undefined) return "an answer too long to read";
  const personal = Object.entries(record)
    .filter(([name]) => isPersonal(name))
    .map(([, value]) => value)
    .filter((value): value is string => typeof value === "string" && value.length > 1)
    .sort((one, other) => other.length - one.length);
  // Cut before any pattern, whose time may grow with the square of the text.
  const read = decoded(text.slice(0, longestRead));
  const keys = Object.values<string>({ ...call.headers }).flatMap((value) => value.split(" "));
  const secrets = keys.filter((word) => word.length > 4);
  const sent = JSON.stringify([call.url, call.body, call.form]);
  const hidden = [...personal, ...secrets].reduce((all, value) => all.replaceAll(value, "…"), read);
  const line = hidden
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, "…@…")
    .replace(/\+?\(?\d[\d ().-]{7,}\d/g, "…")
    .replace(/[\p{L}\p{N}_+/=-]+/gu, (word) => (isTelling(word, personal, sent) ? "…" : word))
    .replace(/\s+/g, " ")
    .trim();
  return line === "" ? "no text" : line.length > longestKept ? `${line.slice(0, longestKept)}…` : line;
}

/** A text without the codes by which JSON and addresses may write any letter. */
function decoded(text: string): string {
  return text
    .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?:%[0-9a-fA-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll("%", ""), "hex").toString());
}

/**
 * Whether a word of an answer may say who the person is, in any case and accents and joined to others, in base64, or may
 * be a secret that was sent.
 */
function isTelling(word: string, personal: readonly string[], sent: string): boolean {
  if (word.length >= 12 && sent.includes(word)) return true;
  const values = personal.map(folded);
  const plain = folded(word);
  const found = (letters: string) => letters.length >= 3 && values.some((value) => isPart(letters, value));
  if (found(plain)) return true;
  if (word.length < 8 || !/^[\w+/-]+=*$/.test(word)) return false;
  return folded(Buffer.from(word, "base64").toString())
    .split(" ")
    .some((letters) => letters.length >= 4 && found(letters));
}

/** Letters and digits alone, small and without accents, with one space for whatever is between them. */
function folded(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether letters are a word of a value, hold one of four letters and more, or are a piece of it that runs over words. */
function isPart(letters: string, value: string): boolean {
  const words = value.split(" ");
  // A name is a few words; of a story only long ones tell something, where they are within another.
  const within = words.length <= 3 ? 4 : 8;
  return (
    words.includes(letters) ||
    words.some((each) => each.length >= within && letters.includes(each)) ||
    (letters.length >= 10 && words.join("").includes(letters))
  );
}
