import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { createLog, forReader, outputLines, silentLog } from "../../services/observe/log.ts";
import { readSettings } from "../../services/settings/env.ts";
import { loadEnvFile } from "../../services/settings/load-env.ts";
import { refusePlaceholders } from "../../services/settings/public-site.ts";
import { explained } from "../../services/store/engine/failures.ts";
import { stopOnSignal } from "./processes/process.ts";
import { serveAlone } from "./serve.ts";

/** Starts the site and stops it gracefully on SIGTERM or SIGINT. @throws an Error in plain words */
async function start(): Promise<void> {
  loadEnvFile();
  const given = readSettings(process.env);
  refusePlaceholders(given);
  const log = given.log ? createLog(forReader(outputLines())) : silentLog;
  const site = await serveAlone(given, log);
  console.log(site.welcome);
  site.quiet();
  stopOnSignal(site.stop);
  // With this in the command line, what Node has compiled of itself beforehand would not be taken, nor what was kept of us
  // once it is set.
  flushCompileCache();
  setFlagsFromString("--heap-growing-percent=40");
}

start().catch((error: unknown) => {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
});
