import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { claimpathIn } from "../support/files.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { FormVisitor } from "../support/visitors.ts";

const truck = { affid: "7", headline: { en: "Hit by a <truck>?", es: "¿Le chocó un tráiler?" } };

function fileWith(content: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-campaigns-")), "campaigns.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const site = siteForTests({ stubs: false, CAMPAIGNS_FILE: fileWith([truck]) });
const textAt = async (path: string) => (await send(site.url, path)).text;

it("shows the ad's headline above the first question of those who come from it, and to nobody else", async () => {
  const pages = await Promise.all(
    ["?affid=7", "", "?affid=8", "?affid=7&s1=x"].map((q) => textAt(`/survey/c${q}`)),
  );
  expect(pages.map((page) => page.includes(">Hit by a &lt;truck&gt;?</p>"))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(await textAt("/survey/v4nv-es?affid=7")).toContain(">¿Le chocó un tráiler?</p>");
});

it("keeps it when the first question is answered wrongly, and leaves it there when it is answered", async () => {
  const visitor = new FormVisitor(site.url);
  await visitor.open("/survey/c?affid=7");
  await visitor.post({ option: "none of these" });
  expect(visitor.screen.html).toContain(">Hit by a &lt;truck&gt;?</p>");
  await visitor.post({ option: "Within 30 Days" });
  expect(visitor.screen.step).toBe("OtherDriversVehicleType");
  expect(visitor.screen.html).not.toContain(">Hit by a");
});

it.each([
  [{}, "campaigns must be a list"],
  [[{ ...truck, affid: 7 }], "campaigns.0.affid must be a text"],
  [[truck, { ...truck, affid: "8", headline: { en: "Hurt?" } }], "campaigns.1.headline.es is missing"],
  [[{ ...truck, color: "red" }], "campaigns.0.color is not known here"],
  [[truck, truck], "campaigns.1.affid is there twice"],
])("a site does not start with a file of campaigns that says %j", async (content, fault) => {
  const file = claimpathIn({ campaigns: content });
  const start = startSite({ stubs: false, CLAIMPATH_FILE: file });
  await expect(start).rejects.toThrow(`Bad settings: ${file} line 1 column `);
  await expect(start).rejects.toThrow(`: ${fault}.\n`);
});
