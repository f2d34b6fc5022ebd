import { expect } from "vitest";
import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  whileDeveloping: [
    [
      "a survey with ?inspect is beside its chart, which follows the visit",
      async (page, url) => {
        await page.goto(`${url}/survey/c?affid=7&inspect`);
        const [survey, chart] = ["The survey", "Its chart"].map((title) =>
          page.frameLocator(`iframe[title="${title}"]`),
        );
        const here = chart!.locator("#now");
        await survey!.getByRole("button", { name: "In the last week" }).click();
        await expect.poll(() => here.textContent()).toBe("Other drivers vehicle type");
        await survey!.getByRole("button", { name: "Car, SUV or pickup" }).click();
        await expect.poll(() => here.textContent()).toBe("At fault");
        expect(await chart!.locator('[data-node="AtFault"]').getAttribute("data-mark")).toContain("here");
        // The server may know of the answer while the survey still shows its tick, and a press of Back is dropped then.
        await survey!.locator('input[name="step"][value="AtFault"]').first().waitFor({ state: "attached" });
        await survey!.getByRole("button", { name: "Back" }).click();
        await expect.poll(() => here.textContent()).toBe("Other drivers vehicle type");
      },
    ],
  ],
};
