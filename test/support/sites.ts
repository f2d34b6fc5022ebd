import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { startStubs } from "../stubs/run.ts";
import { environmentOf, type GivenSettings } from "./files.ts";
import { freePorts } from "./postgres.ts";
import { dataKey } from "./sealed.ts";
import { type RunningSite, runSite } from "./site.ts";

/** Several processes of the site on one database, behind one address. */
export type Sites = {
  url: string;
  balancer: Balancer;
  processes: RunningSite[];
  stubs: Awaited<ReturnType<typeof startStubs>>;
  close(): Promise<void>;
};

/**
 * Starts them all at once; `npm test` has built the site.
 * @param settings over the defaults
 * @param patienceMs so long a request is handed round; a crowded machine takes its time
 */
export async function startSites(
  databaseUrl: string,
  count: number,
  settings: GivenSettings = {},
  patienceMs = 60_000,
): Promise<Sites> {
  const ports = await freePorts(count);
  const stubs = await startStubs({ ports: "any" });
  const balancer = await startBalancer(
    ports.map((port) => `http://127.0.0.1:${port}`),
    patienceMs,
  );
  const env = environmentOf({
    ...process.env,
    ...stubs.env,
    DATABASE_URL: databaseUrl,
    DATA_KEYS: dataKey,
    SESSION_SECRETS: "a secret that all processes of a test share",
    SITE_ORIGIN: balancer.origin,
    "delivery.poll-ms": "100",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    ...settings,
  }) as NodeJS.ProcessEnv;
  const processes = await Promise.all(ports.map((port) => runSite({ ...env, PORT: String(port) })));
  return {
    url: balancer.origin,
    balancer,
    processes,
    stubs,
    async close() {
      await Promise.all(processes.map((each) => each.stop()));
      await balancer.stop();
      await stubs.stop();
    },
  };
}

type Balancer = {
  origin: string;
  served: number[];
  stop(): Promise<void>;
};

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Hands each request to the next process in turn, posts too: one that takes no connection, cannot serve it now (503)
 * or dies over it is passed over, since whatever is posted may be posted again: once round, as by nginx.conf in
 * docs/production, and round after round while there is time.
 */
async function startBalancer(origins: string[], patienceMs: number): Promise<Balancer> {
  const served = origins.map(() => 0);
  let turn = 0;

  const ask = async (index: number, incoming: IncomingMessage, sent: Buffer): Promise<Answer> => {
    const { url, method, headers } = incoming;
    const outgoing = request(new URL(origins[index]!), { path: url, method, headers, agent: false });
    outgoing.end(sent);
    const [answer] = await once(outgoing, "response");
    // Later errors show in the answer.
    outgoing.on("error", () => {});
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
  };
  const server = createServer(async (incoming, response) => {
    const sent = await buffer(incoming);
    let last: Answer = { status: 502, headers: {}, body: Buffer.alloc(0) };
    const end = performance.now() + patienceMs;
    const first = turn++;
    for (let tries = 0; tries < origins.length || performance.now() < end; tries++) {
      if (tries > 0) await setTimeout(20);
      const index = (first + tries) % origins.length;
      const answer = await ask(index, incoming, sent).catch(() => undefined);
      if (!answer) continue;
      last = answer;
      if (answer.status === 503) continue;
      served[index]! += 1;
      break;
    }
    response.writeHead(last.status, last.headers).end(last.body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
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
