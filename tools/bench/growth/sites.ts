import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposableSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { entryPaths, variants } from "../../../machines/registry.ts";
import { startBrowser } from "../../../test/support/browser.ts";
import { claimpathIn } from "../../../test/support/files.ts";
import { addVariant, copyOfTree } from "../../../test/support/more-variants.ts";
import { freePorts } from "../../../test/support/postgres.ts";
import { residentBytes } from "../../../test/support/processes.ts";
import { siteProcess } from "../../../test/support/site.ts";
import { live } from "../../../test/support/survey-page.ts";
import { arrival, costOf, measuredSite, Visits } from "../load.ts";
import { isScript, kilobytes, slowPhone, watchTransfers } from "../phone.ts";
import { Curves, type Figure } from "../report.ts";

const rounds = 3;
/** First views of each visitor are as many: they are small. */
const [visits, views] = [60, 10];
const mostMs = 120_000;
const settings = { ...measuredSite, LOG: "on" };

/** What the operator's file says where there are so many of something. None of them is for a visitor of survey C. */
const files: Record<string, (count: number) => object> = {
  "page flags": (count) => ({
    pages: Object.fromEntries(
      entryPaths.slice(-count).map((path) => [path, { flags: { roundedButtons: true } }]),
    ),
  }),
  experiments: (count) => ({
    experiments: {
      salt: "growth of experiments",
      list: numbers(count).map((number) => ({
        ...{ id: `e${number}`, about: "growth", paths: ["/survey/c"], metric: "leads", control: "a" },
        ...{ share: 1 / count, group: "all", start: "2026-01-01T00:00:00Z" },
        arms: ["a", "b"].map((name) => ({ name, weight: 1 })),
      })),
    },
  }),
  affiliates: (count) => ({
    affiliates: Object.fromEntries(numbers(count).map((number) => [`1${number}`, { share: "40%" }])),
    campaigns: numbers(count).map((number) => ({ affid: `1${number}`, headline: { en: "Hit by a truck?" } })),
  }),
  receivers: (count) => ({
    destinations: Object.fromEntries(
      numbers(count).map((number) => [
        `r${number}`,
        { kind: "webhook", url: `http://127.0.0.1:9/${number}`, only: { states: ["AK"] } },
      ]),
    ),
  }),
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

/** What the site costs whose operator has more of something, in a file that the start reads whole. */
export async function growthOfSettings(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, file] of Object.entries(files)) {
    const curves = new Curves();
    const most = what === "page flags" ? entryPaths.length : 1_000;
    for (const size of [1, 10, 100, 1_000].filter((each) => each < most).concat(most)) {
      const CLAIMPATH_FILE = claimpathIn(file(size));
      await inRounds(curves, size, (DATABASE_URL) =>
        siteProcess({ ...settings, CLAIMPATH_FILE, DATABASE_URL }, mostMs),
      );
    }
    figures.push(...curves.figures(what));
  }
  return figures;
}

/** The same where it has more routes, which no visit needs. */
export async function growthOfRoutes(): Promise<Figure[]> {
  const curves = new Curves();
  for (const size of [30, 143, 300, 1_000]) {
    await inRounds(curves, size, (DATABASE_URL) => {
      const port = freePorts(1).then(([free]) => free!);
      let child!: ChildProcess;
      const listening = port.then(async (free) => {
        const env = { ...settings, DATABASE_URL, PORT: String(free), NODE_ENV: "production" as const };
        child = fork(new URL("./many-routes.ts", import.meta.url), [String(size)], { env });
        await once(child, "message");
        return free;
      });
      return {
        port: listening,
        get child() {
          return child;
        },
        ended: listening.then(() => once(child, "exit")),
      };
    });
  }
  return curves.figures("routes");
}

/** The same where it is built with more variants, which came to it as anybody adds them: a build for each number. */
export async function growthOfBuiltVariants(): Promise<Figure[]> {
  const curves = new Curves();
  const originals = [...variants.keys()];
  await using browser = await startBrowser();
  const tree = copyOfTree();
  let there = originals.length;
  try {
    for (const size of [there, 100, 300, 1_000]) {
      for (; there < size; there++) addVariant(tree, originals[there % originals.length]!, `copy-${there}`);
      const began = performance.now();
      const build = `import("./app/server/prepare.mjs").then(({ ensureBuilt }) => ensureBuilt())`;
      const { status, stderr } = spawnSync(process.execPath, ["-e", build], { cwd: tree, encoding: "utf8" });
      if (status !== 0) throw new Error(`The build failed: ${stderr}`);
      curves.note("build, s", size, (performance.now() - began) / 1000);
      curves.note("server bundle, KB", size, statSync(join(tree, "build/server/index.js")).size / 1000);
      const start = (DATABASE_URL: string) => siteProcess({ ...settings, DATABASE_URL }, mostMs, tree);
      await inRounds(curves, size, start, async (url) =>
        curves.note("JavaScript of the first view, KB", size, await scriptOfFirstView(browser, url)),
      );
    }
  } finally {
    rmSync(tree, { recursive: true });
  }
  return curves.figures("variants");
}

type Started = { child: ChildProcess; port: Promise<number>; ended: Promise<unknown> };

/** Starts a site several times and has visitors come, each time with an empty store. */
async function inRounds(
  curves: Curves,
  size: number,
  start: (databaseUrl: string) => Started,
  look?: (url: string) => Promise<void>,
): Promise<void> {
  const note = (name: string, value: number) => curves.note(name, size, value);
  for (let round = 0; round < rounds; round++) {
    using folder = mkdtempDisposableSync(join(tmpdir(), "claimpath-growth-"));
    const began = performance.now();
    const site = start(`file:${join(folder.path, "claimpath.db")}`);
    const url = `http://127.0.0.1:${await site.port}`;
    const pid = site.child.pid!;
    note("start, ms", performance.now() - began);
    note("memory after the start, MB", residentBytes(pid) / 1e6);
    using warmUp = new Visits(url, visits);
    await warmUp.all();
    using measured = new Visits(url, visits);
    await measured.open();
    const pages = async () => {
      let count = 0;
      for (let time = 0; time < views; time++) count += await measured.pages();
      return count;
    };
    note("first view, us", 1_000 * (await costOf(pid, pages)).cpuMs);
    note("an answer, ms", (await costOf(pid, () => measured.answers())).cpuMs);
    note("a lead, ms", (await costOf(pid, () => measured.leads())).cpuMs);
    await look?.(url);
    site.child.kill();
    await site.ended;
  }
}

/** As it goes over the wire, in KB of 1,000 bytes. */
async function scriptOfFirstView(browser: Browser, url: string): Promise<number> {
  const { page, cdp, close } = await slowPhone(browser, "loopback");
  const transfers = watchTransfers(cdp);
  await page.goto(url + arrival, { waitUntil: "networkidle" });
  await live(page);
  await close();
  return kilobytes(transfers.filter(isScript));
}
