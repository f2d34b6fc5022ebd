/** The built site with so many routes, on the port of its settings: `node many-routes.ts 300`. */
import { createServer } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { answeringAll } from "../../../app/server/app.ts";
import { pages } from "../../../app/server/serve.ts";
import { startServices } from "../../../services/index.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { readOpenedSettings } from "../../../services/providers/key-service.ts";
import { withRoutes } from "../../../test/support/with-routes.ts";

const settings = await readOpenedSettings(process.env);
const services = await startServices(settings, silentLog);
const source = await pages();
const build = withRoutes(source.build as ServerBuild, Number(process.argv[2]));
createServer(answeringAll(services, { ...source, build })).listen(settings.port, "127.0.0.1", () =>
  process.send!("listening"),
);
