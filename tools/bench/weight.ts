import { statSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { startBrowser } from "../../test/support/browser.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { live, walk } from "../../test/support/survey-page.ts";
import { bareText, startBareSite, withoutScripts } from "./bare-site.ts";
import { arrival } from "./load.ts";
import { isScript, kilobytes, type Paints, slowPhone, watchTransfers } from "./phone.ts";
import { atMost, interleaved, type Measured, measured, type Report, report, wantedRatio } from "./report.ts";

const rounds = 4;

/** Opens a page for the first time on a slow phone and network. */
async function view(browser: Browser, url: string): Promise<Paints> {
  const { page, close } = await slowPhone(browser, "slow 4G");
  await page.goto(url, { waitUntil: "networkidle" });
  // The last word on the largest paint comes a little after it.
  await page.waitForFunction(() => (globalThis as unknown as { benchPaints: Paints }).benchPaints.lcp > 0);
  const paints = await page.evaluate<Paints>("benchPaints");
  await close();
  return paints;
}

/** Bytes and first paint of the survey's first view. */
export async function weight(): Promise<Report> {
  await using site = await startSiteProcess({ LOG: "off", stubs: false });
  const html = await (await fetch(site.url + arrival)).text();
  await using bare = await startBareSite({ "/text": bareText(html), "/page": withoutScripts(html) });
  await using browser = await startBrowser();
  const wire = await onTheWire(browser, site.url + arrival);
  const found = await interleaved<string, Paints>(rounds, {
    text: () => view(browser, `${bare.url}/text`),
    page: () => view(browser, `${bare.url}/page`),
    survey: () => view(browser, site.url + arrival),
  });
  const of = (name: string, what: keyof Paints) => found[name]!.map((paints) => paints[what]);
  const words = measured("its words in bare HTML, from memory: LCP", "ms", of("text", "lcp"));
  const plain = measured("same page without scripts, from memory: LCP", "ms", of("page", "lcp"), words);
  return report(
    "weight",
    "Variant C after an ad click, nothing in the cache, 4x slower processor, slow 4G (1.6 Mbit/s, 150 ms).",
    [
      ...wire,
      words,
      plain,
      measured("survey: FCP", "ms", of("survey", "fcp")),
      wantedRatio("<=", 1.05, measured("survey: LCP", "ms", of("survey", "lcp"), plain)),
      measured("survey: main thread blocked (TBT)", "ms", of("survey", "blocked")),
      measured("survey: layout shift (CLS)", "", of("survey", "shifted")),
    ],
  );
}

/** Most JavaScript until a first question is alive, in KB of 1,000 bytes. */
const scriptBudget = 60;
/** Long enough for what a late script asks for itself. */
const quietMs = 500;
const fullSpeed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** What goes over the wire on the first view of a survey, and what comes later with the phone number's mask. */
async function onTheWire(browser: Browser, url: string): Promise<Measured[]> {
  const { page, cdp, close } = await slowPhone(browser, "slow 4G");
  const all = watchTransfers(cdp);
  await page.goto(url);
  await live(page);
  const scripts = all.filter(isScript);
  await page.waitForLoadState("networkidle");
  const first = [...all];
  const behind = first.filter((each) => isScript(each) && !scripts.includes(each));
  const { fcp } = await page.evaluate<Paints>("benchPaints");
  // What Chromium itself says about the resources of a page, in the page's own milliseconds.
  const known = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => entry.toJSON() as PerformanceResourceTiming & { renderBlockingStatus: string }),
  );

  await cdp.send("Network.emulateNetworkConditions", fullSpeed);
  const moreScript = page.waitForEvent("requestfinished", (request) => request.resourceType() === "script");
  await walk(page, { until: "PhoneAndZip" });
  await moreScript;
  await setTimeout(quietMs);
  const later = all.slice(first.length).filter(isScript);
  await close();

  const early = new Set(known.filter(({ responseEnd }) => responseEnd <= fcp).map(({ name }) => name));
  const blocking = known.filter(({ renderBlockingStatus }) => renderBlockingStatus === "blocking");
  const [script, loader] = [scripts, scripts.filter(({ url }) => early.has(url))].map((each) =>
    kilobytes(each),
  );
  const html = first.filter(({ type }) => type === "Document");
  // What a browser without Brotli would get.
  const gzip = scripts.map((each) => statSync(`build/client${new URL(each.url).pathname}.gz`).size);
  const gzipped = gzip.reduce((sum, size) => sum + size, 0) / 1000;
  const once = (name: string, unit: string, value: number) => measured(name, unit, [value]);
  return [
    atMost(scriptBudget, once("JavaScript until the first question is alive (Brotli)", "KB", script!)),
    once("of it, there before the first paint", "KB", loader!),
    once("behind it, while the visitor reads: what later questions need", "KB", kilobytes(behind)),
    once("the same JavaScript as gzip", "KB", gzipped),
    once("later: JavaScript that comes with the phone number", "KB", kilobytes(later)),
    once("HTML with its styles", "KB", kilobytes(html)),
    once("everything on the first view", "KB", kilobytes(first)),
    once("headers on top of it", "KB", kilobytes(first, "all") - kilobytes(first)),
    once("requests on the first view", "requests", first.length),
    atMost(0, once("of them, holding back the first paint besides the HTML", "requests", blocking.length)),
  ];
}
