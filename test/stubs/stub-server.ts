import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Ways in which an outside service fails; `ok` means none. */
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

/** A message as its receiver knows it: by its id, however often it came. */
export type Arrival = { times: number; path: string; fields: Record<string, unknown> };

/** Counts one more arrival; the content is that of the first. */
export function arrive(
  received: Map<string, Arrival>,
  id: string,
  path: string,
  fields: Record<string, unknown>,
): Arrival {
  const arrival = received.get(id) ?? { times: 0, path, fields };
  arrival.times += 1;
  received.set(id, arrival);
  return arrival;
}

/** Ways in which a request to a busy service goes wrong. Only a `cut` one is certain to have been processed. */
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

export type StubRequest = {
  method: string;
  path: string;
  url: string;
  query: URLSearchParams;
  type: string;
  headers: IncomingHttpHeaders;
  body: string;
};

/**
 * `cut` drops the connection half-way through the answer, after the request was dealt with. With a Content-Type
 * among the `headers` the body is text of that type, else JSON.
 */
export type StubReply = { status?: number; body: unknown; cut?: boolean; headers?: Record<string, string> };

export type Stub = {
  origin: string;
  /** How every answer fails from now on; also set from outside by `POST /fault/<name>`. */
  fault: Fault;
  /** Paths that fail; the others answer well. */
  faultAt: RegExp;
  /** Share of requests that go wrong in one way or another, 0 to 1; `POST /failure-rate/<share>` sets it too. */
  failureRate: number;
  /** The latest requests, newest last. */
  requests: StubRequest[];
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

const maxRemembered = 100;

/**
 * A server that answers as an outside service does, or fails on demand.
 * @param port 0 for any free one
 * @param control answers requests that steer the stub or look into it; these never fail
 * @param random in [0, 1); says which requests go wrong
 */
export async function startStub(
  answer: (request: StubRequest) => StubReply | Promise<StubReply>,
  port = 0,
  control: (request: StubRequest) => StubReply | undefined = () => undefined,
  random: () => number = seeded(1),
) {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, "127.0.0.1", resolve),
  );
  const stop = () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    return closed;
  };
  const stub: Stub = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: "ok",
    faultAt: /^/,
    failureRate: 0,
    requests: [],
    stop,
    [Symbol.asyncDispose]: stop,
  };

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await read(incoming);
    const fault = faults.find((name) => request.path === `/fault/${name}`);
    if (fault) {
      stub.fault = fault;
      return sendJson(response, 200, { fault });
    }
    const [, rate] = /^\/failure-rate\/([\d.]+)$/.exec(request.path) ?? [];
    if (rate) {
      stub.failureRate = Number(rate);
      return sendJson(response, 200, { failureRate: stub.failureRate });
    }
    const controlled = control(request);
    if (controlled) return sendJson(response, 200, controlled.body);
    stub.requests.push(request);
    if (stub.requests.length > maxRemembered) stub.requests.shift();
    const failing = stub.faultAt.test(request.path) ? stub.fault : "ok";
    // A service that is down or refuses has not dealt with the request either.
    const trouble = mishap(stub.failureRate, random());
    const dealsWith = ["ok", "cut"].includes(failing) && (trouble ?? "cut") === "cut";
    const { status = 200, body, cut, headers = {} } = dealsWith ? await answer(request) : { body: {} };
    if (failing !== "ok") return sendFault(response, failing, body);
    if (trouble) return sendMishap(response, trouble, body);
    if (cut) return sendHalf(response, body);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (headers["Content-Type"])
      return void response.writeHead(status).end(Buffer.isBuffer(body) ? body : String(body));
    sendJson(response, status, body);
  }
  return stub;
}

async function read(incoming: IncomingMessage): Promise<StubRequest> {
  const url = new URL(incoming.url ?? "/", "http://stub");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return {
    method: incoming.method ?? "",
    path: decodeURIComponent(url.pathname),
    url: incoming.url ?? "",
    query: url.searchParams,
    type: incoming.headers["content-type"] ?? "",
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString("utf8"),
  };
}
