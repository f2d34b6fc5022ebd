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
