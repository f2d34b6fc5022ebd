import { expect } from "vitest";
import { desktop } from "../support/browser.ts";
import { siteInChromium } from "../support/in-chromium.ts";
import { signIn, withCharts } from "../support/signed-in.ts";

const { site, it, journey } = siteInChromium({}, withCharts);

it("the simulator takes one to a place, by each way there is, without a script", () =>
  journey(
    async ({ page }) => {
      await signIn(page, site, "/graphs/c/simulate?region=CA");
      await page.getByLabel("An end, a reason, a place or a way").selectOption("Police report filed");
      await page.getByRole("button", { name: "Show ways" }).click();
      const ways = page.locator("section:has(> #take-me-to) ol li");
      expect(await ways.getByRole("link").allTextContents()).toEqual(["Way 1: 4 moves", "Way 2: 5 moves"]);
      expect(await ways.first().textContent()).toContain("not injured: yes (physical_injury is No)");
      await ways.first().getByRole("link").click();
      expect(await page.locator("#now").textContent()).toBe("Police report filed");
      expect(new URL(page.url()).searchParams.get("region")).toBe("CA");

      await page.getByText("What would lead elsewhere").click();
      const turn = page.locator("section:has(> #now) details li").first();
      expect(await turn.textContent()).toBe(
        "Was user injured: Yes instead of No leads to Type of medical treatment",
      );
      await turn.getByRole("link").click();
      expect(await page.locator("#now").textContent()).toBe("Type of medical treatment");
    },
    { ...desktop, javaScriptEnabled: false },
  ));

it("the simulator takes one to where a lead is disqualified, and says where nobody can come", () =>
  journey(async ({ page }) => {
    await signIn(page, site, "/graphs/c/simulate?to=reason:have_attorney%7Cyes");
    await page.getByRole("link", { name: "Way 1" }).click();
    await page.getByRole("table", { name: "The lead so far: disqualified (have_attorney|yes)" }).waitFor();
    await page.goto(`${site.url}/graphs/v4nv/simulate?to=place:AllPii.asking`);
    await page.getByText("No way was found for a visitor who comes in like this.").waitFor();
    await page.goto(`${site.url}/graphs/v4nv/simulate?to=place:constructor`);
    expect(await page.getByText("No way was found").count()).toBe(0);
  }, desktop));
