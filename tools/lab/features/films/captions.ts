import { type Clip, secondsOf } from "../../../../app/features/films/clips.ts";

/** A clip's captions as WebVTT: one per scene, for as long as it is shown. */
export function captionsOf({ scenes }: Clip): string {
  let from = 0;
  const cues = scenes.map((scene) => {
    const to = from + secondsOf(scene);
    const cue = `${time(from)} --> ${time(to)}\n${scene.caption}\n`;
    from = to;
    return cue;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

/** Seconds as mm:ss.mmm. */
function time(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, "0");
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}.000`;
}
