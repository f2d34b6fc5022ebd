import { expect, it } from "vitest";
import { siteForTests } from "../support/during.ts";
import { send } from "../support/send.ts";
import { chartsToken, withCharts } from "../support/signed-in.ts";

const site = siteForTests(withCharts);
const ask = async (query: Record<string, string>) => {
  const path = `/graphs/compare?${new URLSearchParams(query)}`;
  const { status, text } = await send(site.url, path, {
    headers: { Authorization: `Bearer ${chartsToken}` },
  });
  return { status, text: text.replaceAll("<!-- -->", "") };
};

it("a new first screen is one line, not a thousand paths, and the differences are above the drawings", async () => {
  const { status, text } = await ask({ before: "v4nv", after: "v7" });
  expect(status).toBe(200);
  expect(text).toContain('<a href="#kind-paths">paths: 1 changed</a>');
  expect(text).toContain("<li>972 paths: they now pass GetStartedFirstStep</li>");
  expect(text.indexOf('href="#kind-paths"')).toBeLessThan(text.indexOf("<svg"));
});

it("equivalent charts are said to be, and are not drawn", async () => {
  const { status, text } = await ask({ before: "v4nv", after: "v4nv" });
  expect([status, text.includes("The charts are equivalent."), text.includes("<svg")]).toEqual([
    200,
    true,
    false,
  ]);
});

it.each([
  [{ before: "c", "before.at": "HEAD", after: "c" }, "This site has only its current charts."],
  [{ before: "c", after: "c", "after.at": "HEAD~3" }, "This site has only its current charts."],
  [{ before: "c", "before.at": "--output=/tmp/x", after: "c" }, "There is no such revision."],
  [{ before: "c", "before.at": "HEAD; id", after: "c" }, "There is no such revision."],
  [{ before: "--help", "before.at": "HEAD", after: "c" }, "There is no such revision."],
  [{ before: "nonsense", after: "c" }, "There is no such chart."],
  [{ before: "c", after: "__proto__" }, "There is no such chart."],
])("%j is refused in words", async (query, words) => {
  const { status, text } = await ask(query as Record<string, string>);
  expect([status, text.includes(words)]).toEqual([422, true]);
});

it("where there are no revisions, the page says where to find them", async () => {
  const { status, text } = await ask({});
  expect(status).toBe(200);
  expect(text).toContain("To compare earlier revisions");
  expect(text).not.toContain('name="before.at"');
});
