import { type ChildProcess, spawn } from "node:child_process";

/** The built site in a process of its own. */
export type RunningSite = {
  url: string;
  /** Everything the process printed so far. */
  output(): string;
  /** Of the process that runs now. */
  pid(): number;
  /** Sends a signal and waits for the end. @returns the exit code, null after a kill */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Starts the process again on the same store and port. @param folder of another release, built */
  restart(folder?: string): Promise<void>;
};

/** Starts a process of the site; `npm test` has built it. @param env all its settings, PORT among them */
export async function runSite(env: NodeJS.ProcessEnv): Promise<RunningSite> {
  let output = "";
  let child: ChildProcess;

  const start = async (port: string, folder = "."): Promise<string> => {
    child = spawn(
      process.execPath,
      ["--max-semi-space-size=8", "--heap-growing-percent=40", "app/server/main.ts"],
      {
        cwd: folder,
        env: { ...env, PORT: port },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
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
