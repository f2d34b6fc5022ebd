import { Connection } from "./connection.ts";
import { quantile } from "./spread.ts";

/** As many visitors at once as the reference figures were taken with. */
export const visitors = 16;

/** What a burst of requests showed; `p99` is in milliseconds. */
export type Load = { count: number; perSecond: number; p99: number };

/**
 * Sends requests over keep-alive connections, each the next one as soon as its answer is there.
 * @param next the next request, or undefined when there are no more
 * @throws when an answer is no 200: a refusal is quick, and would pass for speed
 */
export async function drive(url: string, next: () => Buffer | undefined): Promise<Load> {
  const connections = await Promise.all(Array.from({ length: visitors }, () => Connection.open(url)));
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let request = next(); request; request = next()) {
        const sent = performance.now();
        const status = await connection.send(request);
        if (status !== 200)
          throw new Error(`${request.toString("latin1", 0, 40)} was answered with ${status}`);
        times.push(performance.now() - sent);
      }
      connection.close();
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  return { count: times.length, perSecond: times.length / seconds, p99: quantile(times, 0.99) };
}

/** The same request again and again for so many milliseconds. */
export function repeated(request: Buffer, forMs: number): () => Buffer | undefined {
  const until = performance.now() + forMs;
  return () => (performance.now() < until ? request : undefined);
}

export function get(path: string, headers: Record<string, string> = {}): Buffer {
  return requestBytes(`GET ${path}`, headers);
}

export function postJson(path: string, body: unknown, headers: Record<string, string>): Buffer {
  const json = JSON.stringify(body);
  const length = String(Buffer.byteLength(json));
  const all = { ...headers, "Content-Type": "application/json", "Content-Length": length };
  return requestBytes(`POST ${path}`, all, json);
}

function requestBytes(line: string, headers: Record<string, string>, body = ""): Buffer {
  const named = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${[`${line} HTTP/1.1`, ...named].join("\r\n")}\r\n\r\n${body}`);
}
