import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expected } from "./browser.ts";
import type { Evaluating } from "./engines/engine.ts";
import { type Look, nameOf } from "./screens/screen.ts";

/** Half of what the package's own `source` is: each page has to parse it. */
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

/** A violation, by the name of the check, with the HTML of its place. */
export type Finding = { check: string; help: string; nodes: string[] };

/**
 * axe's violations on the page as it now is, by every rule it has, contrast included, and the number of rules that it
 * could not decide. Only the contrast of level AAA is excluded.
 * @param only the rules to check, where the others have been checked on the same page
 */
export async function axeFindings(
  page: Evaluating,
  only?: readonly string[],
): Promise<{ violations: Finding[]; incomplete: number }> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  await page.evaluate(markLooks);
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
    const { axe: tool } = window as unknown as { axe: typeof axe };
    // Contrast is more than half of axe's cost, and the same for all texts of one look.
    tool.configure({ rules: [{ id: "color-contrast", selector: "[data-look]" }] });
    const { violations, incomplete } = await tool.run(asked);
    const found = violations.map(({ id, help, nodes }) => ({
      check: id,
      help,
      nodes: nodes.map(({ html }) => html),
    }));
    return { violations: found, incomplete: incomplete.length };
  }, options);
}

/** Marks three of the texts of each look: those of the same colours, font and grounds, all the way up. To be run in the page. */
function markLooks(): void {
  const marked = new Map<string, number>();
  const grounds = new Map<Element, string>();
  const groundOf = (element: Element | null): string => {
    if (!element) return "";
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const isDisabled = element.matches(":disabled, [aria-disabled=true]");
    const own = [backgroundColor, backgroundImage, opacity, position, isDisabled].join();
    // A transparent ground that is where the text flows changes nothing.
    const isNone = own === "rgba(0, 0, 0, 0),none,1,static,false";
    const ground = groundOf(element.parentElement) + (isNone ? "" : `;${own}`);
    grounds.set(element, ground);
    return ground;
  };
  for (const element of document.querySelectorAll<HTMLElement>("body, body *")) {
    delete element.dataset.look;
    const isText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
    );
    if (!isText && !element.matches("input, select, textarea")) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isOfDisabled = element instanceof HTMLLabelElement && element.control?.matches(":disabled");
    const look = [color, fontSize, fontWeight, textShadow, isOfDisabled, groundOf(element)].join();
    const before = marked.get(look) ?? 0;
    marked.set(look, before + 1);
    if (before < 3) element.dataset.look = "";
  }
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

/** Fails where axe finds anything, in the one condition in which the page is shown. */
export const axeLook: Look = async (page, screen) => {
  await expectAccessible(page, nameOf(screen));
  return true;
};

/** The browser's complaints about an empty form, a missing page and the failures shown. */
export const complaintsOfScreens = [expected.refusedForm, expected.noNetwork, /status of (404|413|500|503)/];
