import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { inlineStyles, looksOf, rulesOf, usedStyles } from "../../../app/server/pages/page-styles.ts";

const page = (body: string, root = "") => `<!DOCTYPE html><html lang="en"${root}><body>${body}</body></html>`;
const used = (sheet: string, html: string) => usedStyles(rulesOf(sheet), html);

/** Classes as the build names them. */
const [card, title, bar] = ["_abC0", "_abC1", "_xYz1k"];

describe("what a page needs of a style sheet", () => {
  it("is every rule without a class of a module", () => {
    const sheet = `*,:after{margin:0}a[href^="tel:"]{color:red}.visually-hidden{width:1px}@keyframes turn{to{rotate:1turn}}`;
    expect(used(sheet, page("<p>words</p>"))).toBe(sheet);
  });

  it("is of the others those all of whose classes are there", () => {
    const sheet = `.${card}{a:b}.${card} .${title}{c:d}.${card}>.${bar}:hover{e:f}`;
    expect(used(sheet, page(`<div class="${card}"><b class="plain ${title}"></b></div>`))).toBe(
      `.${card}{a:b}.${card} .${title}{c:d}`,
    );
    expect(used(sheet, page(""))).toBe("");
  });

  it("is a rule of which one selector fits", () => {
    const sheet = `.${bar},.${card}{a:b}`;
    expect(used(sheet, page(`<i class="${card}"></i>`))).toBe(sheet);
    expect(used(sheet, page(`<i class="${title}"></i>`))).toBe("");
  });

  it("does not hang on what is in parentheses", () => {
    const sheet = `.${card}:has(.${bar},.${title}){a:b}.${card}:not(.${bar}){c:d}`;
    expect(used(sheet, page(`<i class="${card}"></i>`))).toBe(sheet);
    expect(used(sheet, page(`<i class="${bar}"></i>`))).toBe("");
  });

  it("keeps of a media query what is needed inside it", () => {
    const sheet = `@media (min-width:768px){.${card}{a:b}.${bar}{c:d}}@media print{.${bar}{e:f}}`;
    expect(used(sheet, page(`<i class="${card}"></i>`))).toBe(`@media (min-width:768px){.${card}{a:b}}`);
  });

  it("is the page's own theme and flags", () => {
    const rounded = `[data-rounded-buttons]{--r:1}`;
    const sheet = `:root{--a:b}[data-theme=v1]{--a:c}[data-theme="v2"]{--a:d}${rounded}[data-logo=v1] .${card}{a:b}`;
    expect(used(sheet, page("", ' data-theme="v2" data-rounded-buttons="true"'))).toBe(
      `:root{--a:b}[data-theme="v2"]{--a:d}${rounded}`,
    );
    expect(used(sheet, page(`<div data-theme="v1"></div>`))).toBe(":root{--a:b}[data-theme=v1]{--a:c}");
    expect(used(sheet, page(`<b class="${card}"></b>`))).toBe(":root{--a:b}");
  });

  it("is not misled by braces and commas in strings", () => {
    const sheet = `.${card}:before{content:"}{"}.${bar}[title="a,b"]{a:b}`;
    expect(used(sheet, page(`<i class="${card}"></i>`))).toBe(`.${card}:before{content:"}{"}`);
  });

  it("is keyed by what decides on a page's looks, in which no visitor's words are", () => {
    const sheet = `[data-theme=v1]{--a:b}.${card}{a:b}.${bar}{c:d}`;
    const html = page(`<i class="${card}">Maria</i><i class="${card}"></i>`, ' data-theme="v1"');
    expect(looksOf(html)).toBe(` data-theme="v1" class="${card}"`);
    expect(used(sheet, looksOf(html))).toBe(used(sheet, html));
    expect(looksOf(html.replace("Maria", "Ana"))).toBe(looksOf(html));
    expect(looksOf(html.replace(card, bar))).not.toBe(looksOf(html));
  });
});

it("each page gets its own styles, by its routes and its looks, the first time and later", () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-styles-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const sheet = (name: string, css: string) => {
    writeFileSync(join(folder, name), css);
    return { css: [relative("build/client", join(folder, name))] };
  };
  const [card, bar] = ["_abC0", "_xYz1k"];
  const routes = {
    one: sheet("one.css", `.${card}{one:card}.${bar}{one:bar}`),
    two: sheet("two.css", `.${card}{two:card}`),
  };
  const manifest = { routes } as unknown as EntryContext["manifest"];
  const styles = (ids: string[], name: string) =>
    inlineStyles(manifest, ids, `<html lang="en"><body class="${name}"></body></html>`).css;
  for (const _time of [1, 2]) {
    expect(styles(["one"], card)).toBe(`.${card}{one:card}`);
    expect(styles(["one"], bar)).toBe(`.${bar}{one:bar}`);
    expect(styles(["two"], card)).toBe(`.${card}{two:card}`);
    expect(styles(["one", "two"], card)).toBe(`.${card}{one:card}.${card}{two:card}`);
    expect(styles(["two"], bar)).toBe("");
  }
});
