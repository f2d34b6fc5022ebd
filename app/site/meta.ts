import type { MetaDescriptor } from "@remix-run/node";
import type { Company } from "../survey/page-data.ts";

type Match = { id: string; data?: unknown };

/** Title (with the site's name, from the root loader) and description of a site page. */
export function siteMeta(
  matches: readonly Match[],
  { title, description }: { title: string; description?: string },
): MetaDescriptor[] {
  const root = matches.find(({ id }) => id === "root")?.data as { company: Company } | undefined;
  const full = root ? `${title} | ${root.company.siteName}` : title;
  return [{ title: full }, ...(description ? [{ name: "description", content: description }] : [])];
}
