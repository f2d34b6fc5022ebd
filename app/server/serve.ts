import { existsSync } from "node:fs";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "@remix-run/node";
import { announceLeads } from "../../services/console/announce.ts";
import { type Services, startServices } from "../../services/index.ts";
import type { Log } from "../../services/observe/log.ts";
import { whoIsNamed } from "../../services/providers/buyers.ts";
import { inWords } from "../../services/providers/provider.ts";
import { fictitiousFacts } from "../../services/settings/company.ts";
import { listeningOn, type Settings } from "../../services/settings/env.ts";
import { guessableSecrets, openFaults, openWaysOf, standInsOf } from "../../services/settings/public-site.ts";
import type { StoreLimits } from "../../services/store/limits.ts";
import { awaitedAtStart } from "../../services/store/patient-store.ts";
import { type AppOptions, answering } from "./app.ts";
import { drain, listen, startAdmin, starting } from "./processes/listen.ts";
import { quietConsole } from "./processes/process.ts";

/** Longest wait for requests and deliveries under way when the server is told to stop, in milliseconds. */
const graceMs = 20_000;

/** The site as one process serves it. */
export type Serving = {
  services: Services;
  port: number;
  /** What somebody who has just started it wants to know. */
  welcome: string;
  /** Silences libraries; from here on the output is the log. */
  quiet(): void;
  /** Answers what is under way and takes nothing new. */
  stop(): Promise<void>;
};

/**
 * @param sharedPort the port that other processes serve on already: this one joins them once it is ready
 * @param limits shorter in tests, which lose their store often
 * @throws an Error in plain words
 */
export async function serve(
  given: Settings,
  log: Log,
  sharedPort?: number,
  limits?: StoreLimits,
): Promise<Serving> {
  let site: RequestListener = starting(given);
  const begin = () => listen((request, response) => site(request, response), given);
  // First of all where it can be, because with PORT=0 the site's own address depends on it.
  const early: Server | undefined = sharedPort === undefined ? await begin() : undefined;
  const port = sharedPort ?? (early!.address() as AddressInfo).port;
  const settings = listeningOn(given, port);
  site = starting(settings);
  const services = await startServices(settings, log, limits).catch(async (error: unknown) => {
    // Visitors who are being answered that the site is starting get the whole of it.
    if (early) await drain(early, graceMs);
    throw error;
  });
  const source = await pages();
  const answer = await answering(services, source);
  site = source.before(answer);
  const server = early ?? (await begin());
  const newLink = () => awaitedAtStart(services.console.newLink, log, limits);
  const link = sharedPort === undefined ? await newLink() : undefined;
  // For a person who watches; where nobody does, the output is the log alone.
  const isWatched = link !== undefined && process.stdout.isTTY;
  const announcer = isWatched ? announceLeads(services.store.leads, console.log) : undefined;
  log("server", { detail: "listening", port });
  return {
    services,
    port,
    welcome: welcomeOf(services, source.dev, link),
    quiet() {
      if (!source.dev) quietConsole(log);
    },
    async stop() {
      log("server", { detail: "stopping" });
      await announcer?.stop();
      await drain(server, graceMs);
      await services.stop();
      await source.close();
      log("server", { detail: "stopped" });
    },
  };
}

/**
 * The whole site in this process: what visitors reach, and the metrics on an address of their own.
 * @throws an Error in plain words
 */
export async function serveAlone(given: Settings, log: Log, limits?: StoreLimits): Promise<Serving> {
  const site = await serve(given, log, undefined, limits);
  const { port, host } = given.admin;
  if (port === undefined) return site;
  const { metrics } = site.services;
  metrics.addProcessMetrics();
  const admin = await startAdmin(metrics.text, port, host);
  return {
    ...site,
    welcome: `${site.welcome}\nMetrics: ${admin.url}`,
    async stop() {
      await site.stop();
      admin.close();
    },
  };
}

/** What somebody who has just started the site wants to know. @param link leads into the console, once */
export function welcomeOf({ settings, outside }: Services, dev: boolean, link: string | undefined): string {
  const indented = (lines: string[]) => lines.map((line) => `  ${line}`);
  const odd = [
    ...fictitiousFacts(settings.company),
    ...standInsOf(settings),
    ...openWaysOf(settings),
    ...openFaults(settings),
    ...guessableSecrets(settings),
  ];
  const warnings = dev ? [] : odd.map((sentence) => `Warning: ${sentence}`);
  const console = link
    ? [
        `See leads come in: ${settings.siteOrigin}/console/start?key=${link} (works once, within half an hour)`,
      ]
    : [];
  return [
    `Claimpath is ready: ${settings.siteOrigin}/survey/c`,
    ...console,
    "Outside calls:",
    ...indented(outside.map(inWords)),
    "One-to-one consents:",
    ...indented(whoIsNamed(settings).map(({ text }) => text)),
    ...warnings,
  ].join("\n");
}

/** Where the pages come from: the build, or Vite while developing. */
export type Pages = Omit<AppOptions, "services"> & {
  /** What looks at a request before the site does. */
  before(site: RequestListener): RequestListener;
  close(): Promise<void>;
};

export function pages(): Promise<Pages> {
  return process.env.NODE_ENV === "production" ? built() : fromVite();
}

async function built(): Promise<Pages> {
  const file = resolve("build/server/index.js");
  if (!existsSync(file)) throw new Error("There is no build yet: run `npm start`, or `npm run build` first.");
  const build = (await import(pathToFileURL(file).href)) as ServerBuild;
  return { build, assets: "build/client", dev: false, before: (site) => site, close: async () => {} };
}

async function fromVite(): Promise<Pages> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true } });
  return {
    build: () => vite.ssrLoadModule("virtual:remix/server-build") as Promise<ServerBuild>,
    assets: "public",
    dev: true,
    before: (site) => (request, response) =>
      vite.middlewares(request, response, () => site(request, response)),
    close: () => vite.close(),
  };
}
