import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ArticlePage } from "../../../app/site/articles/article-page.tsx";
import { articles } from "../../../app/site/content/pages.ts";
import { holds } from "../../support/holds.ts";
import { grade, sentencesOf, textsOf, wordsOf } from "../../support/words.ts";
import { company } from "../survey/screen-fixture.ts";

/** The names of statutes are not ours to make plain. */
const withoutStatutes = (html: string) => html.replace(/<cite>.*?<\/cite>/gs, "");

const pages = articles.map(
  (article) =>
    [
      article.path,
      textsOf(withoutStatutes(renderToString(<ArticlePage article={article} company={company} />))),
    ] as const,
);

test.each(pages)(
  "%s reads at ninth grade at most, by the Flesch-Kincaid formula",
  holds(51),
  (_path, texts) => {
    // A heading or a cell of two words is no sentence, and would make the page look plainer than it is.
    const read = texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > 4);
    expect(read.length).toBeGreaterThan(30);
    expect(grade(read)).toBeLessThanOrEqual(9);
  },
);

test.each(pages)("%s has no long sentence", (_path, texts) => {
  expect(texts.flatMap(sentencesOf).filter((sentence) => wordsOf(sentence).length > 30)).toEqual([]);
});
