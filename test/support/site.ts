import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStubs } from "../stubs/run.ts";

/** The built site in a process of its own, with a store of its own and stubs for every outside call. */
export type Site = {
  url: string;
  databaseFile: string;
  stubs: Awaited<ReturnType<typeof startStubs>>;
  /** Everything the process printed so far. */
  output(): string;
  /** Of the process that runs now. */
  pid(): number;
  /** Sends a signal and waits for the end. @returns the exit code, null after a kill */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts the process again on the same store and port. */
  restart(): Promise<void>;
  /** Stops the process and the stubs. */
  close(): Promise<void>;
};

/**
 * Starts the site; `npm test` has built it.
 * @param settings environment variables over the defaults; `stubs: false` leaves every provider embedded
 */
export async function startSite({
  stubs: withStubs = true,
  ...settings
}: { stubs?: boolean } & Record<string, string | boolean> = {}): Promise<Site> {
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
  let output = "";
  let child: ChildProcess;

  const start = async (port: string): Promise<string> => {
    child = spawn(process.execPath, ["--import", "tsx", "app/server/main.ts"], {
      env: { ...env, PORT: port },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const began = output.length;
    return new Promise((resolve, reject) => {
      const take = (chunk: Buffer) => {
        output += chunk;
        const ready = output.slice(began).match(/Claimpath is ready: (http:\/\/[^/]+)/);
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
    databaseFile,
    stubs,
    output: () => output,
    pid: () => child.pid!,
    stop,
    restart: async () => void (await start(new URL(url).port)),
    close: async () => {
      await stop();
      await stubs.stop();
    },
  };
}
