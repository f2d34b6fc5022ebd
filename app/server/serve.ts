import { existsSync } from "node:fs";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";
import { showDrafts } from "../../machines/registry.ts";
import { announceLeads } from "../../services/console/announce.ts";
import { type Services, startServices } from "../../services/index.ts";
import type { Log } from "../../services/observe/log.ts";
import { fictitiousInBrief } from "../../services/settings/company.ts";
import { listeningOn, type Settings } from "../../services/settings/env.ts";
import { guessableSecrets, openFaults, openWaysOf, standInsOf } from "../../services/settings/public-site.ts";
import type { StoreLimits } from "../../services/store/limits.ts";
import { awaitedAtStart } from "../../services/store/patient-store.ts";
import { languageFacts } from "../../services/words/languages.ts";
import { type AppOptions, answering } from "./app.ts";
import { drain, listen, startAdmin, starting } from "./processes/listen.ts";
import { quietConsole } from "./processes/process.ts";

/** Longest wait for requests and deliveries under way when the server is told to stop, in milliseconds. */
const graceMs = 20_000;

/** The site as one process serves it. */
export type Serving = {
  /** Those that serve now. */
  readonly services: Services;
  port: number;
  /** What somebody who has just started it wants to know. */
  welcome: string;
  /** Silences libraries; from here on the output is the log. */
  quiet(): void;
  /** Answers what is under way and takes nothing new. */
  stop(): Promise<void>;
};

/** The site by one reading of its settings. */
type Generation = {
  services: Services;
  answer: RequestListener;
  /** Ends it once what it has begun to answer is answered, for a limited time. */
  end(): Promise<void>;
};

/** The services by these settings, and what answers with them. @param renew has the next generation follow */
async function begin(
  settings: Settings,
  { log, limits, source, renew }: Beginning & { renew: () => Promise<void> },
): Promise<Generation> {
  const services = await startServices(settings, log, limits, renew);
  const { before, ...options } = await source();
  const behind = before(await answering(services, options));
  if (settings.admin.port !== undefined) services.metrics.addProcessMetrics();
  // For a person who watches; where nobody does, the output is the log alone.
  const announcer = process.stdout.isTTY ? announceLeads(services.store.leads, console.log) : undefined;
  let open = 0;
  let idle = () => {};
  return {
    services,
    answer(request, response) {
      open += 1;
      response.once("close", () => {
        open -= 1;
        if (open === 0) idle();
      });
      behind(request, response);
    },
    async end() {
      await announcer?.stop();
      const answered = new Promise<void>((resolve) => {
        idle = resolve;
        if (open === 0) resolve();
      });
      await Promise.race([answered, pause(graceMs, undefined, { ref: false })]);
      await services.stop();
    },
  };
}

type Beginning = { log: Log; limits?: StoreLimits | undefined; source: () => Promise<Pages> };

/** What visitors reach. */
async function serve(given: Settings, log: Log, limits?: StoreLimits): Promise<Serving> {
  showDrafts(given.draftLanguages);
  let site: RequestListener = starting(given);
  // First of all, because with PORT=0 the site's own address depends on it.
  const server = await listen((request, response) => site(request, response), given);
  const { port } = server.address() as AddressInfo;
  const settings = listeningOn(given, port);
  site = starting(settings);
  let made: Promise<Pages> | undefined;
  const source = () => (made ??= pages());
  let renewing: Promise<void> | undefined;
  let isStopping = false;
  let now: Generation;
  /** Starts the services by what the file says now, beside those before, which serve until these can. */
  const renew = () => {
    const next = async () => {
      if (isStopping) return;
      const { settings: shown } = now.services;
      const following = await begin(listeningOn(shown.again(shown.sections), port), beginning);
      const former = now;
      now = following;
      site = now.answer;
      log("server", { detail: "renewed" });
      await former.end();
    };
    renewing = (renewing ?? Promise.resolve()).catch(() => undefined).then(next);
    return renewing;
  };
  const beginning = { log, limits, source, renew };
  now = await begin(settings, beginning).catch(async (error: unknown) => {
    // Visitors who are being answered that the site is starting get the whole of it.
    await drain(server, graceMs);
    throw error;
  });
  site = now.answer;
  const { dev, close } = await source();
  const links = await awaitedAtStart(() => linksInto(now.services), log, limits);
  log("server", { detail: "listening", port });
  return {
    get services() {
      return now.services;
    },
    port,
    welcome: welcomeOf(now.services, dev, links),
    quiet() {
      if (!dev) quietConsole(log);
    },
    async stop() {
      log("server", { detail: "stopping" });
      isStopping = true;
      await drain(server, graceMs);
      await renewing?.catch(() => undefined);
      await now.end();
      await close();
      log("server", { detail: "stopped" });
    },
  };
}

/**
 * The whole site in this process: what visitors reach, and the metrics on an address of their own.
 * @param limits shorter in tests, which lose their store often
 * @throws an Error in plain words
 */
export async function serveAlone(given: Settings, log: Log, limits?: StoreLimits): Promise<Serving> {
  const site = await serve(given, log, limits);
  const { port, host } = given.admin;
  if (port === undefined) return site;
  const admin = await startAdmin(() => site.services.metrics.text(), port, host);
  return {
    ...site,
    get services() {
      return site.services;
    },
    welcome: `Metrics: ${admin.url}\n${site.welcome}`,
    async stop() {
      await site.stop();
      admin.close();
    },
  };
}

/** What opens the console and the charts, each once, without a password. */
type Links = { console: string; charts: string };

/** @returns undefined where people have passwords, or strangers can reach the site */
export async function linksInto({ console }: Pick<Services, "console">): Promise<Links | undefined> {
  const [first, second] = [await console.newLink(), await console.newLink()];
  return first && second ? { console: first, charts: second } : undefined;
}

/**
 * What somebody who has just started the site wants to know: what is odd, and at the end three links that open at a press.
 * @param dev the fictitious company and open secrets are what a developer works with, and the charts are open
 */
export function welcomeOf({ settings, outside }: Services, dev: boolean, links?: Links): string {
  const odd = [
    ...fictitiousInBrief(settings.company),
    ...settings.draftLanguages.map(
      (language) =>
        `DRAFT_LANGUAGES shows ${languageFacts(language).survey}, whose words in ${languageFacts(language).english} nobody has reviewed.`,
    ),
    ...standInsOf(settings),
    ...openWaysOf(settings),
    ...openFaults(settings),
    ...guessableSecrets(settings),
  ];
  const { siteOrigin } = settings;
  const started = (key: string, to = "") =>
    `/console/start?key=${key}${to} (works once, within half an hour)`;
  return [
    inBrief(outside),
    ...(dev ? [] : odd.map((sentence) => `Warning: ${sentence}`)),
    `Claimpath is ready: ${siteOrigin}/survey/c`,
    `See leads come in: ${siteOrigin}${links ? started(links.console) : "/console"}`,
    `See the charts: ${siteOrigin}${links && !dev ? started(links.charts, "&to=/graphs/") : "/graphs/"}`,
  ].join("\n");
}

/** One line on who answers outside calls, and the command that says it of each. */
function inBrief(outside: Services["outside"]): string {
  const modes = outside.map(({ mode, isTest }) => (isTest ? "in test mode" : mode));
  const counted = (["live", "in test mode", "embedded", "off"] as const)
    .map((mode) => [modes.filter((each) => each === mode).length, mode] as const)
    .filter(([count]) => count > 0)
    .map(([count, mode]) => `${count} ${mode}`);
  return `Outside services and receivers: ${counted.join(", ")}. Listed by: npm run --silent claimpath -- settings --services`;
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
  const build: ServerBuild = await import("#source/build/server/index.js" as string);
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
