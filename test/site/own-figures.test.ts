import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import { openStore } from "../../services/store/store.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { aSubmission, aVisit } from "../support/submissions.ts";

/** A site that has `sent` leads from the day before, of which every third fits. */
async function siteThatSent(sent: number) {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "claimpath-figures-")), "leads.db")}`;
  const store = await openStore({
    url,
    now: () => Date.now() - 24 * 60 * 60 * 1000,
    log: silentLog,
    hashKey: "k",
  });
  for (let nth = 0; nth < sent; nth++) {
    const submission = aSubmission([]);
    const qualified = nth % 3 === 0;
    await store.submit(aVisit(), 0, [], { ...submission, lead: { ...submission.lead, qualified } });
  }
  await store.close();
  const site = await startSite({ DATABASE_URL: url, stubs: false });
  onTestFinished(site.close);
  return site;
}

const figures = /<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g;
const shownAt = async (url: string, path: string) =>
  [...(await send(url, path)).text.matchAll(figures)].map(([, what, count]) => `${count} ${what}`);

it("the home page says how many answered everything and how many fit, in both languages", async () => {
  const { url } = await siteThatSent(120);
  expect(await shownAt(url, "/")).toEqual([
    "120 people answered all of our questions",
    "40 had a case that the firms here take",
  ]);
  expect(await shownAt(url, "/es/")).toEqual([
    "120 personas contestaron todas nuestras preguntas",
    "40 tenían un caso como los que aceptan los bufetes",
  ]);
});

it("says nothing of fewer than a hundred", async () => {
  const { url } = await siteThatSent(99);
  expect(await shownAt(url, "/")).toEqual([]);
  expect((await send(url, "/")).text).not.toContain("Our own numbers");
});
