import { renderToString } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SocialProof } from "../../../app/site/social-proof.tsx";
import { Testimonials } from "../../../app/site/testimonials.tsx";
import { languages } from "../../../machines/steps/step.ts";
import { processFacts, testimonials, testimonialWords } from "../../../machines/wording/testimonials.ts";
import { holds } from "../../support/holds.ts";

const topics = ["accident", "ticket", "benefits"] as const;
const cases = languages.flatMap((language) => topics.map((topic) => ({ language, topic })));

describe.each(cases)("the carousel of $topic in $language", ({ language, topic }) => {
  const quotes = testimonials.quotes[language].map(({ text }) => text);
  const facts = processFacts[topic].map((fact) => fact[language].text);
  const shown = (html: string, texts: string[]) => texts.filter((text) => html.includes(text));

  test("shows visitors facts while the quotes are samples", holds(94), () => {
    expect(testimonials.sample).toBe(true);
    const html = renderToString(<Testimonials language={language} topic={topic} samples={false} />);
    expect(shown(html, facts)).toEqual(facts);
    expect(shown(html, quotes)).toEqual([]);
    expect(html).toContain(testimonialWords[language].facts);
  });

  test(
    "shows samples only where they were asked for, about accidents, and says what they are",
    holds(94),
    () => {
      const html = renderToString(<Testimonials language={language} topic={topic} samples />);
      expect(shown(html, quotes)).toEqual(topic === "accident" ? quotes : []);
      expect(html.includes(testimonialWords[language].sample)).toBe(topic === "accident");
    },
  );

  test("the line of social proof is a fact too", holds(379), () => {
    const html = renderToString(<SocialProof language={language} topic={topic} />);
    expect(shown(html, facts)).toHaveLength(1);
    expect(shown(html, quotes)).toEqual([]);
  });
});

test("nothing is said to people asking about benefits, or a ticket, that is true of accidents only", () => {
  const said = (topic: (typeof topics)[number]) =>
    processFacts[topic].map(({ en }) => `${en.title} ${en.text}`).join(" ");
  expect(said("benefits")).not.toMatch(/law|attorney|firm/i);
  expect(said("ticket")).not.toMatch(/contingency/i);
});
