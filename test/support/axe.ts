import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Evaluating } from "./engines/engine.ts";

/** Half of what the package's own `source` is: each page has to read it. */
const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/** Rules that axe leaves out unless asked: target size and the experimental ones. */
const more = [
  "target-size",
  "css-orientation-lock",
  "focus-order-semantics",
  "label-content-name-mismatch",
  "p-as-heading",
  "table-fake-caption",
  "td-has-header",
  "hidden-content",
  "identical-links-same-purpose",
];

/** Rules about what a page shows: behind an open menu it is out of reach on purpose, which axe knows of dialogs only. */
const ofPages = ["landmark-one-main", "page-has-heading-one"];

/** One thing that is wrong, by the name of what was checked, with the HTML of where it is. */
export type Finding = { check: string; help: string; nodes: string[] };

/**
 * What axe finds on the page as it now is, by every rule it has, contrast included, and how many rules it could
 * not decide. Only the contrast of level AAA is not asked for.
 * @param only the rules to ask, where the others have been asked of the same page
 */
export async function axeFindings(
  page: Evaluating,
  only?: readonly string[],
): Promise<{ violations: Finding[]; incomplete: number }> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const isBehindMenu = await page.evaluate(() => document.querySelector("main")?.inert ?? false);
  const rules = [
    ...more.map((rule) => [rule, { enabled: true }] as const),
    ...ofPages.map((rule) => [rule, { enabled: !isBehindMenu }] as const),
  ];
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    elementRef: false,
    iframes: false,
    ...(only ? { runOnly: [...only] } : { rules: Object.fromEntries(rules) }),
  };
  return page.evaluate(async (asked) => {
    const { violations, incomplete } = await (window as unknown as { axe: typeof axe }).axe.run(asked);
    const found = violations.map(({ id, help, nodes }) => ({
      check: id,
      help,
      nodes: nodes.map(({ html }) => html),
    }));
    return { violations: found, incomplete: incomplete.length };
  }, options);
}

/** Fails when axe finds anything on the page, or a control has no name. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await axeFindings(page);
  expect(violations, `what axe finds on ${where}`).toEqual([]);
  expect(await nameless(page), `controls without a name on ${where}`).toEqual([]);
}

const controls = new Set([
  "button",
  "link",
  "textbox",
  "combobox",
  "checkbox",
  "radio",
  "DisclosureTriangle",
]);

/**
 * Controls that Chromium itself has no name for: axe reads names more generously than screen readers do.
 * @returns their roles
 */
export async function nameless(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  await client.detach();
  const bare = nodes.filter(
    ({ ignored, role, name }) => !ignored && controls.has(role?.value) && !name?.value,
  );
  return bare.map(({ role }) => role?.value);
}
