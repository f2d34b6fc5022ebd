import { expect, it } from "vitest";
import { chartsToken, withCharts } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { send } from "../../support/send.ts";

const site = siteForTests(withCharts);

it("in production no survey can be inspected, and the inspector's pages are not found", async () => {
  const page = await send(site.url, "/survey/c?inspect");
  expect(page.status).toBe(200);
  expect(page.text).toContain('data-survey="c"');
  for (const name of ["inspect", "live"]) {
    const headers = { Authorization: `Bearer ${chartsToken}` };
    expect((await send(site.url, `/graphs/c/${name}`, { headers })).status).toBe(404);
  }
});
