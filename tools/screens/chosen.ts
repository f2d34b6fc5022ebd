import { ensureBuilt } from "../../app/server/prepare.mjs";
import { variants } from "../../machines/registry.ts";
import { type SitePage, sitePages } from "../../test/support/screens/pages.ts";
import { type Walk, walksOf } from "../../test/support/screens/walks.ts";

/** Pages and the walks of surveys, by the names that a command was given. */
export type Chosen = { pages: SitePage[]; surveys: Walk[][] };

/**
 * Finds pages and surveys by their names and short codes; without any, all pages and the usual surveys. Ends the
 * process with a sentence where a name is neither.
 */
export async function chosen(asked: readonly string[], usual: readonly string[]): Promise<Chosen> {
  ensureBuilt();
  const all = await sitePages();
  const pages = all.filter(({ name }) => asked.length === 0 || asked.includes(name));
  const codes = asked.length === 0 ? usual : asked.filter((name) => variants.has(name));
  const unknown = asked.filter((name) => !variants.has(name) && !pages.some((page) => page.name === name));
  if (unknown.length > 0) {
    const known = [...new Set(all.map(({ name }) => name)), ...variants.keys()];
    console.error(`There is no page or survey ${unknown.join(", ")}. There are: ${known.join(", ")}.`);
    process.exit(2);
  }
  return { pages, surveys: codes.map((code) => walksOf(variants.get(code)!).walks) };
}

/** Does all of this, two at a time: a browser and a server keep two processors busy. */
export async function twoAtATime(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all([work(), work()]);
}
