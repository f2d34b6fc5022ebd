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

it("a new first screen is one line, not a thousand paths, and above the drawings stands what differs", async () => {
  const { status, text } = await ask({ before: "v4nv", after: "v7" });
  expect(status).toBe(200);
  expect(text).toContain('<a href="#kind-paths">paths: 1 changed</a>');
  expect(text).toContain("<li>972 paths: they now pass GetStartedFirstStep</li>");
  expect(text.indexOf('href="#kind-paths"')).toBeLessThan(text.indexOf("<svg"));
});

it("charts that do the same say so, and are not drawn twice", async () => {
  const { status, text } = await ask({ before: "v4nv", after: "v4nv" });
  expect([status, text.includes("They do the same."), text.includes("<svg")]).toEqual([200, true, false]);
});

it.each([
  [{ before: "c", "before.at": "HEAD", after: "c" }, "This site has its charts as they are now only."],
  [{ before: "c", after: "c", "after.at": "HEAD~3" }, "This site has its charts as they are now only."],
  [{ before: "c", "before.at": "--output=/tmp/x", after: "c" }, "There is no such revision."],
  [{ before: "c", "before.at": "HEAD; id", after: "c" }, "There is no such revision."],
  [{ before: "--help", "before.at": "HEAD", after: "c" }, "There is no such revision."],
  [{ before: "nonsense", after: "c" }, "There is no such chart."],
  [{ before: "c", after: "__proto__" }, "There is no such chart."],
])("%j is refused in words", async (query, words) => {
  const { status, text } = await ask(query as Record<string, string>);
  expect([status, text.includes(words)]).toEqual([422, true]);
});

it("where there are no revisions, the page says where they are", async () => {
  const { status, text } = await ask({});
  expect(status).toBe(200);
  expect(text).toContain("Earlier revisions are compared where it is written");
  expect(text).not.toContain('name="before.at"');
});
