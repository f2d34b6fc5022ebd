import type { Page } from "playwright-core";
import type { Finding } from "../../../test/support/axe.ts";
import type { Screen } from "../../../test/support/screens/screen.ts";

/** Looks for one kind of mistake on the page as it now is, and leaves it as it was. */
export type Check = (page: Page, screen: Screen) => Promise<Finding[]>;

/** A finding for those elements, by their HTML; none for an empty list. */
export function findingOf(check: string, help: string, nodes: string[]): Finding[] {
  return nodes.length > 0 ? [{ check, help, nodes }] : [];
}

/** One main heading in one main landmark, a title, and the language of the page. */
export const structure: Check = async (page, { language }) => {
  const missing = await page.evaluate((expected) => {
    const count = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
    const rules = {
      "one h1": count("h1") === 1,
      "one main": count("main") === 1,
      "a title": document.title.trim() !== "",
      [`lang=${expected}`]: document.documentElement.lang === expected,
    };
    return Object.keys(rules).filter((rule) => !rules[rule as keyof typeof rules]);
  }, language);
  const help = "The page has one main heading, one main landmark, title and language";
  return findingOf("structure", help, missing);
};

/** A browser's autofill tokens by field; it does not know the law firm's number. */
const tokens: Record<string, string> = {
  firstName: "given-name",
  lastName: "family-name",
  email: "email",
  phone: "tel|tel-national",
  phoneNumber: "tel|tel-national",
  address: "address-line1",
  zip_code: "postal-code",
  date_of_birth: "bday",
  verification_code: "one-time-code",
};

/** Fields about the visitor that do not say what they are for (WCAG 1.3.5). */
export const autocomplete: Check = async (page) => {
  const nodes = await page.evaluate((expected) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden]), select")];
    return fields
      .filter(({ name, id, autocomplete }) => {
        const token = expected[name || id];
        return token !== undefined && !token.split("|").includes(autocomplete);
      })
      .map(({ outerHTML }) => outerHTML);
  }, tokens);
  return findingOf("autocomplete", "Fields about the visitor name their purpose (WCAG 1.3.5)", nodes);
};

/** A refused form whose errors are not gathered, not led to, or not shown at their fields. */
export const errorSummary: Check = async (page, { state }) => {
  if (!state.endsWith("errors")) return [];
  const wrong = await page.evaluate(() => {
    const textOf = (element: Element | null) =>
      (element?.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join("");
    const invalid = [...document.querySelectorAll("[aria-invalid=true]")];
    const unexplained = invalid.filter((field) => !textOf(field) && !textOf(field.closest("fieldset")));
    const found = unexplained.map(({ outerHTML }) => `not explained: ${outerHTML.slice(0, 200)}`);
    if (invalid.length === 0) found.push("no field is marked as wrong");
    const summary = document.querySelector("[data-error-summary]");
    // The only field in a dialog needs no list of its errors: it has the focus itself.
    if (!summary)
      return document.activeElement?.matches("dialog [aria-invalid]") ? found : [...found, "no summary"];
    if (document.activeElement !== summary) found.push("the summary does not have the focus");
    const links = [...summary.querySelectorAll<HTMLAnchorElement>("a")];
    const isField = ({ hash }: HTMLAnchorElement) =>
      document.getElementById(hash.slice(1))?.matches("input, select, textarea, button") ?? false;
    const lost = links.filter((link) => !isField(link)).map(({ outerHTML }) => `leads nowhere: ${outerHTML}`);
    return [...found, ...lost, ...(links.length === 0 ? ["the summary has no links"] : [])];
  });
  return findingOf("error-summary", "Errors are gathered, focused, linked and shown at their fields", wrong);
};

declare global {
  interface Window {
    /** Put there by `listen`: what live regions were given to say. */
    announced: string[];
  }
}

/** Has every page of a context, from the next on, keep what its live regions say. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.announced = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(
          "[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]",
        );
        if (region?.textContent?.trim()) window.announced.push(region.textContent.trim());
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** A new step that is not announced: the focus has to move to its question, with its position. */
export const announcement: Check = async (page, { state, step }) => {
  const wrong = await page.evaluate(
    ([isStep, isSending]) => {
      const said = window.announced.splice(0).join(" ");
      const progress = document.querySelector("main [role=progressbar]")?.getAttribute("aria-valuetext");
      // "Step 2 of 9: …"; what it is called says the heading.
      const count = progress?.split(":")[0];
      if (isSending) return said ? [] : ["nothing says that the answers are being sent"];
      const isFirstOnPage = performance.getEntriesByName("next-step").length === 0;
      performance.mark("next-step");
      if (!isStep || isFirstOnPage) return [];
      return [
        ...(document.activeElement?.matches("h1") ? [] : ["the question does not have the focus"]),
        ...(!count || said.includes(count) ? [] : [`nobody says “${count}”`]),
      ];
    },
    [step !== undefined && state === "first", state === "sending" || state === "unsent"] as const,
  );
  return findingOf("announcement", "A new step, and how far one is, are announced", wrong);
};
