import { spawnSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { defaultSurvey, variants } from "../../../machines/registry.ts";
import { startBrowser } from "../../../test/support/browser.ts";
import { addVariant, copyOfTree } from "../../../test/support/more-variants.ts";
import { residentBytes } from "../../../test/support/processes.ts";
import { siteProcess } from "../../../test/support/site.ts";
import { live } from "../../../test/support/survey-page.ts";
import { cpuMsOf } from "../cpu-time.ts";
import { Curves, type Figure } from "../figure.ts";
import { repeat } from "../load.ts";
import { isScript, kilobytes, slowPhone, watchTransfers } from "../phone.ts";

const sizes = [variants.size, 100, 300, 1_000];
const rounds = 3;
const warmUpMs = 5_000;
const burstMs = 3_000;
const mostMs = 120_000;
const build = `import("./app/server/prepare.mjs").then(({ ensureBuilt }) => ensureBuilt())`;

/** What a site costs that is built with so many variants, which came to it as anybody adds them. */
export async function growthOfBuiltVariants(): Promise<Figure[]> {
  const curves = new Curves();
  const originals = [...variants.keys()];
  await using browser = await startBrowser();
  const tree = copyOfTree();
  let there = originals.length;
  try {
    for (const size of sizes) {
      for (; there < size; there++) addVariant(tree, originals[there % originals.length]!, `copy-${there}`);
      const note = (name: string, value: number) => curves.note(name, size, value);
      measureBuild(tree, note);
      for (let round = 0; round < rounds; round++) await measureServed(tree, browser, note);
    }
  } finally {
    rmSync(tree, { recursive: true });
  }
  return curves.figures("variants");
}

type Note = (name: string, value: number) => void;

function measureBuild(tree: string, note: Note): void {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["-e", build], { cwd: tree, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
  note("build, s", (performance.now() - began) / 1000);
  note("server bundle, KB", statSync(join(tree, "build/server/index.js")).size / 1000);
}

async function measureServed(tree: string, browser: Browser, note: Note): Promise<void> {
  const began = performance.now();
  const site = siteProcess({ DATABASE_URL: "file:./data/growth.db" }, mostMs, tree);
  const url = `http://127.0.0.1:${await site.port}`;
  const pid = site.child.pid!;
  note("start, ms", performance.now() - began);
  note("memory after the start, MB", residentBytes(pid) / 1e6);
  note("JavaScript of the first view, KB", await scriptOfFirstView(browser, url + defaultSurvey));
  await repeat(url, defaultSurvey, warmUpMs);
  const before = cpuMsOf(pid);
  const { count } = await repeat(url, defaultSurvey, burstMs);
  note("processor time of a first view, ms", (cpuMsOf(pid) - before) / count);
  site.child.kill();
  await site.ended;
}

/** As it goes over the wire, in KB of 1,000 bytes. */
async function scriptOfFirstView(browser: Browser, url: string): Promise<number> {
  const { page, cdp, close } = await slowPhone(browser, "loopback");
  const transfers = watchTransfers(cdp);
  await page.goto(url, { waitUntil: "networkidle" });
  await live(page);
  await close();
  return kilobytes(transfers.filter(isScript));
}
