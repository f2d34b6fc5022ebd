import { readFileSync } from "node:fs";
import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { guardCodes, sourcesIn } from "../../../../app/graphs/chart/guard-code.ts";
import { ChartPage, loader } from "../../../../app/graphs/chart/route.tsx";
import { charts, sourceOf } from "../../../../machines/charts.ts";
import { graphOf } from "../../../../machines/graph/graph.ts";
import * as limits from "../../../../machines/rules/limits.ts";
import { readSettings } from "../../../../services/settings/env.ts";
import { root } from "../../../support/source-files.ts";

const context = { services: { settings: readSettings({}) } } as unknown as AppLoadContext;

async function pageOf(code: string, search = "") {
  const request = new Request(`http://site/graphs/${code}${search}`);
  const shown = await loader({ request, context, params: { code } });
  return renderToStaticMarkup(<ChartPage {...shown} query={new URL(request.url).searchParams} />);
}

describe("the page of a chart", () => {
  it.each([
    ["c", "AtFault", "Was the accident your fault?"],
    ["c", "HasLawyer", "Do you have a lawyer for this accident?"],
    ["v4nv-es", "AtFault", "Was the accident your fault?"],
  ])("the panel of a question shows its heading: of %s, %s", async (code, at, heading) => {
    expect(await pageOf(code, `?at=${at}`)).toContain(`“${heading}”`);
  });

  it("each state and transition in the drawing links to its panel, and the panel to the neighboring states", async () => {
    const html = await pageOf("c", "?at=AtFault");
    const [drawing, panel] = html.split('id="picked"');
    expect(drawing).toContain('href="?at=WasUserInjured#picked"');
    expect(drawing).toContain('href="?at=AtFault-%3EWasUserInjured#picked"');
    expect(panel).toMatch(
      /Leads to.*href="\?at=WasUserInjured#picked".*Reached from.*href="\?at=OtherDriversVehicleType#picked"/s,
    );
  });

  it("a state that asks nothing has no heading, and an unknown one is not selected", async () => {
    expect(await pageOf("c", "?at=thankYou")).not.toContain("“");
    expect(await pageOf("c", "?at=nowhere")).toContain("Nothing selected");
  });

  it("the panel of a transition shows its guards with their source", async () => {
    const html = await pageOf("c", `?at=${encodeURIComponent("WasUserInjured->PoliceReportFiled")}`);
    expect(html).toMatch(/<h3[^>]*><code>notInjured<\/code>/);
    expect(html).toMatch(/machines\/guards\.ts:\d+/);
  });

  it("the drawing's window can be reached by the keyboard", async () => {
    expect(await pageOf("c")).toMatch(/<section [^>]*tabindex="0" aria-label="c, scrollable"/i);
  });

  it("an unknown chart is not found", async () => {
    await expect(pageOf("nobody")).rejects.toMatchObject({ status: 404 });
  });
});

const all = sourcesIn(root);

describe("the source of a guard", () => {
  it("a guard is shown as written, with what it reads and the limits it compares with", () => {
    const [guard] = guardCodes(["mayStillTreat"], "machines/variants/v4nv.ts", all);
    expect(guard!.file).toBe("machines/guards.ts");
    expect(guard!.source).toMatch(/^mayStillTreat: .+,$/s);
    expect(readFileSync(guard!.file, "utf8").replaceAll("\n  ", "\n")).toContain(`\n${guard!.source}\n`);
    expect(guard!.rules).toEqual([
      expect.objectContaining({
        file: "machines/rules/injury-window.ts",
        text: expect.stringMatching(/^export function mayStillTreat.+= WILLING_TO_TREAT_DAYS.+\n}$/s),
      }),
    ]);
    expect(guard!.comment).toBe("Not treated, and at most 14 days since the accident.");
    expect(guard!.reads).toEqual(
      expect.arrayContaining(["answers.doctor_treatment", "answers.injury_year", "today"]),
    );
    expect(guard!.limits).toEqual([
      expect.objectContaining({
        name: "WILLING_TO_TREAT_DAYS",
        value: String(limits.WILLING_TO_TREAT_DAYS),
        words: expect.stringContaining("untreated visitors are asked about treatment"),
        file: "machines/rules/limits.ts",
      }),
    ]);
  });

  it("a guard of several lines is shown completely", () => {
    const [guard] = guardCodes(["phoneIsBadOrInactive"], "machines/variants/v4nv.ts", all);
    expect(guard!.source).toMatch(/^phoneIsBadOrInactive: .+\n.+\n},$/s);
  });

  it("every guard named in any chart is found in its source, with its line", () => {
    for (const chart of charts) {
      const names = [...new Set(graphOf(chart).edges.flatMap(({ guards }) => guards))];
      const found = guardCodes(names, sourceOf(chart.code), all);
      expect(
        found.map(({ name }) => name),
        chart.code,
      ).toEqual(names);
    }
  });
});
