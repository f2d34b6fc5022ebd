import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { sitePages } from "../../app/site/site-pages.ts";
import { siteForTests } from "../support/during.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { send } from "../support/send.ts";
import { plainAnswers } from "./plain-answers.ts";

const site = siteForTests({ stubs: false });

/** Every class that has a style, by the server's own build. */
const [sheet] = globSync("build/client/assets/server-build-*.css");
const named = /\.(_[\w-]+_[\w-]{5}_\d+)/g;
const styled = new Set([...readFileSync(sheet!, "utf8").matchAll(named)].map(([, name]) => name!));

/** Classes on a page that have a style which the page does not bring. */
function unstyled(html: string): string[] {
  const own = html.match(/<style[^>]*>(.*?)<\/style>/s)?.[1] ?? "";
  const brought = new Set([...own.matchAll(named)].map(([, name]) => name!));
  const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => list!.split(" "));
  return [...new Set(used)].filter((name) => styled.has(name) && !brought.has(name));
}

it("every page of the site brings the styles of all that is on it", async () => {
  for (const { path } of sitePages) expect(unstyled((await send(site.url, path)).text), path).toEqual([]);
});

it.each(["c", "v4nv", "v4nv-es", "one-page", "multi-step", "ticket", "dui"])(
  "so does every question of %s, answered or refused",
  async (code) => {
    const plain = plainAnswers(code);
    const visitor = new FormVisitor(site.url);
    await visitor.open(`/survey/${code}`);
    while (visitor.screen.step !== "") {
      const { step } = visitor.screen;
      expect(unstyled(visitor.screen.html), step).toEqual([]);
      await visitor.post({});
      expect(unstyled(visitor.screen.html), `${step}, refused`).toEqual([]);
      if (visitor.screen.step === step) await visitor.post(plain(step));
    }
  },
);
