import AxeBuilder from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

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

/**
 * Fails when axe finds anything on the page as it now is, by every rule it has, contrast included.
 * Only the contrast of level AAA is not asked for.
 */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({
      resultTypes: ["violations"],
      elementRef: false,
      iframes: false,
      rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
    })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => html) }));
  expect(found, `what axe finds on ${where}`).toEqual([]);
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

/** Controls that Chromium itself has no name for: axe reads names more generously than screen readers do. */
async function nameless(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  await client.detach();
  const bare = nodes.filter(
    ({ ignored, role, name }) => !ignored && controls.has(role?.value) && !name?.value,
  );
  return bare.map(({ role }) => role?.value);
}
