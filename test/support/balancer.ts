import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";

export type Balancer = {
  origin: string;
  /** Requests answered by each process. */
  served: number[];
  stop(): Promise<void>;
};

/** So long a request is tried, in milliseconds; a crowded machine takes its time. */
const patienceMs = 60_000;

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Hands each request to the next process in turn, posts too: one that takes no connection, cannot serve it now (503)
 * or dies over it is passed over, round after round, since whatever is posted may be posted again.
 */
export async function startBalancer(origins: string[]): Promise<Balancer> {
  const served = origins.map(() => 0);
  let turn = 0;

  const ask = (index: number, incoming: IncomingMessage, sent: Buffer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(new URL(origins[index]!), {
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
        agent: false,
      });
      outgoing.on("error", reject);
      outgoing.on("response", (answer) => {
        const { statusCode, headers } = answer;
        buffer(answer).then((body) => resolve({ status: statusCode!, headers, body }), reject);
      });
      outgoing.end(sent);
    });
  const server = createServer(async (incoming, response) => {
    const sent = await buffer(incoming);
    let last: Answer = { status: 502, headers: {}, body: Buffer.alloc(0) };
    for (const end = performance.now() + patienceMs; performance.now() < end; await setTimeout(20)) {
      turn = (turn + 1) % origins.length;
      const index = turn;
      const answer = await ask(index, incoming, sent).catch(() => undefined);
      if (!answer) continue;
      last = answer;
      if (answer.status === 503) continue;
      served[index]! += 1;
      break;
    }
    response.writeHead(last.status, last.headers).end(last.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
