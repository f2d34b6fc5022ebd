import type { PageParts } from "../feature.ts";
import { HeaderFilm } from "./clip-player.tsx";
import { clips } from "./clips.ts";

export const Film: PageParts["Film"] = ({ film }) => {
  const clip = clips.find(({ id }) => id === film);
  return clip ? <HeaderFilm clip={clip} /> : null;
};
