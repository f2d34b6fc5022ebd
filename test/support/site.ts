import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStubs } from "../stubs/run.ts";
import { type RunningSite, runSite } from "./running-site.ts";

/** The built site in a process of its own, with a store of its own and stubs for every outside call. */
export type Site = RunningSite & {
  databaseFile: string;
  databaseUrl: string;
  stubs: Awaited<ReturnType<typeof startStubs>>;
  /** Stops the process and the stubs; so does the end of the block that has it by `await using`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Environment variables over the defaults; `stubs: false` leaves every provider embedded. */
export type SiteSettings = { stubs?: boolean } & Record<string, string | boolean>;

/** Starts the site; `npm test` has built it. */
export async function startSite({ stubs: withStubs = true, ...settings }: SiteSettings = {}): Promise<Site> {
  const stubs = await startStubs({ ports: "any" });
  const databaseFile = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.db");
  const env = {
    ...process.env,
    ...(withStubs ? stubs.env : {}),
    DATABASE_URL: `file:${databaseFile}`,
    OUTBOX_POLL_MS: "100",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    PORT: "0",
    ...settings,
  } as NodeJS.ProcessEnv;
  const site = await runSite(env);
  const close = async () => {
    await site.stop();
    await stubs.stop();
  };
  return {
    ...site,
    databaseFile,
    databaseUrl: env.DATABASE_URL!,
    stubs,
    close,
    [Symbol.asyncDispose]: close,
  };
}
