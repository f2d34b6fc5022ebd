import { clips } from "../../../app/features/films/clips.ts";
import type { Brings } from "../../support/features.ts";

export const brings: Brings = {
  shared: ["/video-gallery/"],
  words: async () => {
    const [{ createElement }, { renderToString }, { VideoGallery }, { textsOf }] = await Promise.all([
      import("react"),
      import("react-dom/server"),
      import("../../../app/features/films/video-gallery.tsx"),
      import("../../support/words.ts"),
    ]);
    const scenes = clips.flatMap(({ title, about, scenes }) => [
      title,
      about,
      ...scenes.map(({ caption }) => caption),
    ]);
    return { en: [...textsOf(renderToString(createElement(VideoGallery))), ...scenes] };
  },
};
