import type { Page } from "playwright-core";
import { back, give, tap } from "../survey-page.ts";
import type { Answer } from "../visitors.ts";

/** How a visitor does things. */
export type Hands = {
  /** Answers the question on screen and sends it. */
  answer(page: Page, post: Answer): Promise<void>;
  goBack(page: Page): Promise<void>;
};

export const touch: Hands = { answer: give, goBack: (page) => tap(back(page)) };

/** The keyboard alone: Tab to what is wanted, Enter or Space to press it, arrows to choose. */
export const keyboard: Hands = {
  async answer(page, post) {
    const missing = new Map(Object.entries(post));
    if (post.option) {
      await tabTo(page, ({ name, value }) => name === "option" && value === post.option);
      return page.keyboard.press("Enter");
    }
    while (missing.size > 0) {
      const field = await tabTo(page, ({ name, kind }) => missing.has(name) || kind === "summary");
      if (field.kind === "summary") {
        // The required fields are in what it opens, or further on.
        if (!field.open) await page.keyboard.press("Enter");
        continue;
      }
      await enter(page, field, missing.get(field.name)!);
      missing.delete(field.name);
    }
    await tabTo(page, ({ name, value }) => name === "intent" && value === "next");
    await page.keyboard.press("Space");
  },
  async goBack(page) {
    await tabTo(page, ({ name, value }) => name === "intent" && value === "back");
    await page.keyboard.press("Enter");
  },
};

type Focused = { name: string; value: string; kind: string; open: boolean };

/** More than any page has. */
const mostTabs = 120;

/** Presses Tab until what is wanted has the focus. @throws an Error where Tab does not lead to it */
async function tabTo(page: Page, wanted: (focused: Focused) => boolean): Promise<Focused> {
  for (let presses = 0; presses < mostTabs; presses++) {
    await page.keyboard.press("Tab");
    const focused = await focusedOn(page);
    if (wanted(focused)) return focused;
  }
  throw new Error("Tab does not lead to what is asked for");
}

function focusedOn(page: Page): Promise<Focused> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const { name = "", value = "", type, localName } = element;
    const open = (element.parentElement as HTMLDetailsElement | null)?.open ?? false;
    return { name, value, kind: localName === "input" ? type : localName, open };
  });
}

async function enter(page: Page, { kind, value: before }: Focused, value: string): Promise<void> {
  if (kind === "radio" || kind === "select") return choose(page, kind, before, value);
  if (kind === "date") {
    const [year, month, day] = value.split("-");
    return page.keyboard.type(`${month}${day}${year}`);
  }
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.type(value);
}

/** Goes down a list by its arrow key until the answer is chosen; a group of radio buttons goes round. */
async function choose(page: Page, kind: string, before: string, value: string): Promise<void> {
  if (kind === "radio") await page.keyboard.press("Space");
  if (kind === "select" && before !== value) await page.keyboard.press("Home");
  for (let presses = 0; presses < mostTabs; presses++) {
    if ((await focusedOn(page)).value === value) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`the arrow keys do not lead to “${value}”`);
}
