import * as z from "zod";
import { ProviderFailure } from "../../observe/provider-failure.ts";
import { personalFields } from "../../settings/destinations/lead-fields.ts";
import type { Call, CallJson, Seen } from "../http.ts";

/** What a receiver answered; `said` is that in one short line, without what we know of the person. */
export type Answered = { status: number; text: string | undefined; said: string };

const longestKept = 300;

/**
 * Posts to a declared receiver and reads whatever it answers; a 2xx that is too long is arrival too.
 * @param record whose personal values are hidden where the receiver repeats them, since answers are kept unsealed
 * @throws ProviderFailure with what it said
 */
export async function post(
  callJson: CallJson,
  call: Pick<Call<unknown>, "provider" | "url" | "headers" | "body" | "form">,
  record: Record<string, unknown>,
): Promise<Answered> {
  let got: Seen | undefined;
  const seen = (answer: Seen) => {
    got = answer;
  };
  try {
    await callJson({
      ...call,
      timeoutMs: 30_000,
      schema: z.unknown(),
      takesText: true,
      readRefusals: true,
      seen,
    });
  } catch (error) {
    if (!got || got.text !== undefined || got.status >= 300) throw error;
  }
  const { status, text } = got!;
  const said = `status ${status}, ${kept(text, record)}`;
  if (status >= 400)
    throw new ProviderFailure("refused", `${call.provider} answered with ${said}`, { status });
  return { status, text, said };
}

function kept(text: string | undefined, record: Record<string, unknown>): string {
  if (text === undefined) return "an answer too long to read";
  const personal = personalFields
    .map((name) => record[name])
    .filter((value): value is string => typeof value === "string" && value.length > 1)
    .sort((one, other) => other.length - one.length);
  const hidden = personal.reduce((all, value) => all.replaceAll(value, "…"), text);
  const line = hidden
    .replace(/[^\s"'<>]+@[^\s"'<>]+/g, "…@…")
    .replace(/\+?\(?\d[\d ().-]{7,}\d/g, "…")
    .replace(/\s+/g, " ")
    .trim();
  return line === "" ? "no text" : line.length > longestKept ? `${line.slice(0, longestKept)}…` : line;
}
