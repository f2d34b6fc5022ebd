import { existsSync } from "node:fs";
import type { ReactElement } from "react";
import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { describe, expect, it, test } from "vitest";
import { articleAt, articles } from "../../../app/site/content/pages.ts";
import { NotFound } from "../../../app/site/error-page.tsx";
import { Home } from "../../../app/site/home/home.tsx";
import { OwnFigures } from "../../../app/site/home/own-figures.tsx";
import { SocialProof, Testimonials } from "../../../app/site/home/testimonials.tsx";
import { sitePages } from "../../../app/site/site-pages.ts";
import { noShell, PageShell } from "../../../app/ui/page-shell.tsx";
import type { Language } from "../../../machines/steps/step.ts";
import type { Testimonial } from "../../../services/settings/company.ts";
import type { OwnFigures as Figures } from "../../../services/visits/own-figures.ts";
import { messagesIn } from "../../../services/words/index.ts";
import { languages } from "../../../services/words/languages.ts";
import { holds } from "../../support/holds.ts";
import { company } from "../survey/screen-fixture.ts";

const html = renderToString(<Home language="en" company={company} />);
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

describe("the home page", () => {
  it("starts the survey from its top and its bottom, and shows the phone number beside both", () => {
    // At its head by an answer, or without one.
    expect(html.match(/(href|action)="\/survey\/c"/g)).toHaveLength(3);
    expect(html.match(new RegExp(`href="tel:\\${company.phone.dial}"`, "g"))).toHaveLength(2);
  });

  it("links only to existing pages", () => {
    const known = new Set([...sitePages.map(({ path }) => path), ...articles.map(({ path }) => path)]);
    const links = [html, renderToString(<NotFound language="en" />)]
      .flatMap((page) => all(page, /href="(\/[^"]*)"/g))
      .filter((url) => url !== "/survey/c");
    expect(links.filter((url) => !known.has(url as "/"))).toEqual([]);
    expect(links.length).toBeGreaterThan(8);
  });

  it("answers four questions in its page's own words", () => {
    const asked = articleAt("/car-accident-lawsuits/faqs/").sections.flatMap(({ questions }) =>
      questions.map(({ question }) => question),
    );
    const shown = all(html, /<summary>([^<]+)/g);
    expect(shown).toHaveLength(4);
    for (const question of shown) expect(asked).toContain(question);
  });

  it("shows our own pictures, with their sizes", () => {
    for (const image of html.match(/<img[^>]*>/g)!) {
      expect(image).toMatch(/ width="\d+" height="\d+"/);
      expect(existsSync(`public${/src="([^"]+)"/.exec(image)![1]}`)).toBe(true);
    }
  });

  it("explains how it works in named steps of one sentence each", () => {
    for (const language of ["en", "es"] as const) {
      const page = renderToString(<Home language={language} company={company} />);
      const [, steps] = /<ol[^>]*>(.*?)<\/ol>/s.exec(page)!;
      const found = [...steps!.matchAll(/<h3>([^<]+)<\/h3><p>([^<]+)<\/p>/g)].map(([, ...step]) =>
        step.map((text) => text.replaceAll("&#x27;", "'")),
      );
      expect(found).toEqual(messagesIn(language).home.steps.map(({ name, text }) => [name, text]));
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

const counted = { sent: 1200, fit: 40, days: 90, until: "2026-11-23" };
const figuresShown = (figures: Figures, language: Language = "en") =>
  renderToStaticMarkup(<OwnFigures figures={figures} language={language} />);
const rowsIn = (html: string) =>
  [...html.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g)].map(([, what, figure]) => `${figure} ${what}`);

describe("the figures of the home page", () => {
  it("the home page says how many people finished and how many qualified, in both languages", () => {
    expect(rowsIn(figuresShown(counted))).toEqual([
      "1,200 people answered all of our questions",
      "40 had a case that the firms here take",
    ]);
    expect(rowsIn(figuresShown(counted, "es"))).toEqual([
      "1,200 personas contestaron todas nuestras preguntas",
      "40 tenían un caso como los que aceptan los bufetes",
    ]);
    expect(figuresShown(counted)).toContain(
      "<p>Counted from our own records over the 90 days before November 23, 2026. A case that fits is not a promise",
    );
  });

  it.each([
    [35, "35 minutes"],
    [90, "2 hours"],
    [35 * 60, "35 hours"],
    [36 * 60, "2 days"],
  ])("says that half of %i minutes passed in everyday words: %s", (minutes, words) => {
    const html = figuresShown({ ...counted, call: { minutes, of: 1050 } });
    expect(rowsIn(html)[2]).toBe(`${words} was the typical wait for a firm’s first call`);
    expect(html).toContain(
      "<p>Half of the 1,050 first calls that firms reported came sooner than that. Counted",
    );
  });
});

const topics = ["accident", "ticket", "benefits"] as const;
const cases = languages.flatMap((language) => topics.map((topic) => ({ language, topic })));

const rendered = (page: ReactElement, testimonials: Testimonial[] = []) =>
  renderToString(<PageShell.Provider value={{ ...noShell, testimonials }}>{page}</PageShell.Provider>);
const shown = (html: string, texts: string[]) => texts.filter((text) => html.includes(text));

describe.each(cases)("the carousel of $topic in $language", ({ language, topic }) => {
  const { samples, facts: ofTopics, testimonials: words } = messagesIn(language).pages;
  const quotes = samples.map(({ quote }) => quote);
  const facts = ofTopics[topic].map(({ text }) => text);
  const carousel = <Testimonials language={language} topic={topic} samples={false} />;

  test("shows visitors facts where no quotes are configured", holds(94), () => {
    const html = rendered(carousel);
    expect(shown(html, facts)).toEqual(facts);
    expect(shown(html, quotes)).toEqual([]);
    expect(shown(html, [words.facts.title, words.facts.next])).toHaveLength(2);
  });

  test(
    "shows sample quotes only on request, only about accidents, and labels them as samples",
    holds(94),
    () => {
      const html = rendered(<Testimonials language={language} topic={topic} samples />);
      expect(shown(html, quotes)).toEqual(topic === "accident" ? quotes : []);
      expect(html.includes(words.sample)).toBe(topic === "accident");
    },
  );

  test("shows configured quotes about accidents in its own language, and no samples then", holds(94), () => {
    const configured = [{ ...samples[0]!, quote: "Real.", language }];
    for (const asked of [true, false]) {
      const html = rendered(<Testimonials language={language} topic={topic} samples={asked} />, configured);
      expect(html.includes("Real.")).toBe(topic === "accident");
      expect(shown(html, quotes)).toEqual([]);
    }
    const foreign = languages.find((other) => other !== language)!;
    expect(rendered(carousel, [{ ...configured[0]!, language: foreign }])).toBe(rendered(carousel));
  });

  test("the line of social proof is the first configured quote, or else a fact", holds(379), () => {
    const line = <SocialProof language={language} topic={topic} />;
    expect(shown(rendered(line), facts)).toHaveLength(1);
    const configured = samples.map((quote) => ({ ...quote, language }));
    expect(shown(rendered(line, configured), quotes)).toEqual(topic === "accident" ? [quotes[0]] : []);
  });
});

test("benefits and ticket visitors read nothing that is true of accidents only", () => {
  const said = (topic: (typeof topics)[number]) =>
    messagesIn("en")
      .pages.facts[topic].map(({ title, text }) => `${title} ${text}`)
      .join(" ");
  expect(said("benefits")).not.toMatch(/law|attorney|firm/i);
  expect(said("ticket")).not.toMatch(/contingency/i);
});
