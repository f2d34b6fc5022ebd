import { existsSync } from "node:fs";
import { renderToString } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { articleAt, articles } from "../../../app/site/content/pages.ts";
import { homeWords } from "../../../app/site/content/words.ts";
import { NotFound } from "../../../app/site/error-page.tsx";
import { Home } from "../../../app/site/home/home.tsx";
import { sitePages } from "../../../app/site/site-pages.ts";
import { company } from "../survey/screen-fixture.ts";

const html = renderToString(<Home language="en" company={company} />);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

describe("the home page", () => {
  it("begins the survey from its head and from its end, and names the number beside both", () => {
    expect(html.match(/(href|action)="\/survey\/c"/g)).toHaveLength(2);
    expect(html.match(new RegExp(`href="tel:\\${company.phone.dial}"`, "g"))).toHaveLength(2);
  });

  it("leads only to pages that there are", () => {
    const known = new Set([...sitePages.map(({ path }) => path), ...articles.map(({ path }) => path)]);
    const links = [html, renderToString(<NotFound language="en" />)]
      .flatMap((page) => all(page, /href="(\/[^"]*)"/g))
      .filter((url) => url !== "/survey/c");
    expect(links.filter((url) => !known.has(url as "/"))).toEqual([]);
    expect(links.length).toBeGreaterThan(8);
  });

  it("answers four questions with the words of their own page", () => {
    const asked = articleAt("/car-accident-lawsuits/faqs/").sections.flatMap(({ questions }) =>
      questions.map(({ question }) => question),
    );
    const shown = all(html, /<summary>([^<]+)/g);
    expect(shown).toHaveLength(4);
    for (const question of shown) expect(asked).toContain(question);
  });

  it("shows pictures of our own, with their size", () => {
    for (const image of html.match(/<img[^>]*>/g)!) {
      expect(image).toMatch(/ width="\d+" height="\d+"/);
      expect(existsSync(`public${/src="([^"]+)"/.exec(image)![1]}`)).toBe(true);
    }
  });

  it("says how it works in steps, each by its name and in a sentence", () => {
    for (const language of ["en", "es"] as const) {
      const page = renderToString(<Home language={language} company={company} />);
      const [, steps] = /<ol[^>]*>(.*?)<\/ol>/s.exec(page)!;
      const found = [...steps!.matchAll(/<h3>([^<]+)<\/h3><p>([^<]+)<\/p>/g)].map(([, ...step]) =>
        step.map((text) => text.replaceAll("&#x27;", "'")),
      );
      expect(found).toEqual(homeWords[language].steps.map(({ name, text }) => [name, text]));
    }
  });

  it("has guides to read in both languages, each under its own heading", () => {
    const guidesIn = (language: "en" | "es") => {
      const page = renderToString(<Home language={language} company={company} />);
      const [, section] = /aria-labelledby="guides">(.*?)<\/section>/s.exec(page)!;
      return { heading: all(section!, /<h2 id="guides">([^<]+)/g), links: all(section!, /href="([^"]+)"/g) };
    };
    const [en, es] = [guidesIn("en"), guidesIn("es")];
    expect(en.links.length).toBeGreaterThan(2);
    expect(es.links.length).toBeGreaterThan(2);
    expect(es.links.every((url) => url.startsWith("/es/"))).toBe(true);
    expect(es.heading).not.toEqual(en.heading);
  });
});
