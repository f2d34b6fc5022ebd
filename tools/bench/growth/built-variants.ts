import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { defaultSurvey, variants } from "../../../machines/registry.ts";
import { addVariant, copyOfTree } from "../../../test/support/more-variants.ts";
import { siteProcess } from "../../../test/support/site-process.ts";
import { cpuMsOf } from "../cpu-time.ts";
import type { Figure } from "../figure.ts";
import { repeat } from "../load.ts";
import { launch, slowPhone } from "../slow-phone.ts";
import { watchTransfers } from "../transfers.ts";
import { untilLive } from "../walk.ts";
import { curve, type Point } from "./points.ts";

const sizes = [variants.size, 100, 300, 1_000];
const rounds = 3;
const warmUpMs = 5_000;
const burstMs = 3_000;
const mostMs = 120_000;
const build = `import("./app/server/prepare.mjs").then(({ ensureBuilt }) => ensureBuilt())`;

/** What a site costs that is built with so many variants, which came to it as anybody adds them. */
export async function growthOfBuiltVariants(): Promise<Figure[]> {
  const points = new Map<string, Point[]>();
  const originals = [...variants.keys()];
  const browser = await launch();
  const tree = copyOfTree();
  let there = originals.length;
  try {
    for (const size of sizes) {
      for (; there < size; there++) addVariant(tree, originals[there % originals.length]!, `copy-${there}`);
      const found = { ...built(tree), ...(await served(tree, browser)) };
      for (const [name, values] of Object.entries(found)) {
        points.set(name, [...(points.get(name) ?? []), { size, values }]);
      }
    }
  } finally {
    await browser.close();
    rmSync(tree, { recursive: true });
  }
  return [...points].flatMap(([name, found]) => {
    const [what = "", unit = ""] = name.split(", ");
    return curve(what, unit, "variants", found);
  });
}

function built(tree: string): Record<string, number[]> {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ["-e", build], { cwd: tree, encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed: ${stderr}`);
  return {
    "build, s": [(performance.now() - began) / 1000],
    "server bundle, KB": [statSync(join(tree, "build/server/index.js")).size / 1000],
  };
}

async function served(tree: string, browser: Browser): Promise<Record<string, number[]>> {
  const starts: number[] = [];
  const memory: number[] = [];
  const cpu: number[] = [];
  let script = 0;
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const site = siteProcess({ DATABASE_URL: "file:./data/growth.db" }, mostMs, tree);
    const url = `http://127.0.0.1:${await site.port}`;
    starts.push(performance.now() - began);
    memory.push(residentMb(site.child.pid!));
    script = await scriptOfFirstView(browser, url + defaultSurvey);
    await repeat(url, defaultSurvey, warmUpMs);
    const before = cpuMsOf(site.child.pid!);
    const { count } = await repeat(url, defaultSurvey, burstMs);
    cpu.push((cpuMsOf(site.child.pid!) - before) / count);
    site.child.kill();
    await site.ended;
  }
  return {
    "start, ms": starts,
    "memory after the start, MB": memory,
    "JavaScript of the first view, KB": [script],
    "processor time of a first view, ms": cpu,
  };
}

/** As it goes over the wire, in KB of 1,000 bytes. */
async function scriptOfFirstView(browser: Browser, url: string): Promise<number> {
  const { page, cdp, close } = await slowPhone(browser, "loopback");
  const transfers = watchTransfers(cdp);
  await page.goto(url, { waitUntil: "networkidle" });
  await untilLive(page);
  await close();
  const scripts = transfers.filter(({ type }) => type === "Script");
  return scripts.reduce((sum, { body }) => sum + body, 0) / 1000;
}

function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return (Number(kb) * 1024) / 1e6;
}
