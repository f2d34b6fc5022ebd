import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { holds } from "../support/holds.ts";
import { chartPages, nobodyNamed, sent, toConsent } from "../support/one-to-one.ts";
import { runSite } from "../support/running-site.ts";
import { chartsToken } from "../support/signed-in.ts";
import { type Site, startSite } from "../support/site.ts";

const surveys = ["v4nv-1to1", "v4nv-d1", "v4nv-d2", "v4nv-x1"];

let site: Site;
beforeAll(async () => {
  site = await startSite({ BUYERS_URL: "", BUYERS_FILE: "", ANALYST_TOKEN: chartsToken });
});
afterAll(() => site.close());

it.each(surveys)(
  "%s names nobody: not on the page, on the record, with the consent or to the buyer",
  holds(5, 199, 323, 504, 505, 506, 514),
  async (survey) => {
    const { step, shown, record, kept } = await sent(site, await toConsent(site, survey));
    expect(step).toBe("PhoneAbbreviatedTCPA");
    expect(shown).toContain("I sign electronically and agree that one law firm, found through");
    expect(record).toMatchObject(nobodyNamed);
    expect(kept).not.toMatch(/8674|4074|Partner|LLP/);
  },
);

it.each(surveys)("the start and the chart's pages say so of %s", async (survey) => {
  const sentence = new RegExp(
    `No buyers are configured for ${survey} \\([A-Z_ or]+\\): its consent names nobody\\.`,
  );
  expect(site.output()).toMatch(sentence);
  for (const page of await chartPages(site, survey)) expect(page).toMatch(sentence);
});

it("the pages of another chart say nothing of it", async () => {
  for (const page of await chartPages(site, "v4nv")) expect(page).not.toMatch(/consent names/);
});

it("a file that is wrong stops the start with a sentence that says where", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "buyers.json");
  const buyers = [
    { name: "North Law", ids: [1] },
    { name: "South Law", ids: [2], states: ["Texas"] },
  ];
  writeFileSync(file, JSON.stringify(buyers));
  const env = { ...process.env, PORT: "0", DATABASE_URL: `file:${file}.db`, BUYERS_FILE: file };
  await expect(runSite(env)).rejects.toThrow(
    `The site ended with 1:\nBad settings: BUYERS_FILE ${file}: buyer 2 (South Law), states must be two-letter codes`,
  );
});
