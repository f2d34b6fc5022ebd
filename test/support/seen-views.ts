import { query } from "./store-reader.ts";
import { waitFor } from "./wait-for.ts";

/** A browser that a person uses, by its own word. */
export const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
export const desktop =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

export type SeenViews = { affiliate: string; device: string; flags: string; variant: string; views: number };

/** First views as they are stored, by source. */
export function seenViews(databaseFile: string): SeenViews[] {
  return query<SeenViews>(
    databaseFile,
    `select variant, affiliate, device, flags, sum(views) as views from analytics_views v
     join analytics_sources s on s.id = v.source_id where simulated = 0
     group by variant, affiliate, device, flags order by variant, affiliate, device, flags`,
  );
}

/** @param affiliate whose views */
export function viewsOf(databaseFile: string, affiliate: string): number {
  return seenViews(databaseFile)
    .filter((each) => each.affiliate === affiliate)
    .reduce((sum, { views }) => sum + views, 0);
}

/** Waits until so many are stored, and that no more come: they are stored every three seconds. */
export async function viewsComeTo(databaseFile: string, affiliate: string, views: number): Promise<void> {
  await waitFor(`${views} views of ${affiliate}`, () => viewsOf(databaseFile, affiliate) >= views);
}
