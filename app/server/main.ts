import { createLog, type Log, silentLog } from "../../services/observe/log.ts";
import { readOpenedSettings } from "../../services/providers/key-service/index.ts";
import type { Settings } from "../../services/settings/env.ts";
import { loadEnvFile } from "../../services/settings/load-env.ts";
import { refusePlaceholders } from "../../services/settings/public-site.ts";
import { explained } from "../../services/store/failures.ts";
import { startAdmin } from "./admin.ts";
import { serve } from "./serve.ts";
import { stopOnSignal } from "./stop-on-signal.ts";
import { supervise } from "./workers/supervise.ts";

/** Starts the site and stops it gracefully on SIGTERM or SIGINT. @throws an Error in plain words */
async function start(): Promise<void> {
  loadEnvFile();
  const given = await readOpenedSettings(process.env);
  refusePlaceholders(given);
  const log = given.log ? createLog((line) => process.stdout.write(line)) : silentLog;
  // While developing there is one process, for which Vite reloads the pages.
  const isShared = given.workers > 1 && process.env.NODE_ENV === "production";
  await (isShared ? supervise(given, log) : serveAlone(given, log));
}

async function serveAlone(given: Settings, log: Log): Promise<void> {
  const site = await serve(given, log);
  const { port, host } = given.admin;
  const { metrics } = site.services;
  if (port !== undefined) metrics.addProcessMetrics();
  const admin = port === undefined ? undefined : await startAdmin(metrics.text, port, host);
  console.log(site.welcome);
  if (admin) console.log(`Metrics: ${admin.url}`);
  site.quiet();
  stopOnSignal(async () => {
    await site.stop();
    admin?.close();
  });
}

start().catch((error: unknown) => {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
});
