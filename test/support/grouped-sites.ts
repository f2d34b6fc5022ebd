import { startStubs } from "../stubs/run.ts";
import { freePorts } from "./free-ports.ts";
import { type RunningSite, runSite } from "./running-site.ts";

/** Groups of visitors, each with a process of the site and a database of its own. */
export type GroupedSites = {
  sites: RunningSite[];
  ports: number[];
  stubs: Awaited<ReturnType<typeof startStubs>>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * Starts a process on each database; `npm test` has built the site.
 * @param urls of the groups' databases @param shared of what all groups share
 * @param settings environment variables over the defaults
 */
export async function startGroupedSites(
  urls: readonly string[],
  shared: string,
  settings: Record<string, string>,
): Promise<GroupedSites> {
  const ports = await freePorts(urls.length);
  const stubs = await startStubs({ ports: "any" });
  const sites: RunningSite[] = [];
  // One after the other: the first makes the tables of what is shared.
  for (const [index, url] of urls.entries()) {
    const env = {
      ...process.env,
      ...stubs.env,
      DATABASE_URL: url,
      SHARED_DATABASE_URL: shared,
      OUTBOX_POLL_MS: "100",
      HOST: "127.0.0.1",
      NODE_ENV: "production",
      ...settings,
      PORT: String(ports[index]),
    } as NodeJS.ProcessEnv;
    sites.push(await runSite(env));
  }
  return {
    sites,
    ports,
    stubs,
    async [Symbol.asyncDispose]() {
      await Promise.all(sites.map((site) => site.stop()));
      await stubs.stop();
    },
  };
}
