import type { ServerResponse } from "node:http";

/** Ways in which an outside service fails; `ok` is none. */
export const faults = [
  "ok",
  "down", // connection dropped without a word
  "slow", // no answer at all
  "drip", // an answer that never ends, a byte at a time
  "4xx",
  "429",
  "5xx",
  "garbage", // JSON of another shape
  "html", // a web page with status 200
  "redirect", // to an address inside a cloud network
  "huge", // 50 MB
  "cut", // announced longer than it is
] as const;

export type Fault = (typeof faults)[number];

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}

/** Sends the first half of an answer and drops the connection. */
export function sendHalf(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) });
  response.write(text.slice(0, Math.floor(text.length / 2)), () => response.destroy());
}

/** @param body what an undisturbed answer would have been */
export function sendFault(response: ServerResponse, fault: Exclude<Fault, "ok">, body: unknown): void {
  const json = { "Content-Type": "application/json" };
  const senders: { [name in Exclude<Fault, "ok">]: () => void } = {
    down: () => response.destroy(),
    slow: () => {},
    drip: () => {
      response.writeHead(200, json);
      const drip = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(drip));
    },
    "4xx": () => sendJson(response, 400, { problem: "no" }),
    "429": () => response.writeHead(429, { "Retry-After": "2" }).end("{}"),
    "5xx": () => sendJson(response, 503, { problem: "later" }),
    garbage: () => sendJson(response, 200, [42]),
    html: () => response.writeHead(200, json).end("<!doctype html><title>Sign in</title>"),
    redirect: () => response.writeHead(302, { Location: "http://169.254.169.254/latest/meta-data" }).end(),
    huge: () => {
      response.writeHead(200, json);
      pour(response, 50 * 1024 * 1024);
    },
    cut: () => sendHalf(response, body),
  };
  senders[fault]();
}

function pour(response: ServerResponse, bytes: number): void {
  const block = Buffer.alloc(64 * 1024, " ");
  let left = bytes;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= block.length;
      if (!response.write(block)) return void response.once("drain", more);
    }
    response.end();
  };
  more();
}
