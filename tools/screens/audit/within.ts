import type { Page } from "playwright-core";
import type { Condition } from "./conditions.ts";

/** Has something done while a page is in a condition, with everything where it comes to rest. */
export async function within<Result>(
  page: Page,
  { size, zoom, media = {} }: Pick<Condition, "size" | "zoom" | "media">,
  work: () => Promise<Result>,
): Promise<Result> {
  await page.emulateMedia({
    forcedColors: media.forcedColors ?? "none",
    reducedMotion: media.reducedMotion ?? "no-preference",
    colorScheme: media.colorScheme ?? "light",
  });
  await page.setViewportSize(size);
  // Another density lasts as long as the session that asks for it.
  const client = zoom && (await page.context().newCDPSession(page));
  if (client) {
    const metrics = { ...size, deviceScaleFactor: zoom, mobile: false };
    await client.send("Emulation.setDeviceMetricsOverride", metrics);
  }
  try {
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        if (animation.effect?.getComputedTiming().iterations !== Infinity) animation.finish();
      }
    });
    return await work();
  } finally {
    if (client) await client.detach();
  }
}

/** Whether the page's style sheets know of dark schemes: where none does, there is nothing to see. */
export function knowsDark(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.styleSheets].some((sheet) =>
      [...sheet.cssRules].some(({ cssText }) => cssText.includes("prefers-color-scheme")),
    ),
  );
}
