import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { listed } from "../../machines/messages/buyers-slot.ts";
import { messagesIn } from "../../services/words/index.ts";
import { pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { sampleBuyers } from "../stubs/run.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, desktop, siteInChromium } from "../support/browser.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { keptConsent } from "../support/one-to-one.ts";
import { delivered, storedLeads } from "../support/store-reader.ts";
import { live, standAt, walk } from "../support/survey-page.ts";

const others = during(startPageScripts);
const { site, it, journey } = siteInChromium(calm, () => pageScriptsEnv(others));

const samples = JSON.parse(readFileSync(sampleBuyers, "utf8")) as { name: string; variants?: string[] }[];
const ofD2 = samples.filter(({ variants }) => variants?.includes("v4nv-d2")).map(({ name }) => name);

// The lists of the others: test/site/buyers.test.ts.
it.each([
  ["v4nv-1to1", ["Stub Law Firm One", "Stub Law Firm Two"]],
  ["v4nv-d2", ofD2],
])(
  "%s names its buyers, each marked for the certificate",
  holds(5, 23, 128, 189, 323, 511),
  (survey, names) =>
    journey(
      async ({ page }) => {
        await standAt(page, site, `/survey/${survey}`, { until: "PhoneAndBuyersConsent" });
        await live(page);
        const marked = page.locator("#consent [data-tf-element-role=consent-advertiser-name]");
        await marked.first().waitFor();
        expect(await marked.allTextContents()).toEqual(names);
        const said = (await page.locator("main").textContent())!;
        expect(said, "where several may call, none is said to be the only one").not.toMatch(/\bone firm\b/i);
        expect(said).toContain(
          `${listed(names, messagesIn("en").consent.naming)} take cases like yours. They or their partners may call`,
        );
        expect(said).toContain("your answers go to each law firm named here");
        if (survey === "v4nv-1to1") await expectAccessible(page, "the consent with its buyers");
        const shown = (await page.locator("#consent").textContent())!;
        for (const name of names) expect(shown).toContain(name);
        await walk(page);
        const lead = storedLeads(site.databaseFile).at(-1)!;
        const consent = keptConsent(site.databaseFile, lead.id);
        const { fields } = await delivered(site, lead);
        expect([lead.record.tcpa, consent.text, fields.tcpa_text]).toEqual([shown, shown, shown]);
        expect([lead.record.displayed_buyers, consent.buyersShown]).toEqual([names, names]);
        expect(fields.displayed_buyers).toBe(String(names));
        expect(lead.record["1_to_1_consent"]).toBe("yes");
      },
      survey === "v4nv-d2" ? { ...desktop, hasTouch: true } : {},
    ),
);
