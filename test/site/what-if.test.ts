import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { reportFile } from "../../app/graphs/what-if/read-report.ts";
import { chartsToken, withCharts } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { folderWithReport, reportOfAnEdit } from "../support/what-if-worlds.ts";

const folder = folderWithReport();
const site = siteForTests({ ...withCharts, WHAT_IF_FOLDER: folder });
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

it("a survey without a run says how to make one; there are no others", async () => {
  const { status, text } = await ask("/graphs/dui/what-if");
  expect(status).toBe(200);
  expect(text).toContain("No run yet.");
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
