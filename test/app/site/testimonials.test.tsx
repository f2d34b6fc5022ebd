import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SocialProof, Testimonials } from "../../../app/site/home/testimonials.tsx";
import { noShell, PageShell } from "../../../app/ui/page-shell.tsx";
import {
  processFacts,
  sampleTestimonials,
  type Testimonial,
  testimonialWords,
} from "../../../machines/messages/testimonials.ts";
import { languages } from "../../../machines/steps/step.ts";
import { holds } from "../../support/holds.ts";

const topics = ["accident", "ticket", "benefits"] as const;
const cases = languages.flatMap((language) => topics.map((topic) => ({ language, topic })));

/** A site with these quotes configured. */
const rendered = (page: ReactElement, testimonials: Testimonial[] = []) =>
  renderToString(<PageShell.Provider value={{ ...noShell, testimonials }}>{page}</PageShell.Provider>);
const shown = (html: string, texts: string[]) => texts.filter((text) => html.includes(text));

describe.each(cases)("the carousel of $topic in $language", ({ language, topic }) => {
  const samples = sampleTestimonials.filter((quote) => quote.language === language);
  const quotes = samples.map(({ quote }) => quote);
  const facts = processFacts[topic].map((fact) => fact[language].text);
  const words = testimonialWords[language];
  const carousel = <Testimonials language={language} topic={topic} samples={false} />;

  test("shows visitors facts where no quotes are configured", holds(94), () => {
    const html = rendered(carousel);
    expect(shown(html, facts)).toEqual(facts);
    expect(shown(html, quotes)).toEqual([]);
    expect(shown(html, [words.facts.title, words.facts.next])).toHaveLength(2);
  });

  test(
    "shows samples only where they were asked for, about accidents, and says what they are",
    holds(94),
    () => {
      const html = rendered(<Testimonials language={language} topic={topic} samples />);
      expect(shown(html, quotes)).toEqual(topic === "accident" ? quotes : []);
      expect(html.includes(words.sample)).toBe(topic === "accident");
    },
  );

  test("shows configured quotes about accidents in its own language, and no samples then", holds(94), () => {
    const configured = [{ ...samples[0]!, quote: "Real." }];
    for (const asked of [true, false]) {
      const html = rendered(<Testimonials language={language} topic={topic} samples={asked} />, configured);
      expect(html.includes("Real.")).toBe(topic === "accident");
      expect(shown(html, quotes)).toEqual([]);
    }
    const foreign = languages.find((other) => other !== language)!;
    expect(rendered(carousel, [{ ...configured[0]!, language: foreign }])).toBe(rendered(carousel));
  });

  test("the line of social proof is the first configured quote, else a fact", holds(379), () => {
    const line = <SocialProof language={language} topic={topic} />;
    expect(shown(rendered(line), facts)).toHaveLength(1);
    expect(shown(rendered(line, samples), quotes)).toEqual(topic === "accident" ? [quotes[0]] : []);
  });
});

test("nothing is said to people asking about benefits, or a ticket, that is true of accidents only", () => {
  const said = (topic: (typeof topics)[number]) =>
    processFacts[topic].map(({ en }) => `${en.title} ${en.text}`).join(" ");
  expect(said("benefits")).not.toMatch(/law|attorney|firm/i);
  expect(said("ticket")).not.toMatch(/contingency/i);
});
