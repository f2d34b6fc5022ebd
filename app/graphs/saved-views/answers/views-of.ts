import type { AppLoadContext } from "@remix-run/node";
import { printable } from "../../../../services/observe/printable.ts";
import type { SavedView } from "../../../../services/store/saved-views.ts";
import { timeOf } from "../../numbers/names.ts";
import { numberPages } from "../../ui/survey-pages.ts";
import type { ViewLink } from "../view-link.ts";

/** The views that were saved of one survey or of all, by name. @param variant short code */
export async function viewsOf({ services }: AppLoadContext, variant?: string): Promise<ViewLink[]> {
  const views = await services.store.savedViews.list(variant);
  return views.filter(({ page }) => numberPages.has(page)).map(linkOf);
}

function linkOf({ id, variant, name, page, query, at, person }: SavedView): ViewLink {
  const asks = [...new URLSearchParams(query)].filter(([, value]) => value !== "");
  return {
    id,
    variant,
    name: printable(name),
    href: addressOf(variant, page, query),
    page: numberPages.get(page)!,
    asks: printable(asks.map(([field, value]) => `${field} ${value}`).join(", ")),
    saved: `Saved by ${person ?? "someone with the token"}, ${timeOf(at)}`,
  };
}

/** Its parts can lead nowhere but to a page of a survey's numbers, whatever the query is. */
export function addressOf(variant: string, page: string, query: string): string {
  return `/graphs/${variant}/${page}${query && `?${query}`}`;
}
