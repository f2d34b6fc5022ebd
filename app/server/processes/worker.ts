/** One of several processes that serve the site on one port. */

import { createLog, forReader, outputLines, silentLog } from "../../../services/observe/log.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { explained } from "../../../services/store/engine/failures.ts";
import { serve } from "../serve.ts";
import { stopOnSignal } from "./process.ts";
import { type FromWorker, type ToWorker, variables } from "./workers.ts";

/** Serves until the supervisor stops it. If the supervisor itself is gone, Node ends the process. */
async function work(): Promise<void> {
  const worker = Number(process.env[variables.number]);
  const sharedPort = process.env[variables.port];
  const given = readSettings(process.env);
  const log = given.log ? createLog(forReader(outputLines()), undefined, { worker }) : silentLog;
  const site = await serve(given, log, sharedPort ? Number(sharedPort) : undefined);
  const { metrics } = site.services;
  if (given.admin.port !== undefined) metrics.addProcessMetrics({ worker: String(worker) });
  const send = (message: FromWorker) => process.send!(message);
  process.on("message", async ({ metrics: scope, question }: ToWorker) =>
    send({ snapshot: await metrics.snapshot(scope), question }),
  );
  stopOnSignal(site.stop);
  send({ ready: { port: site.port, welcome: site.welcome } });
  site.quiet();
}

work().catch((error: unknown) => {
  process.stderr.write(`${explained(error)}\n`);
  process.exit(1);
});
