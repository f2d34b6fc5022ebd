import { afterAll, beforeAll } from "vitest";
import type { DatabaseServer } from "./databases.ts";
import { type Site, type SiteProcess, type SiteSettings, startSite, startSiteProcess } from "./site.ts";

/**
 * Starts something for the tests of this file, or of this block, and ends it after them. It can be used once they run.
 * @param end ends it, by default its own `close` or `stop`
 */
export function during<Thing extends object>(
  start: () => Promise<Thing>,
  end: (thing: Thing) => unknown = endOf,
): Thing {
  let thing: Thing | undefined;
  beforeAll(async () => {
    thing = await start();
  });
  afterAll(() => thing && end(thing));
  return new Proxy({} as Thing, {
    get: (_, name) => Reflect.get(thing!, name),
    set: (_, name, value) => Reflect.set(thing!, name, value),
  });
}

function endOf({ close, stop }: { close?: () => unknown; stop?: () => unknown }): unknown {
  return close ? close() : stop?.();
}

/** A site for these tests. @param settings of it, or what gives them once everything before it has started */
export function siteForTests(settings: SiteSettings | (() => SiteSettings) = {}): Site {
  return during(() => startSite(typeof settings === "function" ? settings() : settings));
}

/** The same in a process of its own. */
export function siteProcessForTests(settings: SiteSettings | (() => SiteSettings) = {}): SiteProcess {
  return during(() => startSiteProcess(typeof settings === "function" ? settings() : settings));
}

/** A site on an empty database of a server of its own. */
export function siteOnDatabase(
  start: () => Promise<DatabaseServer>,
  settings: () => SiteSettings = () => ({}),
) {
  const server = during(start);
  const site = during(async () =>
    startSite({ DATABASE_URL: await server.freshUrl(), SESSION_SECRETS: "s".repeat(32), ...settings() }),
  );
  return { server, site };
}
