import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clips } from "../../../../app/features/films/clips.ts";
import { captionsOf } from "./captions.ts";
import { posterIn } from "./drawings.ts";

it.each(clips)("the captions of the clip $id cover every scene", (clip) => {
  expect(readFileSync(`public/videos/${clip.id}.en.vtt`, "utf8")).toBe(captionsOf(clip));
});

it.each(clips)("the poster of the clip $id is drawn from its scenes, without a word", (clip) => {
  const poster = readFileSync(`public/videos/${clip.id}.svg`, "utf8");
  expect(poster).toBe(posterIn(clip));
  expect(poster).not.toContain("<text");
});
