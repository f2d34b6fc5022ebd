import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export type Balancer = {
  origin: string;
  /** Requests answered by each process. */
  served: number[];
  stop(): Promise<void>;
};

/**
 * Hands each request to the next process in turn. One that takes no connection is passed over; one that dies
 * over a request costs its visitor a 502, as nobody knows what became of it.
 */
export async function startBalancer(origins: string[]): Promise<Balancer> {
  const served = origins.map(() => 0);
  let turn = 0;

  const pass = (index: number, incoming: IncomingMessage, body: Buffer, response: ServerResponse) =>
    new Promise<"answered" | "not taken">((resolve) => {
      const outgoing = request(new URL(origins[index]!), {
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
        agent: false,
      });
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "ECONNREFUSED") return resolve("not taken");
        if (response.headersSent) response.destroy();
        else response.writeHead(502).end();
        resolve("answered");
      });
      outgoing.on("response", (answer) => {
        served[index]! += 1;
        response.writeHead(answer.statusCode!, answer.headers);
        answer.on("error", () => response.destroy());
        answer.pipe(response);
        resolve("answered");
      });
      outgoing.end(body);
    });
  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    for (let tries = 0; tries < origins.length; tries++) {
      turn = (turn + 1) % origins.length;
      if ((await pass(turn, incoming, body, response)) === "answered") return;
    }
    response.writeHead(502).end();
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
