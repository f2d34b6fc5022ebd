import { expect } from "vitest";
import { desktop } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, withCharts } from "../support/signed-in.ts";

const { site, it, journey } = siteInChromium({}, withCharts);

it("the simulator lists the paths to a state and opens one, without a script", () =>
  journey(
    async ({ page }) => {
      await signIn(page, site, "/graphs/c/simulate?region=CA");
      await page.getByLabel("Destination").selectOption("Police report filed");
      await page.getByRole("button", { name: "Show paths" }).click();
      const ways = page.locator("section:has(> #take-me-to) ol li");
      expect(await ways.getByRole("link").allTextContents()).toEqual([
        "Path 1: 4 events",
        "Path 2: 5 events",
      ]);
      expect(await ways.first().textContent()).toContain("not injured: yes (physical_injury is No)");
      await ways.first().getByRole("link").click();
      expect(await page.locator("#now").textContent()).toBe("Police report filed");
      expect(new URL(page.url()).searchParams.get("region")).toBe("CA");

      await page.getByText("Other branches").click();
      const turn = page.locator("section:has(> #now) details li").first();
      expect(await turn.textContent()).toBe(
        "Was user injured: Yes instead of No leads to Type of medical treatment",
      );
      await turn.getByRole("link").click();
      expect(await page.locator("#now").textContent()).toBe("Type of medical treatment");
    },
    { ...desktop, javaScriptEnabled: false },
  ));

it("the simulator finds a path to a disqualification, and says if there is none", () =>
  journey(async ({ page }) => {
    await signIn(page, site, "/graphs/c/simulate?to=reason:have_attorney%7Cyes");
    await page.getByRole("link", { name: "Path 1" }).click();
    await page.getByRole("table", { name: "The lead so far: disqualified (have_attorney|yes)" }).waitFor();
    await page.goto(`${site.url}/graphs/v4nv/simulate?to=place:AllPii.asking`);
    await page.getByText("No path leads there with this setup.").waitFor();
    await page.goto(`${site.url}/graphs/v4nv/simulate?to=place:constructor`);
    await page.getByText("This chart has no destination “place:constructor”.").waitFor();
  }, desktop));
