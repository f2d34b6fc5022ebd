import type { ServerBuild } from "@remix-run/node";

/** A build with as many routes: those of a visit, and copies of one that no visit needs. */
export function withRoutes(build: ServerBuild, count: number): ServerBuild {
  const needed = Object.keys(build.routes).filter((id) =>
    /^(root|survey at survey\/:code|.*thank-you.*|routes\/(\$|api\.progress|post-lead))$/.test(id),
  );
  const cut = <Route extends { id: string; path?: string }>(routes: Record<string, Route | undefined>) => {
    const copied = routes["routes/contact"]!;
    const others = Array.from({ length: count - needed.length }, (_, index) => {
      const [id, path] = [`copy ${index}`, `copies/of-one/${index}`];
      return [id, { ...copied, id, path }] as const;
    });
    return Object.fromEntries([...needed.map((id) => [id, routes[id]!] as const), ...others]);
  };
  return {
    ...build,
    routes: cut(build.routes),
    assets: { ...build.assets, routes: cut(build.assets.routes) },
  };
}
