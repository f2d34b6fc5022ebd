import type { MetaFunction } from "@remix-run/node";
import { SitePage } from "../../site/layout/site-layout.tsx";
import { siteMeta } from "../../site/meta.ts";
import { VideoGallery } from "./video-gallery.tsx";

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
