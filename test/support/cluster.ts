import { startStubs } from "../stubs/run.ts";
import { type Balancer, startBalancer } from "./balancer.ts";
import { freePorts } from "./free-ports.ts";
import { type RunningSite, runSite } from "./running-site.ts";

/** Several processes of the site on one database, behind one address. */
export type Cluster = {
  /** The address visitors use. */
  url: string;
  balancer: Balancer;
  processes: RunningSite[];
  stubs: Awaited<ReturnType<typeof startStubs>>;
  close(): Promise<void>;
};

/** Starts them all at once; `npm test` has built the site. @param settings environment variables over the defaults */
export async function startCluster(
  databaseUrl: string,
  count: number,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const ports = await freePorts(count);
  const stubs = await startStubs({ ports: "any" });
  const balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  const env = {
    ...process.env,
    ...stubs.env,
    DATABASE_URL: databaseUrl,
    SESSION_SECRETS: "a secret that all processes of a test share",
    SITE_ORIGIN: balancer.origin,
    OUTBOX_POLL_MS: "100",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    ...settings,
  } as NodeJS.ProcessEnv;
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
