import { expect, it } from "vitest";
import { siteForTests } from "../../../../test/support/during.ts";
import type { Tab } from "../../../../test/support/engines/engine.ts";
import { inEveryEngine } from "../../../../test/support/engines/in-engine.ts";
import { live, until } from "../../../../test/support/engines/survey.ts";

const site = siteForTests();

const field = "#phoneNumber";
const masked = "(813) 456-7890";
const phoneOf = (tab: Tab) =>
  tab.evaluate((at) => document.querySelector<HTMLInputElement>(at)!.value, field);

/** How a password manager, a text expander or autofill puts a text into a field, at once. */
const ways = ["set", "set where the focus is", "insert", "type"] as const;

/** Runs in the page. */
function fill({ at, way, text }: { at: string; way: (typeof ways)[number]; text: string }): void {
  const field = document.querySelector<HTMLInputElement>(at)!;
  const change = (value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  field.blur();
  if (way !== "set") {
    field.focus();
    field.select();
  }
  if (way === "insert") document.execCommand("insertText", false, text);
  else if (way === "type") for (let end = 0; end <= text.length; end++) change(text.slice(0, end));
  else change(text);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

inEveryEngine(site, (visit) => {
  it("a phone number filled in by software loses no digit, before the mask is there and over another number", () =>
    visit(async (tab) => {
      await tab.goto(`${site.url}/contact/`);
      await live(tab, "form[data-contact]");
      await tab.evaluate(fill, { at: field, way: "set", text: "8134567890" });
      await until(
        tab,
        "the mask",
        (wanted) => {
          return document.querySelector<HTMLInputElement>("#phoneNumber")!.value === wanted;
        },
        masked,
      );
      for (const before of ["813", "5555555555", "8135550199"])
        for (const way of ways)
          for (const text of ["8134567890", "+1 813-456-7890"]) {
            await tab.type(field, before);
            await tab.evaluate(fill, { at: field, way, text });
            expect(await phoneOf(tab), `${text} over ${before}: ${way}`).toBe(masked);
          }
    }));
});
