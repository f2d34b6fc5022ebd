import type { MetaDescriptor } from "@remix-run/node";
import { siteMeta } from "../../site/meta.ts";

/** Title of a page of the charts, which no search engine lists. */
export function graphMeta(matches: Parameters<typeof siteMeta>[0], title: string): MetaDescriptor[] {
  return [...siteMeta(matches, { title }), { name: "robots", content: "noindex" }];
}
