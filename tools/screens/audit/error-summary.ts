import { type Check, findingOf } from "./check.ts";

/** A refused form whose errors are not gathered, not led to, or not told at their fields. */
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
    const found = unexplained.map(({ outerHTML }) => `not told why: ${outerHTML.slice(0, 200)}`);
    if (invalid.length === 0) found.push("no field is marked as wrong");
    const summary = document.querySelector("[data-error-summary]");
    // One field in a dialog needs no list of its errors: it has the focus itself.
    if (!summary)
      return document.activeElement?.matches("dialog [aria-invalid]") ? found : [...found, "no summary"];
    if (document.activeElement !== summary) found.push("the summary does not have the focus");
    const links = [...summary.querySelectorAll<HTMLAnchorElement>("a")];
    const isField = ({ hash }: HTMLAnchorElement) =>
      document.getElementById(hash.slice(1))?.matches("input, select, textarea, button") ?? false;
    const lost = links.filter((link) => !isField(link)).map(({ outerHTML }) => `leads nowhere: ${outerHTML}`);
    return [...found, ...lost, ...(links.length === 0 ? ["the summary has no links"] : [])];
  });
  return findingOf("error-summary", "Errors are gathered, focused, linked and told at their fields", wrong);
};
