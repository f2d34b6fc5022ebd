import { expect, it } from "vitest";
import { variants } from "../../machines/registry.ts";
import { stepNamed } from "../../machines/steps/index.ts";
import { wordsOfStep } from "../../services/words/index.ts";
import { siteForTests } from "../support/during.ts";
import type { Tab } from "../support/engines/engine.ts";
import { inEveryEngine } from "../support/engines/in-engine.ts";
import { atStep, next, stepOf, until, walk } from "../support/engines/survey.ts";

const site = siteForTests();
const { machine } = variants.get("c")!;

/** What a screen reader should announce for an element: its role, then its name. */
type Line = [selector: string, role: string, name: string];

const typed: Record<string, Line[]> = {
  IncidentDescription: [["textarea", "textbox", "Your description"]],
  NameAndEmail: [
    ["#firstName", "textbox", "First name"],
    ["#lastName", "textbox", "Last name"],
    ["#email", "textbox", "Email"],
  ],
  PhoneAndZip: [
    ["#phone", "textbox", "Phone"],
    ["#zip_code", "textbox", "ZIP code"],
  ],
};

/** Where the visitor is, the question, the group of its answers, each answer or field, and the button. */
function scriptOf(step: string): Line[] {
  const asked = stepNamed(step, machine)!;
  const { options = [], kind } = asked;
  const { heading, submit, options: labels } = wordsOfStep(asked);
  return [
    ["[role=progressbar]", "progressbar", "Progress"],
    ["main h1", "heading", heading],
    ...(kind === "choice" || kind === "when" ? [["main fieldset", "group", heading] as Line] : []),
    ...options.map(({ value }) => [`[value="${value}"]`, "button", labels![value]!] as Line),
    ...(typed[step] ?? []),
    ...(typed[step] && submit ? [[next, "button", submit] as Line] : []),
  ];
}

const hasFocus = (tab: Tab, selector: string) =>
  until(tab, `the focus on ${selector}`, (at) => document.activeElement?.matches(at) ?? false, selector);

/** A screen reader's last words on each wrong field. */
const described = () =>
  [...document.querySelectorAll("[aria-invalid=true]")].map((field) => {
    const ids = field.getAttribute("aria-describedby")!.split(" ");
    return document.getElementById(ids.at(-1)!)!.textContent;
  });

/** One of each kind; questions of the same kind are announced alike. */
const heardAt = ["WhenWasTheAccident", "OtherDriversVehicleType", ...Object.keys(typed)];

inEveryEngine(site, (visit) => {
  it("each kind of question is announced from its heading on, and an error as an alert, as links and at its field", () =>
    visit(async (tab) => {
      const unheard: Line[] = [];
      const listen = async (lines: Line[]) => {
        for (const line of lines) if (!(await tab.isHeardAs(...line))) unheard.push(line);
      };
      await walk(tab, `${site.url}/survey/c`, {
        async look(step) {
          // A page that opens is read from its title on.
          if (step !== "WhenWasTheAccident") await hasFocus(tab, "main h1");
          if (step === "NameAndEmail") await listen(await refusalOf(tab));
          if (heardAt.includes(step)) await listen(scriptOf(step));
        },
      });
      expect(unheard).toEqual([]);
    }));

  it("a double click on an answer is one answer", () =>
    visit(async (tab) => {
      await walk(tab, `${site.url}/survey/c`, { upTo: "OtherDriversVehicleType" });
      await tab.pressTwice('[name=option][value="Car"]');
      await atStep(tab, "AtFault");
      // The second click has come by now, and its effect, if any, is painted with the next frame.
      await tab.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
      );
      expect(await stepOf(tab)).toBe("AtFault");
    }));
});

/** Sends the fields of a step empty. @returns what should be announced in addition */
async function refusalOf(tab: Tab): Promise<Line[]> {
  await tab.press(next);
  await hasFocus(tab, "[data-error-summary][role=alert]");
  const texts = await tab.evaluate(() =>
    [...document.querySelectorAll("[data-error-summary] a")].map((link) => link.textContent!),
  );
  expect(texts).toHaveLength(3);
  expect(await tab.evaluate(described)).toEqual(texts);
  return texts.map((text, at) => [`[data-error-summary] li:nth-child(${at + 1}) a`, "link", text]);
}
