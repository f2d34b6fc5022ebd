import { existsSync, mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { during } from "../during.ts";
import type { Site } from "../site.ts";
import type { StartEngine, Tab, Window } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

/** The engines besides Chromium, and the program without which each is not there. */
const engines: Record<string, { start: StartEngine; programs: string[] }> = {
  firefox: { start: startFirefox, programs: ["/usr/bin/firefox-esr"] },
  webkit: { start: startWebKit, programs: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"] },
};

export const phone: Window = { width: 390, height: 844 };

/** Opens a page as a visitor of their own, and fails where it complains. */
export type Visit = (walk: (tab: Tab) => Promise<void>, window?: Window) => Promise<void>;

/**
 * The same tests in each engine. One that is not installed is skipped, in CI it fails.
 * @param tests are given what opens a page, and the engine's name
 */
export function inEveryEngine(
  site: Site,
  tests: (visit: Visit, name: string) => void,
  { scripts = true } = {},
) {
  for (const [name, { start, programs }] of Object.entries(engines)) {
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
      }, name);
      it("no page met anything that its content security policy forbids", () => {
        expect(site.output()).not.toContain("csp.violated");
      });
    });
  }
}

/** Takes a picture of what the window shows, in its own typeface, to be looked at by hand. */
export async function picture(tab: Tab, engine: string, name: string): Promise<void> {
  await tab.evaluate(() => document.fonts.ready.then(() => true));
  mkdirSync("test/output/engines", { recursive: true });
  await tab.screenshot(`test/output/engines/${engine}-${name}.png`);
}
