import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { clips } from "../../../../app/features/films/clips.ts";
import { captionsOf } from "./captions.ts";

it.each(clips)("the captions of the clip $id say every scene", (clip) => {
  expect(readFileSync(`public/videos/${clip.id}.en.vtt`, "utf8")).toBe(captionsOf(clip));
});
