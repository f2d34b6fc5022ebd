import type { MetaDescriptor } from "@remix-run/node";
import { siteMeta } from "../../site/meta.ts";

/** Title of a chart page, hidden from search engines. */
export function graphMeta(matches: Parameters<typeof siteMeta>[0], title: string): MetaDescriptor[] {
  return [...siteMeta(matches, { title }), { name: "robots", content: "noindex" }];
}
