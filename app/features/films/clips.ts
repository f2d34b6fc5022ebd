import type { clips } from "./words/index.ts";

export { clips } from "./words/index.ts";

/** A film without sound; `npm run lab -- clips` makes its files in public/videos from the scenes. */
export type Clip = (typeof clips)[number];
/** A picture of a clip: a drawing (tools/lab/features/films/drawings.ts), large letters, and its caption's sentence. */
export type Scene = Clip["scenes"][number];

/** Address of a clip's poster. */
export const posterOf = ({ id }: Clip) => `/videos/${id}.svg`;

/** Of the pictures and the films, in pixels. */
export const posterSize = { width: 960, height: 540 };

/** How long a scene is shown, in whole seconds: three words of its caption are read in each. */
export function secondsOf({ caption }: Scene): number {
  return Math.max(4, Math.ceil(caption.split(" ").length / 3));
}

export function lengthOf({ scenes }: Clip): number {
  return scenes.reduce((sum, scene) => sum + secondsOf(scene), 0);
}
