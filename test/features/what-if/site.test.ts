import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { reportFile } from "../../../app/features/what-if/report.ts";
import { phone, siteInChromium } from "../../support/browser.ts";
import { chartsToken, signIn, withCharts } from "../../support/console-people.ts";
import { pageFaults } from "../../support/faults.ts";
import { runProcess } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import { change, query } from "../../support/store-reader.ts";
import { answerUpTo, FormVisitor, walkForms } from "../../support/visitors.ts";
import { folderWithReport, reportOfAnEdit } from "./worlds.ts";

const folder = folderWithReport();
const { site, it, journey } = siteInChromium(phone, { ...withCharts, "analytics.what-if-folder": folder });
const ask = async (path: string) => {
  const sent = await send(site.url, path, { headers: { Authorization: `Bearer ${chartsToken}` } });
  return { ...sent, text: sent.text.replaceAll("<!-- -->", "") };
};

it("the latest run of a survey is shown with both charts, and its visits open in the simulator", async () => {
  const { status, text } = await ask("/graphs/c/what-if");
  expect(status).toBe(200);
  const { tally } = reportOfAnEdit();
  const { atLeast, samples } = tally.kinds.skips;
  expect(text).toContain(`${atLeast} (${((100 * atLeast) / tally.visits).toFixed(2)} %)`);
  expect(text).toContain("Police report filed: ");
  expect(text.match(/<svg[^>]*aria-labelledby="c-(?:before|after)-title/g)).toHaveLength(2);
  const [, address = ""] = new RegExp(`<a href="([^"]+)">${samples[0]!.visit}</a>`).exec(text)!;
  const simulator = await ask(address.replaceAll("&amp;", "&"));
  expect(simulator.status).toBe(200);
  expect(simulator.text).toContain("Was user injured");
});

it("everyone can use the page, which is no wider than the window of a phone or a desk", () =>
  journey(async ({ page }) => {
    await signIn(page, site, "/graphs/c/what-if");
    expect(await pageFaults(page, "what-if")).toEqual([]);
  }));

it("a survey without a run says so without commands; unknown surveys are not found", async () => {
  const { status, text } = await ask("/graphs/dui/what-if");
  expect(status).toBe(200);
  expect(text).toContain("No edit was compared yet.");
  expect(text).not.toMatch(/npm run|HEAD|working tree/);
  for (const code of ["navigation", "nonsense", "..%2Fc"]) {
    expect((await ask(`/graphs/${code}/what-if`)).status, code).toBe(404);
  }
});

it.each([
  ["is cut off", JSON.stringify(reportOfAnEdit()).slice(0, 900)],
  ["is of another survey", JSON.stringify({ ...reportOfAnEdit(), code: "a" })],
  ["has none of it", "{}"],
])("a file that %s is named in a sentence", async (_, written) => {
  writeFileSync(reportFile(folder, "b"), written);
  const { status, text } = await ask("/graphs/b/what-if");
  expect(status).toBe(200);
  expect(text).toContain(`The latest run in ${folder} cannot be read: `);
});

it("real leads are replayed by today's charts, and one of another version is left out", async () => {
  using kept = mkdtempDisposableSync(join(tmpdir(), "what-if-"));
  await walkForms(site.url, "/survey/c");
  await walkForms(site.url, "/survey/c");
  const left = new FormVisitor(site.url);
  await left.open("/survey/c");
  await answerUpTo(left, "c", "HasLawyer");
  // Pretends that an older chart had not asked it.
  const entry =
    "select min(seq) seq, visit_id from visit_log where body like '%WasUserInjured%' group by visit_id limit 1";
  const [{ seq, visit_id }] = query<{ seq: number; visit_id: string }>(site.databaseFile, entry) as [never];
  change(site.databaseFile, (database) =>
    database.prepare("delete from visit_log where visit_id = ? and seq = ?").run(visit_id, seq),
  );
  const out = join(kept.path, "c.json");
  const ran = await runProcess(`what-if c --fail-on lost>0 --out ${out}`, { DATABASE_URL: site.databaseUrl });
  expect(ran.status, ran.stderr).toBe(0);
  expect(JSON.parse(readFileSync(out, "utf8")).tally).toMatchObject({
    visits: 2,
    failed: 0,
    otherVersion: 1,
    kinds: { lost: { atMost: 0 }, won: { atMost: 0 } },
  });
});
