import { expect, it } from "vitest";
import { graphOf } from "../../machines/graph/graph.ts";
import { viewOf } from "../../machines/graph/view.ts";
import { variants } from "../../machines/registry.ts";
import { coverageOf } from "../../tools/graphs/coverage-of.ts";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

const site = siteForTests(withCharts);
const variant = variants.get("v4nv")!;
const { all, edges } = coverageOf(variant, viewOf(graphOf(variant)));

async function shown(query: string): Promise<string> {
  const headers = { Authorization: `Bearer ${chartsToken}` };
  const { status, text } = await send(site.url, `/graphs/v4nv/coverage?${query}`, { headers });
  expect(status).toBe(200);
  return text.replaceAll("<!-- -->", "");
}

const markOf = (page: string, edge: string) =>
  new RegExp(`data-edge="${edge.replace(">", "&gt;")}"(?: data-mark="([^"]*)")?`).exec(page)?.[1];

it("says how many of the possible branches the tests cover", async () => {
  const page = await shown("");
  const possible = Object.values(edges).flatMap(({ ways }) => ways.filter((way) => !way.impossible));
  for (const [words, by] of [
    ["Path tests", "paths"],
    ["Browser walks", "walks"],
  ] as const) {
    const taken = possible.filter((way) => way[by] > 0).length;
    expect(page).toContain(
      `${words}: ${all[by]}, covering ${taken} of ${possible.length} possible branches.`,
    );
  }
});

it("draws transitions that no browser walk covers in red, and impossible ones faded", async () => {
  const [paths, walks] = [await shown("by=paths"), await shown("by=walks")];
  const missed = "WasUserInjured->PoliceReportFiled";
  expect([edges[missed]!.paths > 0, edges[missed]!.walks]).toEqual([true, 0]);
  expect([markOf(paths, missed), markOf(walks, missed)]).toEqual([undefined, "lost"]);
  const impossible = "AutoAccidentCaseWorth->WhenWasTheAccident";
  expect([markOf(paths, impossible), markOf(walks, impossible)]).toEqual(["faint", "faint"]);
  const partly = "IncidentDescription.readingDescription->HitAndRunIdentified";
  expect([markOf(paths, partly), markOf(walks, partly)]).toEqual(["changed", "changed"]);
  const taken = "AtFault->WasUserInjured";
  expect([markOf(paths, taken), markOf(walks, taken)]).toEqual([undefined, undefined]);
});

it("lists gaps first, each with the tests that cover it", async () => {
  const page = await shown("by=walks");
  const rows = [...page.matchAll(/<tr[^>]*><th scope="row">.*?<\/tr>/g)].map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell!.replaceAll(/<[^>]+>/g, "")),
  );
  expect(rows).toHaveLength(Object.keys(edges).length);
  const { paths } = edges["WasUserInjured->PoliceReportFiled"]!;
  expect(rows[0]).toEqual(["Was user injured", "Police report filed", "otherwise", "no", String(paths), "0"]);
  const said = rows.map((row) => row[3]);
  const order = ["no", "partly", "yes", "impossible"];
  expect(said).toEqual(said.toSorted((one, other) => order.indexOf(one!) - order.indexOf(other!)));
});

it("shows which branches of a selected transition are covered, and why one is impossible", async () => {
  const way = edges["IncidentDescription.readingDescription->HitAndRunIdentified"]!.ways[0]!;
  const page = await shown("at=IncidentDescription.readingDescription->HitAndRunIdentified");
  const panel = page.slice(page.indexOf('id="picked"'));
  expect(panel).toContain(`<dd>${way.paths} of ${all.paths}</dd>`);
  expect(panel).toContain(`<dd>0 of ${all.paths}</dd>`);
  expect(panel).toContain("IncidentDescription.readingDescription#readDescription.error##");
  expect(await shown("at=AutoAccidentCaseWorth->WhenWasTheAccident")).toContain(
    "<dd>every path of this variant contains surveyv4nv</dd>",
  );
});
