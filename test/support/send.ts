import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
  request,
} from "node:http";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { expect } from "vitest";

export type Sent = { status: number; headers: IncomingHttpHeaders; text: string };
export type Sending = {
  method?: string;
  headers?: Record<string, string>;
  /** Posted as an HTML form would post it. */
  form?: Record<string, string>;
  /** Posted as the island would post it. */
  json?: unknown;
  body?: string | Buffer;
  /** The connections to use; by default, a connection of the request's own. */
  agent?: Agent;
};

/** A request with exactly the given headers; follows no redirect. */
export async function send(origin: string, path: string, sending: Sending = {}): Promise<Sent> {
  const { hostname, port } = new URL(origin);
  const where = { host: hostname, port, path, agent: sending.agent ?? false };
  const { status, headers, text } = await exchange(request, where, sending);
  return { status, headers, text };
}

/**
 * Sends a request and reads its answer.
 * @param begin of node:http or node:https
 * @returns also the names of the headers as they came, in lower case, and the port of our end
 */
export async function exchange(
  begin: (options: RequestOptions) => ClientRequest,
  where: RequestOptions,
  { form, json, method, headers, ...sending }: Omit<Sending, "agent">,
): Promise<Sent & { names: string[]; port: number }> {
  const asText = form ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const body = sending.body ?? asText;
  const type = form ? "application/x-www-form-urlencoded" : json !== undefined && "application/json";
  const outgoing = begin({
    ...where,
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(type && { "Content-Type": type }),
      ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
      ...headers,
    },
  });
  outgoing.end(body);
  const [response] = await once(outgoing, "response");
  // Later errors show in the answer.
  outgoing.on("error", () => {});
  const names = response.rawHeaders.filter((_: string, index: number) => index % 2 === 0);
  const answered = {
    status: response.statusCode,
    headers: response.headers,
    port: response.socket.localPort,
  };
  const text = (await buffer(response)).toString("utf8");
  return { ...answered, names: names.map((name: string) => name.toLowerCase()), text };
}

/** The Cookie header a browser would send after this answer. */
export function cookieOf({ headers }: Sent): string {
  return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  status: number;
  head: string;
  body: string;
  /** Until the connection was closed by the other end. */
  ms: number;
  /** How much of the request could be written. */
  written: number;
};

type Options = {
  /** Called whenever the socket takes more; returns the next bytes, null at the end. */
  more?: () => Buffer | string | null;
  /** Our end closes so long after the first bytes; Node's server answers nobody whose end is closed. */
  endAfterMs?: number;
  /** Gives up when nothing has moved for this long. */
  idleMs?: number;
};

/** Writes bytes as they are and waits until the other end closes. */
export function rawRequest(
  origin: string,
  first: string | Buffer,
  { more = () => null, endAfterMs, idleMs = 0 }: Options = {},
): Promise<RawAnswer> {
  const began = performance.now();
  const { port, hostname } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.setTimeout(idleMs, () => socket.destroy());
    let text = "";
    const pump = () => {
      for (let next = more(); next !== null; next = more()) {
        if (!socket.writable || !socket.write(next)) return;
      }
    };
    socket.on("connect", () => {
      socket.write(first);
      if (endAfterMs !== undefined) setTimeout(() => socket.end(), endAfterMs);
      pump();
    });
    socket.on("drain", pump);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    // A connection that is cut while we still write: the close follows.
    socket.on("error", () => {});
    socket.on("close", () => {
      const [head = "", ...body] = text.split("\r\n\r\n");
      const status = Number(head.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0);
      const ms = performance.now() - began;
      resolve({ status, head, body: body.join("\r\n\r\n"), ms, written: socket.bytesWritten });
    });
  });
}

/** A request in parts that can be changed separately. */
export type Ask = {
  method: string;
  /** The path as it is in the request line, query included. */
  target: string;
  headers: [name: string, value: string][];
  /** Undefined: a GET. */
  body?: Body;
};
export type Body = { form: [name: string, value: string][] } | { json: unknown };

/** @returns the request's bytes; the connection is to end with its answer */
export function bytesOf({ method, target, headers, body }: Ask): Buffer {
  const content = body && Buffer.from(textOf(body));
  const type = body && ("form" in body ? "application/x-www-form-urlencoded" : "application/json");
  const own: [string, string][] = [
    ["Host", "127.0.0.1"],
    ["Connection", "close"],
    ...(content
      ? ([
          ["Content-Type", type],
          ["Content-Length", String(content.length)],
        ] as [string, string][])
      : []),
  ];
  const given = new Set(headers.map(([name]) => name.toLowerCase()));
  const lines = [...own.filter(([name]) => !given.has(name.toLowerCase())), ...headers];
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`), "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n")), content ?? Buffer.alloc(0)]);
}

function textOf(body: Body): string {
  // Values without a JSON form are left out.
  if ("json" in body) return JSON.stringify(body.json) ?? "";
  return new URLSearchParams(body.form).toString();
}

/**
 * The security headers every answer carries.
 * @param framed whether our own pages may show it in a frame
 * @param isApart whether a window of it has nothing to do with the page that opened it
 */
export function expectGuarded({ headers }: Sent, { framed = false, isApart = false } = {}): void {
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none'; script-src 'self' 'sha256-/),
    "x-content-type-options": "nosniff",
    "x-frame-options": framed ? "SAMEORIGIN" : "DENY",
    "cross-origin-opener-policy": isApart ? "noopener-allow-popups" : "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
    "permissions-policy": expect.stringContaining("geolocation=()"),
    "cache-control": expect.any(String),
  });
  expect(headers["content-security-policy"]).toContain(`frame-ancestors ${framed ? "'self'" : "'none'"}`);
  expect(headers["content-security-policy"]).toContain("base-uri 'none'; object-src 'none'");
  expect(headers["content-security-policy"]).toContain("form-action 'self'");
  expect(headers["content-security-policy"]).not.toMatch(/unsafe|\*/);
  expect(headers).not.toHaveProperty("x-powered-by");
}

/** A data block is no script; everything inline that runs or styles has its hash in the policy, and no attribute does either. */
export function expectOnlyOurs({ text, headers }: Sent): void {
  const policy = String(headers["content-security-policy"]);
  const blocks = [...text.matchAll(/<(script|style)\b([^>]*)>(.*?)<\/\1>/gs)];
  const running = blocks.filter(([, , attributes]) => !/type="application\/(?:ld\+)?json"/.test(attributes!));
  expect(running.length).toBeGreaterThan(0);
  for (const [, name, , code] of running) {
    const directive = policy.split("; ").find((each) => each.startsWith(`${name}-src `));
    expect(directive).toContain(`'sha256-${createHash("sha256").update(code!).digest("base64")}'`);
  }
  const elements = text.replace(/<(script|style)\b[^>]*>.*?<\/\1>/gs, "").match(/<[a-z][^>]*>/gi) ?? [];
  for (const element of elements) expect(element).not.toMatch(/\s(?:style|on[a-z]+)=|javascript:/i);
}
