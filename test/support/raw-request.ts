import { connect } from "node:net";

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  status: number;
  head: string;
  body: string;
  /** Until the connection was closed by the other end. */
  ms: number;
  /** What could be written of the request. */
  written: number;
};

type Options = {
  /** Called whenever the socket takes more; returns the next bytes, null when all is said. */
  more?: () => Buffer | string | null;
  /** Our end closes so long after the first bytes; Node's server answers nobody whose end is closed. */
  endAfterMs?: number;
  /** Gives up when nothing has moved for so long. */
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

/** A request in parts that can be changed each by itself. */
export type Ask = {
  method: string;
  /** As it is in the request line, query included. */
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
  // What JSON has no word for is left out of it.
  if ("json" in body) return JSON.stringify(body.json) ?? "";
  return new URLSearchParams(body.form).toString();
}
