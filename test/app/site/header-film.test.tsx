import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { clips } from "../../../app/site/films/clips.ts";
import { SurveyPage } from "../../../app/survey/screen/survey-page.tsx";
import { variants } from "../../../machines/registry.ts";
import { pageAt } from "../survey/screen-fixture.ts";

const withFilm = [...variants.values()].filter(({ film }) => film);

test("the progress-bar survey alone has a film, one of ours, in its own language", () => {
  expect(withFilm.map(({ code }) => code)).toEqual(["progress-bar"]);
  for (const { film, language } of withFilm) {
    expect(clips.map(({ id }) => id)).toContain(film);
    expect(language).toBe("en");
  }
});

test("is in the header, closed, with its picture's size; other surveys have none", () => {
  const shown = (film: string) => renderToStaticMarkup(<SurveyPage data={{ ...pageAt("AtFault"), film }} />);
  expect(shown("how-a-claim-runs")).toMatch(
    /<header.*<details[^>]*data-film="true"><summary.*<img[^>]* width="960" height="540"[^>]* loading="lazy".*<video.*<\/header>/,
  );
  expect(shown("how-a-claim-runs")).not.toMatch(/<details[^>]* open|autoplay/i);
  expect(shown("")).not.toContain("<video");
});
