import type { Page } from "playwright-core";

export const toggle = (page: Page, name: "MENU" | "LAWSUITS" | "LAWS") =>
  page.locator(`header [data-toggle="TOGGLE_${name}"] > summary`);
export const link = (page: Page, name: string) =>
  page.locator("header").getByRole("link", { name, exact: true });
export const top = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** What is open, and whether the page behind is locked. */
export const state = (page: Page) =>
  page.evaluate(() => {
    const isOpen = (name: string) =>
      document.querySelector<HTMLDetailsElement>(`header [data-toggle="TOGGLE_${name}"]`)!.open;
    return {
      open: ["MENU", "LAWSUITS", "LAWS"].filter(isOpen).join(" "),
      locked: getComputedStyle(document.body).overflow === "hidden",
    };
  });
export const closed = { open: "", locked: false };

/** What has the focus, in words. */
export const focused = (page: Page) => page.evaluate(() => document.activeElement!.textContent!.trim());
