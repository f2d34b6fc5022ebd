import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Fault, faults, sendFault, sendHalf, sendJson } from "./faults.ts";
import { mishap, seeded, sendMishap } from "./unreliable.ts";

export type StubRequest = {
  method: string;
  path: string;
  /** As it was sent. */
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
