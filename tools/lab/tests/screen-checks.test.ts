import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { desktop, inChromium } from "../../../test/support/browser.ts";
import { keyboard } from "../../../test/support/screens/hands.ts";
import type { Screen } from "../../../test/support/screens/screen.ts";
import { audit } from "../../screens/audit/audit.ts";
import { conditions } from "../../screens/audit/conditions.ts";
import { announcement, listen } from "../../screens/audit/markup-checks.ts";

/** Mistakes planted on a small page, one at a time: each check of the accessibility report finds its own. */

const { journey } = inChromium({ ...desktop, isMobile: false });

const screen: Screen = {
  group: "c",
  name: "01-Name",
  state: "first",
  language: "en",
  address: "/",
  step: "Name",
};

const page = (main: string, style = "", head = "<title>Test</title>") => `<!doctype html><html lang="en">
  <head><meta name="viewport" content="width=device-width">${head}<style>
    body { background: #fff; color: #000 } :focus-visible { outline: 3px solid #000 }
    button, input, a { display: inline-block; min-width: 44px; min-height: 44px } ${style}
  </style></head>
  <body><main><h1 tabindex="-1">What is your name?</h1>${main}</main></body></html>`;

const form = (inside: string) =>
  `<form data-question>${inside}<button name="intent" value="next">Continue</button></form>`;
const sound = form('<label>Email <input id="email" name="email" autocomplete="email"></label>');
const summary = (field: string, link = "#email") =>
  `<div role="alert" tabindex="-1" data-error-summary autofocus><h2>There is a problem</h2>
   <a href="${link}">Enter your email address.</a></div><form data-question><label for="email">Email</label>
   <p id="why">Enter your email address.</p>${field}<button>Continue</button></form>`;
const wrongField =
  '<input id="email" name="email" autocomplete="email" aria-invalid="true" aria-describedby="why">';

/** Shows a page and goes through these steps. */
const on = (html: string, look: (shown: Page) => Promise<void>) =>
  journey(
    async ({ page: shown }) => {
      await listen(shown);
      await shown.goto(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`);
      await look(shown);
    },
    { ...desktop, isMobile: false },
  );

/** The names of the checks that found something, by condition. */
async function found(shown: Page, state = "first"): Promise<Record<string, string[]>> {
  const audits = await audit(shown, { ...screen, state });
  return Object.fromEntries(
    audits.flatMap(({ condition, violations }) =>
      violations.length > 0 ? [[condition, violations.map(({ check }) => check)]] : [],
    ),
  );
}

const everywhere = (...checks: string[]) =>
  Object.fromEntries(conditions.filter(({ media }) => !media?.colorScheme).map(({ name }) => [name, checks]));

it("a page without mistakes has none", () =>
  on(page(sound), async (shown) => expect(await found(shown)).toEqual({})));

it("errors that are shown as they should be are none", () =>
  on(page(summary(wrongField)), async (shown) => expect(await found(shown, "errors")).toEqual({})));

describe("a planted mistake is found:", () => {
  it.each<[what: string, html: string, where: Record<string, string[]>, state?: string]>([
    ["text that is too pale", page(`${sound}<p style="color:#aaa">Pale</p>`), everywhere("color-contrast")],
    [
      "text that is too pale in the dark",
      page(`${sound}<p>Pale</p>`, "@media (prefers-color-scheme: dark) { p { color: #aaa } }"),
      { "dark scheme": ["color-contrast"] },
    ],
    [
      "what is too wide for a narrow window",
      page(`${sound}<div style="width:360px">Wide</div>`),
      { "320 px": ["reflow"], "400 % zoom": ["reflow"] },
    ],
    [
      "what is cut off at the side of a narrow window",
      page(`${sound}<div style="width:360px">Wide</div>`, "main { overflow-x: clip }"),
      { "320 px": ["reflow", "text-spacing"], "400 % zoom": ["reflow"] },
    ],
    [
      "an answer that is too small for a thumb",
      page(form('<button name="option" style="min-height:40px">Yes</button>')),
      { "390 px": ["target-44"], "320 px": ["target-44"], "1280 px": ["target-44"] },
    ],
    [
      "a link that is too small",
      page(`${sound}<p><a href="/" style="min-height:0;height:20px">Home</a></p>`),
      { "390 px": ["target-24"], "320 px": ["target-24"], "1280 px": ["target-24"] },
    ],
    [
      "a field about the visitor that does not say so",
      page(form('<label>Email <input name="email"></label>')),
      { "390 px": ["autocomplete"] },
    ],
    [
      "a control that does not show the focus",
      page(sound, "input:focus-visible { outline: none }"),
      { "400 % zoom": ["focus-visible"], "forced colours": ["focus-visible"] },
    ],
    [
      "a control that only shows the focus by a shadow, which forced colours take away",
      page(sound, "input:focus-visible { outline: none; box-shadow: 0 0 0 3px #000 }"),
      { "forced colours": ["focus-visible"] },
    ],
    [
      "a control that lies under a bar",
      page(
        `${sound}<div style="position:fixed;inset:0;background:#fff">Cookies</div>`,
        "@media (min-height: 300px) { div { display: none } }",
      ),
      { "400 % zoom": ["focus-covered"] },
    ],
    ["two main headings", page(`${sound}<h1>Again</h1>`), { "390 px": ["structure"] }],
    [
      "movement that was not wanted",
      page(
        `${sound}<p>Moving</p>`,
        "p { animation: move 9s infinite } @keyframes move { to { transform: translateX(9px) } }",
      ),
      { "reduced motion": ["motion"] },
    ],
    [
      "text that is lost when it is spaced out",
      page(`${sound}<p style="height:1.2em;line-height:1.2;overflow:hidden">One line of text</p>`),
      { "320 px": ["text-spacing"], "1280 px": ["text-spacing"] },
    ],
    [
      "errors that are not gathered",
      page(form(`<label for="email">Email</label><p id="why">Fill in</p>${wrongField}`)),
      { "390 px": ["error-summary"] },
      "errors",
    ],
    [
      "a summary that leads nowhere",
      page(summary(wrongField, "#mail")),
      { "390 px": ["error-summary"] },
      "errors",
    ],
    [
      "a summary that does not get the focus",
      page(summary(wrongField).replace("autofocus", "")),
      { "390 px": ["error-summary"] },
      "errors",
    ],
    [
      "a field that does not say what is wrong",
      page(summary(wrongField.replace("why", "nothing"))),
      { "390 px": ["error-summary"] },
      "errors",
    ],
  ])("%s", (_what, html, where, state) =>
    on(html, async (shown) => {
      expect(await found(shown, state)).toEqual(where);
    }),
  );
});

describe("a next step", () => {
  const step = page(`<p id="live" role="status">Step 1 of 9</p>
    <div role="progressbar" aria-label="Progress" aria-valuenow="2" aria-valuetext="Step 2 of 9"></div>`);
  /** What is wrong with how the second step is announced. */
  const announced = (shown: Page, change: () => void) =>
    announcement(shown, screen)
      .then(() => shown.evaluate(change))
      .then(() => announcement(shown, screen))
      .then((findings) => findings.flatMap(({ nodes }) => nodes));

  it("is announced when its question gets the focus and a live region says where it is", () =>
    on(step, async (shown) =>
      expect(
        await announced(shown, () => {
          document.querySelector("h1")!.focus();
          document.getElementById("live")!.textContent = "Step 2 of 9";
        }),
      ).toEqual([]),
    ));

  it("is not announced otherwise", () =>
    on(step, async (shown) =>
      expect(await announced(shown, () => {})).toEqual([
        "the question does not have the focus",
        "nobody says “Step 2 of 9”",
      ]),
    ));
});

it("a question that Tab does not lead to cannot be answered by keyboard", () =>
  on(page(form('<button name="option" value="yes" tabindex="-1">Yes</button>')), async (shown) => {
    await expect(keyboard.answer(shown, { option: "yes" })).rejects.toThrow("Tab does not lead");
  }));
