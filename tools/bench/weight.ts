import type { Browser } from "playwright-core";
import { startBrowser } from "../../test/support/browser.ts";
import { startSiteProcess } from "../../test/support/site.ts";
import { startBareSite } from "./bare-site.ts";
import { interleaved, measured, wantedRatio } from "./figure.ts";
import { arrival, type Paints, slowPhone } from "./phone.ts";
import { bareText, withoutScripts } from "./plain-html.ts";
import { type Report, report } from "./report.ts";
import { onTheWire } from "./wire.ts";

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
