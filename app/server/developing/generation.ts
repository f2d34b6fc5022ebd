import type { RequestListener } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { announceLeads } from "../../../services/console/announce.ts";
import { startServices } from "../../../services/index.ts";
import { createLog, forReader, silentLog } from "../../../services/observe/log.ts";
import { listeningOn, readSettings } from "../../../services/settings/env.ts";
import { answering } from "../app.ts";
import { refuseFaultyCharts } from "../charts/sound-charts.ts";
import { linksInto, welcomeOf } from "../serve.ts";

/** The site as the sources are now, until they are edited. */
export type Generation = {
  answer: RequestListener;
  /** For the first of them only: its link into the console works once. */
  welcome(): Promise<string>;
  stop(): Promise<void>;
};

/**
 * Starts the site's services beside those of the generation before, which serve until these can.
 * @param build the pages, as Vite has them now
 * @throws an Error where a chart, a rule or a setting is wrong
 */
export async function begin(port: number, build: () => Promise<ServerBuild>): Promise<Generation> {
  refuseFaultyCharts(process.cwd());
  const given = readSettings(process.env);
  const log = given.log ? createLog(forReader((line) => process.stdout.write(line))) : silentLog;
  const services = await startServices(listeningOn(given, port), log);
  const announcer = process.stdout.isTTY ? announceLeads(services.store.leads, console.log) : undefined;
  return {
    answer: await answering(services, { build, assets: "public", dev: true }),
    welcome: async () => welcomeOf(services, true, await linksInto(services)),
    async stop() {
      await announcer?.stop();
      await services.stop();
    },
  };
}
