import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EntryContext } from "@remix-run/node";
import { remembering } from "../../../services/observe/remembering.ts";
import { lookAttributes } from "../../site/page-look.ts";
import { hashSource } from "../answers/plain-page.ts";

/** A rule with the names its selectors need, one list for each selector; or an at-rule around such rules. */
export type Rule = { text: string; needs: string[][] } | { at: string; rules: Rule[] };

const aString = `"[^"]*"|'[^']*'`;
const plain = `(?:${aString}|[^{}"'])*`;
const block = new RegExp(`(${plain})\\{((?:${plain}\\{${plain}\\})*${plain})\\}`, "g");
/** Classes as CSS modules name them. Any other class may be given to an element by a script later on. */
const moduleClass = /\.(_[a-z]{3}[\da-z]+)/gi;
/** A theme or another flag of a page, in a selector and on an element. No script changes one. */
const lookAsked = /\[(data-[\w-]+)(?:="?([^"\]]*)"?)?\]/g;
const lookGiven = / (data-[\w-]+)="([^"]*)"/g;
const looks: ReadonlySet<string> = new Set(lookAttributes);
const classAttribute = / class="([^"]*)"/g;

export function rulesOf(sheet: string): Rule[] {
  return [...sheet.matchAll(block)].map(([text, head = "", body = ""]) => {
    if (/^\s*@(media|supports|container)/.test(head)) return { at: head, rules: rulesOf(body) };
    return { text, needs: selectorsOf(head).map(needsOf) };
  });
}

/**
 * The part of a style sheet that this HTML can match, by its classes and its theme and flags: the first paint
 * waits for no more. Whatever islands show besides comes with a style sheet of its own.
 * @param html of the page, or what `looksOf` has left of it
 */
export function usedStyles(rules: readonly Rule[], html: string): string {
  return stylesFor(rules, namesIn(html));
}

function stylesFor(rules: readonly Rule[], names: ReadonlySet<string>): string {
  return rules
    .map((rule) => {
      if ("needs" in rule)
        return rule.needs.some((need) => need.every((name) => names.has(name))) ? rule.text : "";
      const inside = stylesFor(rule.rules, names);
      return inside && `${rule.at}{${inside}}`;
    })
    .join("");
}

/** Commas in parentheses part the arguments of a pseudo-class, those in strings nothing. */
function selectorsOf(head: string): string[] {
  return head.match(/(?:"[^"]*"|\([^)]*\)|[^,("])+/g) ?? [];
}

/** What is in parentheses may be one of several, or none: it is not asked for. */
function needsOf(selector: string): string[] {
  const outside = selector.replace(/\([^)]*\)/g, "");
  return [
    ...[...outside.matchAll(lookAsked)].flatMap(([, name, value]) =>
      looks.has(name!) ? [value ? `${name}=${value}` : name!] : [],
    ),
    ...[...outside.matchAll(moduleClass)].map(([, name]) => name!),
  ];
}

/** All of a page's HTML that decides on its styles: the same for every visitor who sees the same elements. */
export function looksOf(html: string): string {
  const given = looksIn(html).map(([attribute]) => attribute);
  return [...new Set([...given, ...(html.match(classAttribute) ?? [])])].join("");
}

const looksIn = (html: string) => [...html.matchAll(lookGiven)].filter(([, name]) => looks.has(name!));

function namesIn(html: string): Set<string> {
  const classes = [...html.matchAll(classAttribute)].flatMap(([, list]) => list!.split(" "));
  return new Set([...looksIn(html).flatMap(([, name, value]) => [name!, `${name}=${value}`]), ...classes]);
}

/** A page's style sheet, and its hash as a content security policy names it. */
type InlineStyles = { css: string; hash: string };

const sheets = new Map<string, Rule[]>();
/** Finding what a page uses takes a tenth of the time that making it does, and most pages look as one before did. */
const remember = remembering<InlineStyles>(500);

/**
 * What a page needs of the built style sheets of its routes. They are small, and a linked sheet would have to arrive
 * before the first paint; inline, the HTML alone is enough.
 * @param html the page; undefined for the whole of its sheets, where a script shows parts of another page in it
 */
export function inlineStyles(
  manifest: EntryContext["manifest"],
  routeIds: string[],
  html: string | undefined,
): InlineStyles {
  const hrefs = [...new Set(routeIds.flatMap((id) => manifest.routes[id]?.css ?? []))];
  const looks = html === undefined ? undefined : looksOf(html);
  const key = [...hrefs, looks ?? "all"].join("\n");
  return remember(key, () => {
    const css = hrefs.map((href) => (looks ? usedStyles(rulesIn(href), looks) : sheetAt(href))).join("");
    return { css, hash: hashSource(css) };
  });
}

function rulesIn(href: string): Rule[] {
  const rules = sheets.get(href) ?? rulesOf(sheetAt(href));
  sheets.set(href, rules);
  return rules;
}

function sheetAt(href: string): string {
  return readFileSync(join("build/client", href), "utf8");
}
