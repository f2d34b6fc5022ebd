import { existsSync, mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { headlessShell } from "../browser.ts";
import { during } from "../during.ts";
import type { Site } from "../site.ts";
import type { StartEngine, Tab, Window } from "./engine.ts";
import { startChromium, startFirefox } from "./puppeteer.ts";
import { startWebKit } from "./webkit.ts";

/** The engines, and the programs without which each is not there. */
const engines = {
  chromium: { start: startChromium, programs: [headlessShell] },
  firefox: { start: startFirefox, programs: ["/usr/bin/firefox-esr"] },
  webkit: { start: startWebKit, programs: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"] },
} satisfies Record<string, { start: StartEngine; programs: string[] }>;

export type EngineName = keyof typeof engines;

export const phone: Window = { width: 390, height: 844 };

/** Opens a page as a visitor of their own, and fails where it complains. */
export type Visit = (walk: (tab: Tab) => Promise<void>, window?: Window) => Promise<void>;

/**
 * Tests in one engine. Where that is not installed they are skipped, in CI they fail.
 * @param tests are given what opens a page
 */
export function inEngine(
  name: EngineName,
  site: Site,
  tests: (visit: Visit) => void,
  { scripts = true } = {},
) {
  const { start, programs } = engines[name];
  const isThere = programs.every((program) => existsSync(program));
  describe.skipIf(!isThere && !process.env.CI)(`in ${name}`, () => {
    const engine = during(() => start({ scripts }));
    tests(async (walk, window = phone) => {
      const tab = await engine.open(window);
      try {
        await walk(tab);
        expect(await tab.complaints(), "errors and CSP violations in the browser").toEqual([]);
      } catch (error) {
        await picture(tab, name, "failed");
        throw error;
      } finally {
        await tab.close();
      }
    });
    it("no page met anything that its content security policy forbids", () => {
      expect(site.output()).not.toContain("csp.violated");
    });
  });
}

/** The same tests in each engine. @param tests are given a function that opens a page, and the engine's name */
export function inEveryEngine(
  site: Site,
  tests: (visit: Visit, name: EngineName) => void,
  options?: Parameters<typeof inEngine>[3],
) {
  for (const name of Object.keys(engines) as EngineName[]) {
    inEngine(name, site, (visit) => tests(visit, name), options);
  }
}

/** Takes a picture of the window, in its own typeface and scrolled to its place, to be examined by hand. */
export async function picture(tab: Tab, engine: EngineName, name: string): Promise<void> {
  await tab.evaluate(async () => {
    await document.fonts.ready;
    // A step scrolls after the paint.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done))));
    return true;
  });
  mkdirSync("test/output/engines", { recursive: true });
  await tab.screenshot(`test/output/engines/${engine}-${name}.png`);
}
