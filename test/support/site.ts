import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Serving, serveAlone } from "../../app/server/serve.ts";
import { createLog, silentLog } from "../../services/observe/log.ts";
import { readOpenedSettings } from "../../services/providers/key-service.ts";
import { refusePlaceholders } from "../../services/settings/public-site.ts";
import { explained } from "../../services/store/engine/failures.ts";
import type { StoreLimits } from "../../services/store/limits.ts";
import { startStubs } from "../stubs/run.ts";
import { type RunningSite, runSite } from "./running-site.ts";

type Surroundings = {
  databaseFile: string;
  databaseUrl: string;
  stubs: Awaited<ReturnType<typeof startStubs>>;
  /** Stops the site and the stubs; so does the end of the block that has it by `await using`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The built site with a store of its own and stubs for every outside call. */
export type Site = Surroundings & {
  url: string;
  /** What it logged so far, and the lines that it prints once it is ready. */
  output(): string;
  stop(): Promise<unknown>;
  /** Starts it again on the same store and port. */
  restart(): Promise<void>;
};

/** The same in a process of its own, with what only a process has. */
export type SiteProcess = Surroundings & RunningSite;

/** Environment variables over the defaults; `stubs: false` leaves every provider embedded. */
export type SiteSettings = { stubs?: boolean } & Record<string, string | boolean>;

/** Starts the site in the process of the tests, in a fifth of a second; `npm test` has built its pages. @param limits by which it loses its store sooner */
export function startSite(settings?: SiteSettings, limits?: StoreLimits): Promise<Site> {
  return withSurroundings(settings, (env) => serveHere(env, limits));
}

/** Starts the site as `npm start` does, for tests of signals, crashes, workers and memory. It takes four seconds. */
export function startSiteProcess(settings?: SiteSettings): Promise<SiteProcess> {
  return withSurroundings(settings, (env) => runSite({ ...process.env, ...env }));
}

/** Where a site is reached whose visitors know it by another name. */
export function addressOf({ output }: Pick<Site, "output">): string {
  return `http://127.0.0.1:${/"port":(\d+),"detail":"listening"/.exec(output())![1]}`;
}

/** The address of a site's metrics, of which it prints where they are. */
export function adminOf({ output }: Pick<Site, "output">): string {
  return /Metrics: (http\S+)\/metrics\n/.exec(output())![1]!;
}

async function withSurroundings<Running extends { stop(): Promise<unknown> }>(
  { stubs: withStubs = true, ...settings }: SiteSettings = {},
  run: (env: NodeJS.ProcessEnv) => Promise<Running>,
): Promise<Running & Surroundings> {
  const stubs = await startStubs({ ports: "any" });
  const databaseFile = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.db");
  const env = {
    ...(withStubs ? stubs.env : {}),
    DATABASE_URL: `file:${databaseFile}`,
    OUTBOX_POLL_MS: "100",
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    PORT: "0",
    ...settings,
  } as NodeJS.ProcessEnv;
  const site = await run(env).catch(async (error: unknown) => {
    await stubs.stop();
    throw error;
  });
  const close = async () => {
    await site.stop();
    await stubs.stop();
  };
  const databaseUrl = env.DATABASE_URL!;
  return { ...site, databaseFile, databaseUrl, stubs, close, [Symbol.asyncDispose]: close };
}

async function serveHere(env: NodeJS.ProcessEnv, limits?: StoreLimits) {
  let output = "";
  let serving: Serving | undefined;
  // Its pages are those of the build, also where pages are tested as a developer has them.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  const start = (more: Record<string, string>) =>
    begin(more).catch((error: unknown) => {
      // As main.ts prints it.
      throw new Error(`${explained(error)}\n`);
    });
  const begin = async (more: Record<string, string>) => {
    const settings = await readOpenedSettings({ ...env, ...more });
    refusePlaceholders(settings);
    const log = settings.log ? createLog((line) => (output += line)) : silentLog;
    serving = await serveAlone(settings, log, limits);
    output += `${serving.welcome}\n`;
    return serving;
  };
  const { services, port } = await start({});
  return {
    url: services.settings.siteOrigin,
    output: () => output,
    async stop() {
      await serving?.stop();
      serving = undefined;
      process.env.NODE_ENV = NODE_ENV;
    },
    restart: async () => void (await start({ PORT: String(port) })),
  };
}
