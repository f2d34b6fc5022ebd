import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { hidden, personIn } from "../../observe/telling.ts";
import type { Call, CallJson, Seen } from "../http.ts";

/** A receiver's answer; `said` is that in one short line, without the person's known values. */
export type Answered = { status: number; text: string | undefined; said: string };

type Sent = Pick<Call<unknown>, "provider" | "url" | "headers" | "body" | "form" | "handedIn"> & {
  timeoutMs?: number;
};

/** In characters: how much of an answer is kept, and how much of what was sent is searched for its words. */
const [longestKept, longestSent] = [300, 20_000];

/**
 * Posts to a declared receiver and reads whatever it answers; a 2xx that is too long counts as arrival too.
 * @param record whose personal values are hidden where the receiver repeats them, since roles without personal data see
 * answers; so is every long word that was sent, which may be a key. Without one nothing of the answer is kept
 * @throws ProviderFailure with the answer
 */
export async function post(
  callJson: CallJson,
  { timeoutMs = 30_000, ...call }: Sent,
  record: Record<string, unknown> | undefined,
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

/** A line of its answer; nothing where nobody knows whom it may be about. */
function kept(text: string | undefined, record: Record<string, unknown> | undefined, call: Sent): string {
  if (text === undefined) return "an answer too long to read";
  if (record === undefined) return "an answer that is not kept";
  const keys = Object.values<string>({ ...call.headers }).flatMap((value) => value.split(" "));
  const line = hidden(text, personIn(record), {
    secrets: keys.filter((word) => word.length > 4),
    sent: JSON.stringify([call.url, call.body, call.form], (_, value) =>
      typeof value === "string" && value.length > 1_000 ? "" : value,
    ).slice(0, longestSent),
  });
  return line === "" ? "no text" : line.length > longestKept ? `${line.slice(0, longestKept)}…` : line;
}
