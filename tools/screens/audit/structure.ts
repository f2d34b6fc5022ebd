import { type Check, findingOf } from "./check.ts";

/** One main heading in one main landmark, a title, and the language that the page is written in. */
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
  return findingOf(
    "structure",
    "The page has one main heading, one main landmark, title and language",
    missing,
  );
};
