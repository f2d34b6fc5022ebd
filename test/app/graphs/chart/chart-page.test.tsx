import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ChartPage } from "../../../../app/graphs/chart/chart-page.tsx";
import { loader } from "../../../../app/graphs/chart/route.tsx";
import { readSettings } from "../../../../services/settings/env.ts";

const context = { services: { settings: readSettings({}) } } as unknown as AppLoadContext;

async function pageOf(code: string, search = "") {
  const request = new Request(`http://site/graphs/${code}${search}`);
  const shown = await loader({ request, context, params: { code } });
  return renderToStaticMarkup(<ChartPage {...shown} query={new URL(request.url).searchParams} />);
}

it.each([
  ["c", "AtFault", "Was the accident your fault?"],
  ["c", "HasLawyer", "Do you have a lawyer for this accident?"],
  ["v4nv-es", "AtFault", "Was the accident your fault?"],
])("the panel of a question says its heading: of %s, %s", async (code, at, heading) => {
  expect(await pageOf(code, `?at=${at}`)).toContain(`“${heading}”`);
});

it("each state and transition of the drawing leads to its panel, and the panel to the states beside", async () => {
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

it("the panel of a transition shows its guards with their source, and leads to the simulator", async () => {
  const html = await pageOf("c", `?at=${encodeURIComponent("WasUserInjured->PoliceReportFiled")}`);
  expect(html).toMatch(/<h3[^>]*><code>notInjured<\/code>/);
  expect(html).toMatch(/machines\/guards\.ts:\d+/);
  expect(html).toContain("/graphs/c/simulate?to=");
});

it("the drawing's window can be reached by the keyboard", async () => {
  expect(await pageOf("c")).toMatch(/<section [^>]*tabindex="0" aria-label="c, scrollable"/i);
});

it("a chart that there is not is not found", async () => {
  await expect(pageOf("nobody")).rejects.toMatchObject({ status: 404 });
});
