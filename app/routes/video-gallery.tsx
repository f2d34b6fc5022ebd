import type { MetaFunction } from "@remix-run/node";
import { VideoGallery } from "../site/films/video-gallery.tsx";
import { SitePage } from "../site/layout/site-layout.tsx";
import { siteMeta } from "../site/meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/video-gallery/",
    title: "Video gallery: short films about claims",
    description:
      "Short captioned films: the first hour after a crash, how an injury claim runs, and why deadlines matter.",
  });

export default function VideoGalleryRoute() {
  return (
    <SitePage>
      <VideoGallery />
    </SitePage>
  );
}
