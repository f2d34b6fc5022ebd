import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { silentLog } from "../../services/observe/log.ts";
import type { KeptOutcome } from "../../services/store/rows.ts";
import { openStore } from "../../services/store/store.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { aSubmission, aVisit } from "../support/submissions.ts";

const call = {
  outcome: "called",
  buyer: "Smith",
  buyerLeadId: null,
  amountCents: null,
  currency: null,
} as const;

/** A site that has 150 leads from the day before, of which every third fits and was called after 35 minutes. */
async function siteWithLeads() {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "claimpath-figures-")), "leads.db")}`;
  const store = await openStore({
    url,
    now: () => Date.now() - 24 * 60 * 60 * 1000,
    log: silentLog,
    hashKey: "k",
  });
  const called: KeptOutcome[] = [];
  for (let nth = 0; nth < 150; nth++) {
    const submission = aSubmission([]);
    const qualified = nth % 3 === 0;
    const asked = { ...submission, lead: { ...submission.lead, qualified } };
    const { lead } = await store.submit(aVisit(), 0, [], asked);
    if (qualified)
      called.push({ ...call, id: lead!.id, leadId: lead!.id, at: lead!.createdAt + 35 * 60_000 });
  }
  await store.outcomes.add(called);
  await store.close();
  const site = await startSite({ DATABASE_URL: url, stubs: false });
  onTestFinished(site.close);
  return site;
}

const figures = /<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g;
const shownAt = async (url: string, path: string) =>
  [...(await send(url, path)).text.matchAll(figures)].map(([, what, count]) => `${count} ${what}`);

it("the home page says how many fit and how long they waited, in both languages", async () => {
  const { url } = await siteWithLeads();
  expect(await shownAt(url, "/")).toEqual([
    "150 people answered all of our questions",
    "50 had a case that the firms here take",
    "35 minutes was the typical wait for a firm’s first call",
  ]);
  expect((await shownAt(url, "/es/"))[2]).toBe(
    "35 minutos fue la espera típica hasta la primera llamada de un bufete",
  );
});
