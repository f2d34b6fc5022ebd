import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { listeningOn, readSettings } from "../../services/env.ts";
import { type Services, startServices } from "../../services/index.ts";
import { loadEnvFile } from "../../services/load-env.ts";
import { createLog, silentLog } from "../../services/log.ts";
import { type Admin, startAdmin } from "./admin.ts";
import { createApp } from "./app.ts";
import { badRequest } from "./bad-request.ts";
import { bareHeaders } from "./bare-headers.ts";
import { drain, listen } from "./listen.ts";
import { pages } from "./pages.ts";
import { quietConsole } from "./quiet-console.ts";

/** Longest wait for requests and deliveries under way when the server is told to stop, in milliseconds. */
const graceMs = 20_000;

/** Starts the site and stops it gracefully on SIGTERM or SIGINT. @throws an Error in plain words */
async function start(): Promise<void> {
  loadEnvFile();
  const given = readSettings(process.env);
  const log = given.log ? createLog((line) => process.stdout.write(line)) : silentLog;
  const https = given.siteOrigin.startsWith("https:");
  let site: RequestListener = (_request, response) =>
    response.writeHead(503, { ...bareHeaders(https), "Retry-After": "1" }).end("The site is starting.\n");
  // First of all, because with PORT=0 the site's own address depends on it.
  const server = await listen((request, response) => site(request, response), given);
  const { port } = server.address() as AddressInfo;
  const services = await startServices(listeningOn(given, port), log);
  const source = await pages();
  const app = createApp({ services, ...source });
  site = source.before(
    getRequestListener((request, env) => app.fetch(request, env), {
      overrideGlobalObjects: false,
      errorHandler: badRequest(https),
    }),
  );
  const { admin: at } = services.settings;
  const admin = at.port === undefined ? undefined : await startAdmin(services.metrics, at.port, at.host);
  announce(services, admin);
  if (!source.dev) quietConsole(log);
  log("server", { detail: "listening", port });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    log("server", { detail: "stopping" });
    await drain(server, graceMs);
    admin?.close();
    await services.stop();
    await source.close();
    log("server", { detail: "stopped" });
    process.exit(0);
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}

function announce({ settings, describe }: Services, admin: Admin | undefined): void {
  const lines = describe().map((line) => `  ${line}`);
  console.log(`Claimpath is ready: ${settings.siteOrigin}/survey/c\nOutside calls:\n${lines.join("\n")}`);
  if (admin) console.log(`Metrics: ${admin.url}`);
}

start().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
