import { errorName, type Log } from "../../../services/observe/log.ts";

/** Ends the process in order on SIGTERM or SIGINT: with 0 once `stop` is done, however many signals come. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());
}

/**
 * Libraries print warnings that quote addresses and answers; the output of a running site is the log and nothing else.
 * Such warnings are logged without their text; so is an uncaught error, which ends the process as usual.
 */
export function quietConsole(log: Log): void {
  for (const level of ["log", "info", "warn", "error", "debug", "trace"] as const) {
    console[level] = (...said: unknown[]) => {
      const error = said.find((part) => part instanceof Error);
      log("library.printed", { error: error ? errorName(error) : undefined });
    };
  }
  process.on("warning", ({ name }) => log("library.printed", { error: name }));
  process.on("uncaughtException", (error) => {
    log("server.crashed", { error: errorName(error) });
    process.exit(1);
  });
}
