import { describe, expect } from "vitest";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { answersC } from "../support/answers.ts";
import { axeLook, complaintsOfScreens, expectAccessible } from "../support/axe.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { type HowToWalk, showWalk } from "../support/screens/show-walk.ts";
import { walkSettings, walksOf } from "../support/screens/walks.ts";
import { atStep, back, give, live, next, option, standAt, tap } from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm, walkSettings);

const c = variants.get("c")!;
const kinds = new Set<string>();
/** The first view of each kind of step is checked in test/specification/both-ways.test.ts. */
const look: HowToWalk["look"] = async (page, screen) => {
  if (screen.state !== "first") return axeLook(page, screen);
  const { kind, fields = [] } = stepNamed(screen.step!, c.machine)!;
  const before = kinds.size;
  return kinds.add([kind, ...fields.map(({ name }) => name)].join()).size > before;
};

describe("what everyone can use", () => {
  it("covers the errors of each kind of step, its answer again, and the overlay", () =>
    journey(({ page }) => showWalk(page, site, walksOf(c).walks[0]!, { look }), {
      allowed: complaintsOfScreens,
    }));

  it("covers the survey in forced colours: borders, choice and focus are still visible", () =>
    journey(
      async ({ page }) => {
        await standAt(page, site, "/survey/c", { until: "OtherDriversVehicleType" });
        await live(page);
        await give(page, answersC.OtherDriversVehicleType!);
        await atStep(page, "AtFault");
        await tap(back(page));
        await atStep(page, "OtherDriversVehicleType");
        await expectAccessible(page, "a choice in forced colours");
        const seen = (value: string) =>
          option(page, value).evaluate((button) => {
            const { borderTopWidth, borderTopStyle } = getComputedStyle(button);
            return { border: `${borderTopWidth} ${borderTopStyle}`, text: button.textContent };
          });
        expect(await seen("Car")).toEqual({
          border: "2px solid",
          text: expect.stringContaining("Your answer"),
        });
        expect(await seen("Bus")).toEqual({ border: "2px solid", text: "Bus" });
        await page.keyboard.press("Tab");
        expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).toBe(
          "solid",
        );
        await standAt(page, site, "/survey/c");
        await expectAccessible(page, "the contact step in forced colours");
        expect(await next(page).evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe("solid");
      },
      { forcedColors: "active" },
    ));
});
