import { existsSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, test } from "vitest";
import { clips, lengthOf } from "../../../app/features/films/clips.ts";
import { VideoGallery } from "../../../app/features/films/video-gallery.tsx";
import { SurveyPage } from "../../../app/survey/screen/survey-page.tsx";
import { variants } from "../../../machines/registry.ts";
import { pageAt } from "../../app/survey/screen-fixture.ts";
import { holds } from "../../support/holds.ts";

const withFilm = [...variants.values()].filter(({ film }) => film);

test("only the progress-bar survey has a film, which is ours, in its own language", () => {
  expect(withFilm.map(({ code }) => code)).toEqual(["progress-bar"]);
  for (const { film, language } of withFilm) {
    expect(clips.map(({ id }) => id)).toContain(film);
    expect(language).toBe("en");
  }
});

test("a survey's film is in the header, closed, with the size of its poster; other surveys have none", () => {
  const shown = (film: string) => renderToStaticMarkup(<SurveyPage data={{ ...pageAt("AtFault"), film }} />);
  expect(shown("how-a-claim-runs")).toMatch(
    /<header.*<details[^>]*data-film="true"><summary.*<img[^>]* width="960" height="540"[^>]* loading="lazy".*<video.*<\/header>/,
  );
  expect(shown("how-a-claim-runs")).not.toMatch(/<details[^>]* open|autoplay/i);
  expect(shown("")).not.toContain("<video");
});

describe.each(clips)("the clip $id", (clip) => {
  const file = (kind: string) => `public/videos/${clip.id}.${kind}`;

  it("has its film, its poster and captions", () => {
    expect(readFileSync(file("mp4")).subarray(4, 8).toString()).toBe("ftyp");
    expect(existsSync(file("svg"))).toBe(true);
    expect(existsSync(file("en.vtt"))).toBe(true);
  });

  it("lasts as long as its captions take to read, which is short", () => {
    expect(lengthOf(clip)).toBeLessThanOrEqual(40);
    // The film's own header: its time scale, then its length in it (ISO 14496-12, mvhd).
    const film = readFileSync(file("mp4"));
    const at = film.indexOf("mvhd") + 16;
    expect(film.readUInt32BE(at + 4) / film.readUInt32BE(at)).toBeCloseTo(lengthOf(clip), 0);
  });
});

describe("the gallery", () => {
  const html = renderToStaticMarkup(<VideoGallery />);

  it("loads no film before a press, and never autoplays", holds(45), () => {
    expect(html.match(/<video/g)).toHaveLength(clips.length);
    expect(html.match(/preload="none"/g)).toHaveLength(clips.length);
    expect(html).not.toContain("autoplay");
  });

  it("has every film's words as text too", () => {
    for (const { caption } of clips.flatMap(({ scenes }) => scenes)) expect(html).toContain(caption);
  });
});
