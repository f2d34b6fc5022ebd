import type { MetaDescriptor } from "@remix-run/node";
import { wording } from "../../machines/wording/index.ts";
import type { Company } from "../survey/page-data.ts";

type Match = { id: string; data?: unknown };

/** What the root loader says; undefined on its own error page. */
export function rootData(matches: readonly Match[]) {
  return matches.find(({ id }) => id === "root")?.data as { company: Company; refused: boolean } | undefined;
}

/** Title (with the site's name, from the root loader) and description of a site page. */
export function siteMeta(
  matches: readonly Match[],
  { title, description }: { title: string; description?: string },
): MetaDescriptor[] {
  const root = rootData(matches);
  const prefix = root?.refused ? wording("en").errorPrefix : "";
  const full = root ? `${prefix}${title} | ${root.company.siteName}` : title;
  return [{ title: full }, ...(description ? [{ name: "description", content: description }] : [])];
}
