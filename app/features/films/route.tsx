import type { MetaFunction } from "@remix-run/node";
import { SitePage } from "../../site/layout/site-layout.tsx";
import { siteMeta } from "../../site/meta.ts";
import { VideoGallery } from "./video-gallery.tsx";
import { filmWords } from "./words/index.ts";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, { path: "/video-gallery/", ...filmWords.head });

export default function VideoGalleryRoute() {
  return (
    <SitePage>
      <VideoGallery />
    </SitePage>
  );
}
