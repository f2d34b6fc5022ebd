import type { Explored, Passage, Whereabouts } from "./explored.ts";

/** A way from the beginning, told apart from others by the places it comes through. */
export type Route = { to: Whereabouts; places: string; by?: { route: Route; passage: Passage } };

/** So many ways to each whereabouts are kept, the shortest. */
const most = 6;

/** The shortest ways to everywhere, each through other places and nowhere twice; by what they lead to. */
export function routesIn({ begun, passages }: Explored): Map<Whereabouts, Route[]> {
  const on = new Map<Whereabouts, Map<Whereabouts, Passage>>();
  for (const passage of passages) {
    const known = on.get(passage.from) ?? new Map<Whereabouts, Passage>();
    on.set(passage.from, known);
    // What happens every day is tried first.
    if (!known.has(passage.to)) known.set(passage.to, passage);
  }
  const found = new Map<Whereabouts, Route[]>();
  const routes: Route[] = [{ to: begun, places: begun.leaf }];
  // An array goes on over what is added while it is walked: the shorter first.
  for (const route of routes) {
    const known = found.get(route.to) ?? [];
    if (known.length === most || known.some(({ places }) => places === route.places)) continue;
    found.set(route.to, [...known, route]);
    for (const passage of on.get(route.to)?.values() ?? []) {
      if (comesThrough(route, passage.to)) continue;
      routes.push({
        to: passage.to,
        places: `${route.places} ${passage.leaf}`,
        by: { route, passage },
      });
    }
  }
  return found;
}

function comesThrough(route: Route | undefined, place: Whereabouts): boolean {
  for (let at = route; at; at = at.by?.route) if (at.to === place) return true;
  return false;
}
