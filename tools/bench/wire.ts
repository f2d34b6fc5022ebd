import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { atMost, type Measured, measured } from "./figure.ts";
import { type Paints, slowPhone } from "./slow-phone.ts";
import { type Resource, resources, type Transfer, watchTransfers } from "./transfers.ts";
import { untilLive, walkTo } from "./walk.ts";

/** Most JavaScript of a first view, in KB of 1,000 bytes. */
const scriptBudget = 75;
/** Long enough for what a late script asks for itself. */
const quietMs = 500;
const fullSpeed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** What goes over the wire on the first view of a survey, and what comes later with the phone number's mask. */
export async function onTheWire(browser: Browser, url: string): Promise<Measured[]> {
  const { page, cdp, close } = await slowPhone(browser, "slow 4G");
  const all = watchTransfers(cdp);
  await page.goto(url, { waitUntil: "networkidle" });
  await untilLive(page);
  const first = [...all];
  const { fcp } = await page.evaluate<Paints>("benchPaints");
  const known = await page.evaluate<Resource[]>(resources);

  await cdp.send("Network.emulateNetworkConditions", fullSpeed);
  const moreScript = page.waitForEvent("requestfinished", (request) => request.resourceType() === "script");
  await walkTo(page, "PhoneAndZip");
  await moreScript;
  await setTimeout(quietMs);
  const later = all.slice(first.length).filter(isScript);
  await close();

  const early = new Set(known.filter(({ responseEnd }) => responseEnd <= fcp).map(({ name }) => name));
  const blocking = known.filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking");
  const scripts = first.filter(isScript);
  const loader = scripts.filter((script) => early.has(script.url));
  const html = first.filter(({ type }) => type === "Document");
  const bodies = bytes(first, "body");
  return [
    atMost(
      scriptBudget,
      once("JavaScript of the first view, all of it (Brotli)", "KB", bytes(scripts, "body")),
    ),
    once("of it, there before the first paint", "KB", bytes(loader, "body")),
    once("of it, from then until the page is idle", "KB", bytes(scripts, "body") - bytes(loader, "body")),
    once("the same JavaScript as gzip", "KB", gzipped(scripts)),
    once("later: JavaScript that comes with the phone number", "KB", bytes(later, "body")),
    once("HTML with its styles", "KB", bytes(html, "body")),
    once("everything on the first view", "KB", bodies),
    once("headers on top of it", "KB", bytes(first, "all") - bodies),
    once("requests on the first view", "requests", first.length),
    atMost(0, once("of them, holding back the first paint besides the HTML", "requests", blocking.length)),
  ];
}

const isScript = ({ type }: Transfer) => type === "Script";
const once = (name: string, unit: string, value: number) => measured(name, unit, [value]);

function bytes(transfers: Transfer[], what: "all" | "body"): number {
  return transfers.reduce((sum, transfer) => sum + transfer[what], 0) / 1000;
}

/** What a browser without Brotli would get. */
function gzipped(scripts: Transfer[]): number {
  const sizes = scripts.map(({ url }) => statSync(`build/client${new URL(url).pathname}.gz`).size);
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
