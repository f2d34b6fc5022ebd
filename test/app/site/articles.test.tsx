import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ArticlePage, structuredData } from "../../../app/site/articles/article-page.tsx";
import { articles, guideOf, partsOf, sectionId } from "../../../app/site/content/pages.ts";
import { sitePages } from "../../../app/site/site-pages.ts";
import { findEntry } from "../../../machines/registry.ts";
import { mainLanguage, promisesIn } from "../../../services/words/languages.ts";
import { holds } from "../../support/holds.ts";
import { grade, sentencesOf, textsOf, wordsOf } from "../../support/words.ts";
import { company } from "../survey/screen-fixture.ts";

const pageOf = (article: (typeof articles)[number]) =>
  renderToString(<ArticlePage article={article} company={company} />);
const hrefsOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!);
const byPath = new Map(articles.map((article) => [article.path, article]));

describe("the list of articles", () => {
  test("the articles are those of the specification, followed by the other states by name", () => {
    const paths = articles.map(({ path }) => path);
    expect(paths.slice(0, 11)).toEqual([
      "/about-us/",
      "/sponsors/",
      "/car-accident-lawsuits/",
      "/car-accident-lawsuits/timeline/",
      "/car-accident-lawsuits/settlements/",
      "/car-accident-lawsuits/filing-claim/",
      "/car-accident-lawsuits/elements-that-make-up-auto-accidents/",
      "/car-accident-lawsuits/faqs/",
      "/car-accident-laws/",
      "/car-accident-laws/texas/",
      "/car-accident-laws/california/",
    ]);
    const others = articles.slice(11).map(({ name }) => name);
    expect(others).toHaveLength(49);
    expect(others).toEqual(others.toSorted());
  });

  test("every article has a unique name, title and description, short enough for a search result", () => {
    for (const key of ["name", "title", "description"] as const) {
      expect(new Set(articles.map((article) => article[key])).size, key).toBe(articles.length);
    }
    for (const { title, description } of articles) {
      expect(title.length, title).toBeLessThanOrEqual(60);
      expect(description.length, description).toBeGreaterThan(60);
      expect(description.length, description).toBeLessThanOrEqual(160);
    }
  });
});

describe.each(articles.map((article) => [article.path, article] as const))("%s", (_path, article) => {
  const html = pageOf(article);

  test("has one h1, three to seven sections and no style of its own", () => {
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(article.sections.length).toBeGreaterThanOrEqual(3);
    expect(article.sections.length).toBeLessThanOrEqual(7);
    expect(html).not.toContain("style=");
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    for (const section of article.sections) expect(ids).toContain(sectionId(section));
  });

  test("says when it was reviewed, that it is no advice, and promises nothing", holds(51), () => {
    // Where it says what the law is; pages on the service itself do not.
    const time = `<time dateTime="${article.changed}">`;
    expect(html.includes(time)).toBe(!article.isAboutUs);
    if (!article.isAboutUs) expect(html).toContain("not legal advice");
    expect(html).toContain("cannot promise a match or a result");
    expect(html).not.toMatch(promisesIn(mainLanguage));
  });

  test("links to existing pages, to its own sections, and to the statutes of both states", () => {
    const known = new Set<string>(sitePages.map(({ path }) => path));
    for (const href of hrefsOf(html)) {
      const found =
        known.has(href) ||
        findEntry(href) !== undefined ||
        (href.startsWith("#") && html.includes(`id="${href.slice(1)}"`)) ||
        /^(?:tel:\+1|mailto:)/.test(href) ||
        /^https:\/\/(?:statutes\.capitol\.texas\.gov|leginfo\.legislature\.ca\.gov)\//.test(href);
      expect(found, href).toBe(true);
    }
  });
});

describe("guides", () => {
  test("link to each of their parts, and parts link back and to each other", () => {
    for (const guide of articles) {
      const parts = partsOf(guide);
      expect(hrefsOf(pageOf(guide))).toEqual(expect.arrayContaining(parts.map(({ path }) => path)));
      for (const part of parts) {
        expect(guideOf(part)).toBe(guide);
        const others = parts.filter((other) => other !== part).map(({ path }) => path);
        const ways = ["/", guide.path, ...(part.cards ?? others)];
        expect(hrefsOf(pageOf(part))).toEqual(expect.arrayContaining(ways));
      }
    }
    expect(partsOf(byPath.get("/car-accident-lawsuits/")!)).toHaveLength(5);
    expect(partsOf(byPath.get("/car-accident-laws/")!)).toHaveLength(51);
    expect(guideOf(byPath.get("/about-us/")!)).toBeUndefined();
  });
});

describe("structured data", () => {
  const site = { siteOrigin: "https://claims.example", company };
  const graphOf = (path: (typeof articles)[number]["path"]) =>
    structuredData(byPath.get(path)!, site)["@graph"] as Record<string, unknown>[];

  test("describes a page with its review date", () => {
    expect(graphOf("/about-us/")).toEqual([
      expect.objectContaining({
        "@type": "WebPage",
        url: "https://claims.example/about-us/",
        dateModified: byPath.get("/about-us/")!.changed,
      }),
    ]);
  });

  test("the page of a part has the breadcrumb to it", () => {
    const [, way] = graphOf("/car-accident-laws/texas/");
    const items = way!.itemListElement as { position: number; name: string; item: string }[];
    expect(items.map(({ position, name, item }) => [position, name, item])).toEqual([
      [1, "Home", "https://claims.example/"],
      [2, "Car accident laws", "https://claims.example/car-accident-laws/"],
      [3, "Texas", "https://claims.example/car-accident-laws/texas/"],
    ]);
  });
});

/** The names of statutes are not ours to make plain. */
const withoutStatutes = (html: string) => html.replace(/<cite>.*?<\/cite>/gs, "");

const pages = articles.map(
  (article) =>
    [
      article.path,
      textsOf(withoutStatutes(renderToString(<ArticlePage article={article} company={company} />))),
    ] as const,
);

describe("the words of an article", () => {
  test.each(pages)(
    "the article %s reads at ninth grade at most, by the Flesch-Kincaid formula",
    holds(51),
    (_path, texts) => {
      // A heading or a cell of two words is no sentence, and would make the page look plainer than it is.
      const read = texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > 4);
      expect(read.length).toBeGreaterThan(30);
      expect(grade(read)).toBeLessThanOrEqual(9);
    },
  );

  test.each(pages)("the article %s has no long sentence", (_path, texts) => {
    expect(texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > 30)).toEqual([]);
  });
});
