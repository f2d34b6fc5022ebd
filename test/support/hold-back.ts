import type { Page } from "playwright-core";

/** Holds back what a page asks for from addresses like this one. @returns lets all of it go on its way */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    // The page may have gone by now.
    await route.continue().catch(() => {});
  });
  return release;
}
