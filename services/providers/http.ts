/**
 * The one way out of this process: JSON over HTTP, with a deadline, a size limit, no redirects and a list of allowed
 * places. Failure messages name only the provider: an address can contain a key, a body personal data.
 */
import type { IncomingMessage } from "node:http";
import type * as z from "zod";
import { requestId } from "../observe/log.ts";
import { type FailureKind, ProviderFailure } from "../observe/provider-failure.ts";
import { describeSpan, span, traceparent } from "../observe/spans.ts";
import { isHere, isNear } from "../settings/near-addresses.ts";
import {
  BrokenOff,
  certificateFault,
  type Exchange,
  exchange,
  Refused,
  readCapped,
  TooLate,
} from "./exchange.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Reads a Retry-After header: seconds, or an HTTP date.
 * @returns milliseconds from `now` (0 to one day), or undefined when there is nothing usable
 */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const wait = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), dayMs);
}

const maxAnswerBytes = 64 * 1024;

export type Call<T> = {
  /** Provider's name, for messages. */
  provider: string;
  url: string;
  method?: "GET" | "POST";
  /** Headers may depend on the exact bytes of the body, as a signature does. */
  headers?: Record<string, string> | ((body: string) => Record<string, string>);
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form instead. */
  form?: Record<string, string>;
  /** Covers everything from connecting to the last byte of the answer. */
  timeoutMs: number;
  /** The required form of an answer; without it any 2xx is arrival, whatever its body. */
  schema?: z.ZodType<T>;
  /** The schema is given the bare text of an answer that is no JSON. */
  takesText?: boolean;
  /**
   * Reads the body of a 4xx answer too, for services that explain a refusal there. A 429 means the same everywhere and
   * is left unread, unless `all` is asked for.
   */
  readRefusals?: boolean | "all";
  /**
   * For an address that somebody else submits: nothing is sent to a private network or, unless `mayBeHere`, to this
   * machine, whatever its name resolves to.
   */
  handedIn?: { mayBeHere: boolean };
  /** Request and answer contain a key, and are shown to nobody. */
  isSecret?: true;
  /** Shown what was sent and what came back, for receivers whose answers are kept or shown as they are. */
  seen?: (exchange: Seen) => void;
};

/** `text` is undefined where the answer was too long to be read. */
export type Seen = { sent: string | undefined; status: number; text: string | undefined };

/** @throws ProviderFailure when there is no usable answer; Error when the address is not on the list */
export type CallJson = <T>(call: Call<T>) => Promise<T>;

/**
 * @param origins the only places that may be called, each `scheme://host:port`
 * @param traceTo those among them that get the trace header
 */
export function createCallJson(origins: Iterable<string>, traceTo: readonly string[] = []): CallJson {
  const allowed = new Set(origins);
  return (call) =>
    span(`call ${call.provider}`, { "claimpath.provider": call.provider }, () => ask(call), "client");

  async function ask<T>(call: Call<T>): Promise<T> {
    const { provider, timeoutMs } = call;
    const url = new URL(call.url);
    if (!allowed.has(url.origin)) throw new Error(`${provider}: address is not on the outbound list`);
    const trace = traceTo.includes(url.origin) ? traceparent() : undefined;
    let status: number | undefined;
    try {
      const outgoing = request(call, trace);
      const answer = await exchange(url, { ...outgoing, refuses: refusesFor(call.handedIn) });
      status = answer.statusCode!;
      describeSpan({ "http.response.status_code": status });
      const failure = refusal(answer, status, call);
      if (failure) {
        answer.destroy();
        throw failure;
      }
      const read = readCapped(answer, maxAnswerBytes);
      call.seen?.({ sent: outgoing.body?.toString(), status, text: await read });
      if (!call.schema) {
        // Read behind the caller's back, so that the connection can be used again.
        read.catch(() => {});
        return undefined as T;
      }
      return parse(await read, status, call, call.schema);
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      if (error instanceof TooLate)
        throw new ProviderFailure("timeout", `${provider} gave no answer in ${timeoutMs} ms`, { status });
      if (error instanceof Refused)
        throw new ProviderFailure("refused", `${provider} has an address that is not called: ${ownNetwork}`);
      const what =
        error instanceof BrokenOff
          ? "broke off its answer"
          : (certificateFault(error) ?? "could not be reached");
      throw new ProviderFailure("unavailable", `${provider} ${what}`, { status });
    }
  }
}

const ownNetwork = "it is of this machine or a private network";
const isNearElsewhere = (address: string) => isNear(address) && !isHere(address);

function refusesFor(handedIn: Call<unknown>["handedIn"]): Exchange["refuses"] {
  return handedIn && (handedIn.mayBeHere ? isNearElsewhere : isNear);
}

function request(
  { method, headers, body, form, timeoutMs }: Call<unknown>,
  trace: string | undefined,
): Exchange {
  const { type, text } = content(form, body);
  const id = requestId.getStore();
  return {
    method: method ?? (text === undefined ? "GET" : "POST"),
    headers: {
      Accept: "application/json",
      // Without this header a server may compress its answer as it likes.
      "Accept-Encoding": "identity",
      "User-Agent": "claimpath",
      ...(id !== undefined && { "X-Request-Id": id }),
      ...(trace && { traceparent: trace }),
      ...(type && { "Content-Type": type }),
      ...(typeof headers === "function" ? headers(text ?? "") : headers),
    },
    body: text,
    timeoutMs,
  };
}

function content(form: Call<unknown>["form"], body: unknown): { type?: string; text?: string } {
  if (form) {
    const type = "application/x-www-form-urlencoded;charset=UTF-8";
    return { type, text: new URLSearchParams(form).toString() };
  }
  return body === undefined ? {} : { type: "application/json", text: JSON.stringify(body) };
}

/** The meaning of the status alone; undefined when the body is to be read. */
function refusal(
  { headers }: IncomingMessage,
  status: number,
  { provider, readRefusals }: Call<unknown>,
): ProviderFailure | undefined {
  const explained = readRefusals && status >= 400 && status < 500;
  const isOk = status >= 200 && status < 300;
  const readable = isOk || (explained && (status !== 429 || readRefusals === "all"));
  if (readable) return undefined;
  const kind: FailureKind = status >= 500 ? "unavailable" : "refused";
  return new ProviderFailure(kind, `${provider} answered with status ${status}`, {
    status,
    retryAfterMs: retryAfterMs(headers["retry-after"] ?? null, Date.now()),
  });
}

function parse<T>(
  text: string | undefined,
  status: number,
  { provider, takesText }: Call<T>,
  schema: z.ZodType<T>,
): T {
  const kind: FailureKind = status >= 400 ? "refused" : "garbage";
  if (text === undefined) throw new ProviderFailure(kind, `${provider} answered with too much`, { status });
  const parsed = schema.safeParse(jsonIn(text) ?? (takesText ? text : undefined));
  if (parsed.success) return parsed.data;
  throw new ProviderFailure(kind, `${provider} answered in a form that is not understood`, { status });
}

/** The value of a JSON text; undefined for other texts. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
