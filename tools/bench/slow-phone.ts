import { fileURLToPath } from "node:url";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";

/** Lighthouse's own slow 4G: 1.6 Mbit/s down, 0.75 up, 150 ms there and back. */
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** How much slower than this machine the phone's processor is. */
const slowDown = 4;

/** What in-page.js noted: first and largest paint (ms), main thread blocked (ms), layout shift. */
export type Paints = { fcp: number; lcp: number; blocked: number; shifted: number };

export type Phone = { page: Page; cdp: CDPSession; close(): Promise<void> };

/** Starts Chromium from `CHROME_PATH`, or Debian's. @param port where other tools may drive it */
export function launch(port?: number): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", ...(port ? [`--remote-debugging-port=${port}`] : [])],
  });
}

/** A phone nobody has used yet: empty cache, no cookies. */
export async function slowPhone(browser: Browser, network: "slow 4G" | "loopback"): Promise<Phone> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.addInitScript({ path: fileURLToPath(new URL("./in-page.js", import.meta.url)) });
  const cdp = await context.newCDPSession(page);
  await cdp.send("Network.enable");
  if (network === "slow 4G") await cdp.send("Network.emulateNetworkConditions", slow4g);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  return { page, cdp, close: () => context.close() };
}
