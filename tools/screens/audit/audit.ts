import type { Page } from "playwright-core";
import { axeFindings, type Finding, nameless } from "../../../test/support/axe.ts";
import type { Screen } from "../../../test/support/screens/screen.ts";
import { type Condition, conditions, usual } from "./conditions.ts";
import { findingOf } from "./markup-checks.ts";

/** Has something done while a page is in a condition, with everything where it comes to rest. */
async function within<Result>(
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
function knowsDark(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.styleSheets].some((sheet) =>
      [...sheet.cssRules].some(({ cssText }) => cssText.includes("prefers-color-scheme")),
    ),
  );
}

/** The findings on a screen in one condition; `incomplete` counts the rules that axe could not decide. */
export type Audit = { condition: string; violations: Finding[]; incomplete: number };

/**
 * Looks at a screen in these conditions, in all unless said otherwise, and leaves the page as it was, its focus
 * included.
 */
export async function audit(page: Page, screen: Screen, chosen = conditions): Promise<Audit[]> {
  const focused = await page.evaluateHandle(() => document.activeElement as HTMLElement);
  const isDark = await knowsDark(page);
  const audits: Audit[] = [];
  for (const condition of chosen) {
    if (condition.media?.colorScheme && !isDark) continue;
    audits.push(await within(page, condition, () => auditIn(condition, page, screen)));
  }
  audits[0]!.violations.push(...findingOf("name", "Every control has a name", await nameless(page)));
  await within(page, usual, async () => {});
  await focused.evaluate((element) => element.focus({ preventScroll: true }));
  return audits;
}

async function auditIn({ name, checks }: Condition, page: Page, screen: Screen): Promise<Audit> {
  const own: Finding[] = [];
  for (const check of checks) own.push(...(await check(page, screen)));
  const { violations, incomplete } = await axeFindings(page);
  return { condition: name, violations: [...own, ...violations], incomplete };
}

/** Immediate effects of a new screen, such as the focus, have happened then. */
export function atRest(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))),
  );
}

/**
 * A page's markup, to tell screens apart: two that differ only by their numbers, hidden fields and addresses are one.
 */
export function markupOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const element of body.querySelectorAll("script, style, input[type=hidden]")) element.remove();
    for (const bar of body.querySelectorAll("[role=progressbar]")) {
      for (const { name } of [...bar.attributes]) bar.removeAttribute(name);
      bar.replaceChildren(bar.lastElementChild!.localName);
    }
    for (const status of body.querySelectorAll("[role=status]")) {
      status.textContent = status.textContent!.replace(/\d+/g, "0");
    }
    for (const element of body.querySelectorAll("form, main, [data-progress]")) {
      for (const { name } of [...element.attributes])
        if (/^(action|data-)/.test(name)) element.removeAttribute(name);
    }
    return `${document.documentElement.lang} ${body.innerHTML}`;
  });
}
