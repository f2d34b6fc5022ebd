import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Serving, serveAlone } from "../../app/server/serve.ts";
import { createLog, silentLog } from "../../services/observe/log.ts";
import { refusePlaceholders } from "../../services/settings/public-site.ts";
import { explained } from "../../services/store/engine/failures.ts";
import type { StoreLimits } from "../../services/store/limits.ts";
import { startStubs } from "../stubs/run.ts";
import { environmentOf, type GivenSettings, settingsOf } from "./files.ts";
import { runCommand } from "./run-command.ts";
import { dataKey } from "./sealed.ts";

type Surroundings = {
  databaseFile: string;
  databaseUrl: string;
  stubs: Awaited<ReturnType<typeof startStubs>>;
  /** The output of `settings --services` with the site's settings. */
  listServices(): Promise<string>;
  /** Stops the site and the stubs; so does the end of the block that has it by `await using`. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** The built site with a store of its own and stubs for every outside call. */
export type Site = Surroundings & {
  url: string;
  /** Its log so far, and the lines that it prints once it is ready. */
  output(): string;
  stop(): Promise<unknown>;
  /** Starts it again on the same store and port. */
  restart(): Promise<void>;
};

/** The same in the process of the tests. */
export type SiteHere = Site & {
  /** Has it look for messages that are due, and resolves once it sends none. */
  deliver(): Promise<void>;
};

/** The same in a process of its own, with what only a process has. */
export type SiteProcess = Surroundings & RunningSite;

/** Settings over the defaults; `stubs: false` leaves every provider embedded. */
export type SiteSettings = { stubs?: boolean } & GivenSettings;

/** Starts the site in the process of the tests, in a fifth of a second; `npm test` has built its pages. @param limits by which it loses its store sooner */
export function startSite(settings?: SiteSettings, limits?: StoreLimits): Promise<SiteHere> {
  return withSurroundings(settings, (given) => serveHere(given, limits));
}

/**
 * Starts the site as `npm start` does, for tests of signals, crashes, workers and memory. It takes four seconds.
 * @param folder of another copy of the program, built
 */
export function startSiteProcess(settings?: SiteSettings, folder?: string): Promise<SiteProcess> {
  return withSurroundings(settings, (given) => runSite({ ...process.env, ...environmentOf(given) }, folder));
}

/** Where a site is reached whose visitors know it by another name. */
export function addressOf({ output }: Pick<Site, "output">): string {
  return `http://127.0.0.1:${/"port":(\d+),"detail":"listening"/.exec(output())![1]}`;
}

/** The address of a site's metrics, from its output. */
export function adminOf({ output }: Pick<Site, "output">): string {
  return /Metrics: (http\S+)\/metrics\n/.exec(output())![1]!;
}

async function withSurroundings<Running extends { stop(): Promise<unknown> }>(
  { stubs: withStubs = true, ...settings }: SiteSettings = {},
  run: (given: GivenSettings) => Promise<Running>,
): Promise<Running & Surroundings> {
  const stubs = await startStubs({ ports: "any" });
  const databaseFile = join(mkdtempSync(join(tmpdir(), "claimpath-")), "claimpath.db");
  const given = {
    ...(withStubs ? stubs.env : {}),
    DATABASE_URL: `file:${databaseFile}`,
    DATA_KEYS: dataKey,
    // A file of its own is read in place: it may change.
    ...(!settings.CLAIMPATH_FILE && { "delivery.poll-ms": "100" }),
    HOST: "127.0.0.1",
    NODE_ENV: "production",
    PORT: "0",
    ...settings,
  };
  const site = await run(given).catch(async (error: unknown) => {
    await stubs.stop();
    throw error;
  });
  const close = async () => {
    await site.stop();
    await stubs.stop();
  };
  const databaseUrl = given.DATABASE_URL;
  const listServices = async () => (await runCommand("settings --services", given)).stdout;
  return { ...site, databaseFile, databaseUrl, stubs, listServices, close, [Symbol.asyncDispose]: close };
}

async function serveHere(given: GivenSettings, limits?: StoreLimits) {
  let output = "";
  let serving: Serving | undefined;
  // Its pages are those of the build, even where pages are tested as a developer has them.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  const start = (more: Record<string, string>) =>
    begin(more).catch((error: unknown) => {
      // The line as main.ts prints it.
      throw new Error(`${explained(error)}\n`);
    });
  const begin = async (more: Record<string, string>) => {
    const settings = settingsOf({ ...given, ...more });
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
    async deliver() {
      serving?.services.outbox.wake();
      await serving?.services.outbox.idle();
    },
  };
}

/** The built site in a process of its own. */
export type RunningSite = {
  url: string;
  /** Everything the process printed so far. */
  output(): string;
  /** The process that is running now. */
  pid(): number;
  /** Sends a signal and waits for the end. @returns the exit code, null after a kill */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts the process again on the same store and port. @param folder of another release, built */
  restart(folder?: string): Promise<void>;
};

/**
 * Starts a process of the site; `npm test` has built it.
 * @param env all its settings, PORT among them
 * @param ownFolder of another copy of the program, built
 */
export async function runSite(env: NodeJS.ProcessEnv, ownFolder = "."): Promise<RunningSite> {
  let output = "";
  let child: ChildProcess;

  const start = async (port: string, folder = ownFolder): Promise<string> => {
    child = spawn(process.execPath, programOf(folder, env), {
      cwd: folder,
      env: { ...env, PORT: port },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const began = output.length;
    return new Promise((resolve, reject) => {
      const take = (chunk: Buffer) => {
        output += chunk;
        const ready = output.slice(began).match(/Claimpath is ready: (https?:\/\/[^/]+)/);
        if (ready) resolve(ready[1]!);
      };
      child.stdout!.on("data", take);
      child.stderr!.on("data", take);
      child.once("exit", (code) => reject(new Error(`The site ended with ${code}:\n${output.slice(began)}`)));
    });
  };
  const stop = (signal: NodeJS.Signals = "SIGTERM") =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once("exit", (code) => resolve(code));
      child.kill(signal);
    });

  const url = await start(env.PORT!);
  return {
    url,
    output: () => output,
    pid: () => child.pid!,
    stop,
    restart: async (folder) => void (await start(env.PORT === "0" ? new URL(url).port : env.PORT!, folder)),
  };
}

type Ended = { code: number | null; out: string; err: string };
export type BareProcess = {
  child: ChildProcess;
  /** Settles when it listens; rejects when it ends before. */
  port: Promise<number>;
  ended: Promise<Ended>;
};

/** What `npm start` has Node run. */
export const built = /node (--\S+ \S+\.js)"/.exec(readFileSync("package.json", "utf8"))![1]!.split(" ");

/** What is served is what is shipped, but while developing, and where a test has another copy of the sources. */
const programOf = (folder: string, { NODE_ENV }: NodeJS.ProcessEnv) =>
  folder === "." && NODE_ENV === "production" ? built : [built[0]!, "app/server/main.ts"];

/**
 * Starts the site's process with these settings and nothing else; for what `startSite` does not wait for.
 * @param mostMs after which it is killed
 * @param folder of a built tree, if not this one
 * @param args of Node, for another program
 */
export function siteProcess(
  settings: GivenSettings,
  mostMs = 50_000,
  folder = ".",
  args?: readonly string[],
): BareProcess {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env: NodeJS.ProcessEnv = {
    PATH,
    NODE_COMPILE_CACHE,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: "0",
    DATA_KEYS: dataKey,
    ...environmentOf(settings),
  };
  const child = spawn(process.execPath, args ?? programOf(folder, env), {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: mostMs,
    killSignal: "SIGKILL",
  });
  const said = { out: "", err: "" };
  child.stdout!.on("data", (chunk) => {
    said.out += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    said.err += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.once("close", (code) => resolve({ code, ...said })));
  const port = new Promise<number>((resolve, reject) => {
    child.stdout!.on("data", () => {
      const listening = said.out.match(/"port":(\d+),"detail":"listening"/);
      if (listening) resolve(Number(listening[1]));
    });
    void ended.then(({ err }) => reject(new Error(`The site ended: ${err}`)));
  });
  port.catch(() => undefined);
  return { child, port, ended };
}
