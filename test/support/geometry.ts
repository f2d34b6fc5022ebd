import type { JSHandle, Page } from "playwright-core";

/** A window of a phone: as bought, with its browser's bars, small, and with the keyboard up. */
export const windows = {
  "390x844": { width: 390, height: 844 },
  "390x664": { width: 390, height: 664 },
  "360x640": { width: 360, height: 640 },
};

/** The part of a phone's window above its keyboard. */
export const aboveKeyboard = { width: 390, height: 430 };

/** Windows that are no phone's. */
export const wideWindows = {
  "768x1024": { width: 768, height: 1024 },
  "1280x900": { width: 1280, height: 900 },
};

/** A rule of the contract that a screen breaks, and by what. */
export type Miss = { rule: string; by: string };

/**
 * How a screen was reached. `arrival`: nothing was touched; `error`: an answer was refused; `unsent`: a press could not
 * be sent; `large`: text of twice the size, or a wide window, where only the rules apply that do not depend on the
 * height; `typing`: above the keyboard, with the focus on each field in turn; `entered`: Enter was pressed there in a
 * field of a step with a consent.
 */
export type State = "arrival" | "error" | "unsent" | "large" | "typing" | "entered";

/** The misplaced parts of a survey's screen, as it is in view now: those that a thumb and an eye look for elsewhere. */
export async function missesOf(page: Page, state: State): Promise<Miss[]> {
  const [misses] = await page.evaluate(judge, { state });
  return misses!;
}

/**
 * The same for each of these screens as it opens without the survey's scripts. All are shown in one page of their site,
 * where one costs a fiftieth of a page of its own.
 */
export function missesOfEach(page: Page, state: State, screens: JSHandle<string[]>): Promise<Miss[][]> {
  return page.evaluate(judge, { state, screens });
}

/** Runs in the page, and is all that it knows there. */
async function judge({ state, screens }: { state: State; screens?: string[] }): Promise<Miss[][]> {
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".visually-hidden");
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isSeen);
  const edges = (element: Element) => element.getBoundingClientRect();
  const isIn = (element: Element) => edges(element).top >= -1 && edges(element).bottom <= innerHeight + 1;
  const at = (element: Element) =>
    `${Math.round(edges(element).top)} to ${Math.round(edges(element).bottom)} of ${innerHeight}`;

  const nameOf = (part: Element) =>
    `${part.localName} “${(part.textContent || part.getAttribute("name") || "").slice(0, 30)}”`;

  if (!screens) return [missesNow()];
  const found: Miss[][] = [];
  for (const html of screens) {
    await show(html);
    found.push(missesNow());
  }
  return found;

  /** Where a page opens: at its top, unless something has the focus. */
  async function show(html: string) {
    const next = new DOMParser().parseFromString(html, "text/html");
    for (const script of [...next.scripts]) script.remove();
    const styles = ({ head }: Document) =>
      [...head.querySelectorAll("style")].map((style) => style.textContent);
    const { documentElement: root, head, body } = document;
    for (const { name, value } of next.documentElement.attributes) root.setAttribute(name, value);
    if (styles(document).join() !== styles(next).join()) head.replaceWith(next.head);
    body.replaceWith(next.body);
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    scrollTo(0, 0);
    document.querySelector<HTMLElement>("[autofocus]")?.focus();
    // The layout asks for the typeface.
    await document.fonts.ready;
  }

  function missesNow(): Miss[] {
    const misses: Miss[] = [];
    const miss = (rule: string, by: string) => misses.push({ rule, by });
    if (state === "typing") judgeTyping(miss);
    else if (state === "entered") judgeConsent(miss);
    else {
      judgePlaces(miss);
      judgeWords(miss);
      judgeOverlaps(miss);
      judgeAnswers(miss);
      if (state === "arrival") judgeAction(miss);
    }
    return misses;
  }

  type Tell = (rule: string, by: string) => void;

  function judgePlaces(miss: Tell) {
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    const wide = document.documentElement.scrollWidth;
    if (wide > width) miss("nothing scrolls sideways", `${wide} in ${width}`);
    // A question slides in from the side, so what is too wide in it does not scroll.
    const cut = all("main *").find((part) => edges(part).left < -1 || edges(part).right > width + 1);
    if (cut)
      miss(
        "nothing is cut off at a side",
        `${nameOf(cut)} from ${Math.round(edges(cut).left)} to ${Math.round(edges(cut).right)} of ${width}`,
      );

    if (state === "arrival") {
      const heading = document.querySelector("main h1")!;
      if (!isIn(heading)) miss("the question is in view", at(heading));
      const [first] = all("main form button[name=option], [data-question] :is(input, select, textarea)");
      if (first && !isIn(first)) miss("the first answer or field is in view", at(first));
      // The link to the questions for visitors without an answer to the first.
      const start = document.querySelector(
        "main:not([data-step]):has(button[name=option]) a[href^='/survey/']",
      );
      if (start && !isIn(start)) miss("home's amber button is in view", at(start));
    }
    if (state === "error") {
      const marked = document.activeElement!;
      const line = marked.querySelector("a") ?? marked;
      if (!marked.matches("[data-error-summary], [data-notice]"))
        miss("the focus is on what is wrong", marked.localName);
      else if (!isIn(line)) miss("what is wrong is in view", at(line));
    }
    if (state === "unsent") {
      const notice = document.querySelector("[data-notice]")!;
      if (!isIn(notice)) miss("what is wrong is in view", at(notice));
      const button = document.activeElement!;
      if (!button.matches("[name=intent][value=next]:not([aria-hidden])"))
        miss("the focus is on what is wrong", button.localName);
      else if (!isIn(button)) miss("the action is in view, or comes with the last field", at(button));
    }
    const isQuestion = document.querySelector("main[data-step] [data-question] :is(button, a)") !== null;
    const footer = document.querySelector("footer");
    if (footer && isQuestion && state !== "large") {
      const top = edges(footer).top + (state === "arrival" ? 0 : scrollY);
      if (top < height - 1) miss("the footer is below the fold", `${Math.round(top)} of ${height}`);
    }
  }

  function judgeWords(miss: Tell) {
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const parent = node.parentElement!;
      if (!parent.closest("header, main") || !isSeen(parent) || parent.closest("script, style, select, svg"))
        continue;
      for (const { 0: word, index } of node.nodeValue!.matchAll(/[\p{L}\p{N}'’]{2,}/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set(
          [...range.getClientRects()].filter((rect) => rect.width > 1).map((rect) => Math.round(rect.top)),
        );
        if (lines.size > 1) miss("no word is broken", word);
      }
    }
  }

  function judgeOverlaps(miss: Tell) {
    const parts = all(
      "header :is(a, button, summary), main :is(h1, h2, p, label, legend, button, input, select, textarea, summary, a)",
    )
      .map((part) => ({ part, ...edges(part).toJSON() }) as DOMRect & { part: Element })
      .filter(({ width }) => width > 1);
    for (const [index, one] of parts.entries()) {
      for (const other of parts.slice(index + 1)) {
        const isOver =
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
        if (!isOver || one.part.contains(other.part) || other.part.contains(one.part)) continue;
        // A link is as high as a thumb, in a text whose lines are not.
        const isText = [one, other].some(({ part }) => part.localName === "a" && part.closest("p, li"));
        if (!isText) miss("nothing overlaps", `${nameOf(one.part)} and ${nameOf(other.part)}`);
      }
    }
  }

  /**
   * An answer's arrow, which is not an element, takes its own line where there is no room: then the words are in the
   * middle.
   */
  function judgeAnswers(miss: Tell) {
    for (const answer of all("[data-question] button[name=option]:not([data-chosen])")) {
      const range = document.createRange();
      range.selectNodeContents(answer);
      const [words, box] = [range.getBoundingClientRect(), edges(answer)];
      const off = (words.top + words.bottom - box.top - box.bottom) / 2;
      if (Math.abs(off) > 4) miss("an answer's arrow stands beside its words", `${nameOf(answer)} by ${off}`);
    }
  }

  /** The button that continues, if any. */
  function action(): HTMLElement | null {
    return document.querySelector("[data-question] button[name=intent][value=next]:not([aria-hidden])");
  }

  /** Whether what has to be pressed is in view, or comes into view with the last field. */
  function judgeAction(miss: Tell) {
    const button = action();
    if (!button?.checkVisibility() || edges(button).bottom <= innerHeight + 1) return;
    const fields = [
      ...document.querySelectorAll<HTMLElement>("[data-question] :is(input, select, textarea)"),
    ].filter((field) => field.checkVisibility() && (field as HTMLInputElement).type !== "hidden");
    const last = fields.at(-1);
    last?.focus();
    // Does what the page's scripts do at the first touch.
    last?.scrollIntoView({ block: "nearest" });
    if (!last || edges(button).bottom > innerHeight + 1 || edges(last).top < -1)
      miss("the action is in view, or comes with the last field", at(button));
  }

  /** Each typed field in turn: with its label, and the last one with the button to press, but without a consent. */
  function judgeTyping(miss: Tell) {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement>(
        "[data-question] :is(input:not([type=radio], [type=hidden]), textarea)",
      ),
    ].filter((field) => field.checkVisibility({ visibilityProperty: true }));
    for (const field of fields) {
      field.focus();
      for (const part of [field, ...(field.labels ?? [])])
        if (!isIn(part))
          miss("a field has its label in view above the keyboard", `${field.name}: ${at(part)}`);
    }
    const button = action();
    if (fields.length > 0 && button && !document.querySelector("#consent") && !isIn(button))
      miss("the last field brings the action above the keyboard", at(button));
  }

  function judgeConsent(miss: Tell) {
    const [consent, button] = [document.querySelector("#consent")!, action()!];
    // A consent that is longer than the window is read by scrolling up from the button.
    const isWhole = edges(consent).top >= -1 || edges(button).bottom - edges(consent).top > innerHeight;
    if (edges(button).bottom > innerHeight + 1 || !isWhole)
      miss(
        "Enter brings the consent and its button above the keyboard",
        `${Math.round(edges(consent).top)} to ${Math.round(edges(button).bottom)} of ${innerHeight}`,
      );
    if (document.activeElement !== button) miss("Enter leads to the button", "the focus is elsewhere");
  }
}
