import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";

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

/** One answer as it went over the wire: its compressed body, and all with the headers, in bytes. */
export type Transfer = { url: string; type: string; all: number; body: number };

/** Notes every answer that a page gets from now on. */
export function watchTransfers(cdp: CDPSession): Transfer[] {
  const transfers: Transfer[] = [];
  const begun = new Map<string, { url: string; type: string; headers: number }>();
  cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
    // So far nothing but the headers has been counted.
    begun.set(requestId, { url: response.url, type, headers: response.encodedDataLength });
  });
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength: all }) => {
    const answer = begun.get(requestId);
    if (answer) transfers.push({ url: answer.url, type: answer.type, all, body: all - answer.headers });
  });
  return transfers;
}

export const isScript = ({ type }: Transfer) => type === "Script";

/** Compressed bodies, or all with their headers, in KB of 1,000 bytes. */
export function kilobytes(transfers: Transfer[], what: "all" | "body" = "body"): number {
  return transfers.reduce((sum, transfer) => sum + transfer[what], 0) / 1000;
}
