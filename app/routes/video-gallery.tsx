import type { MetaFunction } from "@remix-run/node";
import { CallTracking } from "../site/call-tracking.tsx";
import { siteMeta } from "../site/meta.ts";
import { SiteLayout } from "../site/site-layout.tsx";
import { useCallTracking, useCompany } from "../site/use-company.ts";
import { VideoGallery } from "../site/video-gallery.tsx";

export const meta: MetaFunction = ({ matches }) =>
  siteMeta(matches, {
    path: "/video-gallery/",
    title: "Video gallery: short films about claims",
    description:
      "Short captioned films: the first hour after a crash, how an injury claim runs, and why deadlines matter.",
  });

export default function VideoGalleryRoute() {
  const company = useCompany();
  return (
    <SiteLayout company={company}>
      <VideoGallery />
      <CallTracking {...useCallTracking()} company={company} />
    </SiteLayout>
  );
}
