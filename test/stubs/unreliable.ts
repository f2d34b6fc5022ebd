import type { ServerResponse } from "node:http";
import { sendHalf, sendJson } from "./faults.ts";

/** Ways in which one request of a busy service goes wrong. Only of `cut` it is known that it was dealt with. */
const mishaps = ["dropped", "cut", "429", "503"] as const;

export type Mishap = (typeof mishaps)[number];

/**
 * What goes wrong with one request, each way equally often.
 * @param rate share of requests that fail, 0 to 1
 * @param chance in [0, 1)
 */
export function mishap(rate: number, chance: number): Mishap | undefined {
  return chance < rate ? mishaps[Math.floor((chance / rate) * mishaps.length)] : undefined;
}

/** @param body what the answer would have been */
export function sendMishap(response: ServerResponse, what: Mishap, body: unknown): void {
  const senders: { [name in Mishap]: () => void } = {
    dropped: () => response.destroy(),
    cut: () => sendHalf(response, body),
    "429": () => response.writeHead(429, { "Retry-After": "1" }).end("{}"),
    "503": () => sendJson(response, 503, { message: "Service unavailable" }),
  };
  senders[what]();
}

/** The same numbers in [0, 1) in every run (a linear congruential generator, modulus 2^32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
