import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ListPage, loader } from "../../../../app/graphs/list/route.tsx";
import { charts } from "../../../../machines/charts.ts";
import { variants } from "../../../../machines/registry.ts";
import { databases, freshStore } from "../../../support/databases.ts";

describe("the list of charts", () => {
  const on = freshStore(databases[0].start);
  const surveys = [{ value: "c", sessions: 1_234, leads: 56 }];
  let overview: () => Promise<unknown> = async () => ({ surveys });
  const analytics = { overview: () => overview() };
  const pageOf = async (search = "") => {
    const request = new Request(`http://site/graphs/${search}`);
    const settings = { siteTimeZone: "UTC" };
    const context = { services: { store: on.store, settings, analytics } } as unknown as AppLoadContext;
    return renderToStaticMarkup(<ListPage {...(await loader({ request, context, params: {} }))} />);
  };
  const cardsIn = (html: string) =>
    [...html.matchAll(/<li class="[^"]*card[^"]*">.*?<\/h3>.*?<\/li>/gs)].map(([card]) => card);

  it("has one card for each chart, with its drawing; only surveys have numbers", async () => {
    const html = await pageOf();
    const cards = cardsIn(html);
    const codes = cards.map((card) => /href="\/graphs\/([^"/]+)"/.exec(card)![1]!);
    expect(codes.toSorted()).toEqual(charts.map(({ code }) => code).sort());
    expect(html).toContain(`Surveys (${variants.size})`);
    for (const [index, card] of cards.entries()) {
      const code = codes[index]!;
      expect(card).toContain(`src="/graphs/${code}/drawing.svg"`);
      expect(card.includes(`/graphs/${code}/numbers`), code).toBe(variants.has(code));
      expect(index < variants.size, code).toBe(variants.has(code));
    }
  });

  it("says how many came where it is known, and does not wait for numbers that do not come", async () => {
    const said = /<strong>1,234<\/strong> sessions,.*?<strong>56<\/strong> leads/s;
    const known = cardsIn(await pageOf()).filter((card) => said.test(card));
    expect(known.map((card) => /href="\/graphs\/([^"/]+)"/.exec(card)![1])).toEqual(["c"]);
    for (const missing of [() => Promise.reject(new Error("away")), () => new Promise(() => {})]) {
      overview = missing as typeof overview;
      const html = await pageOf();
      expect([cardsIn(html).length, said.test(html)]).toEqual([charts.length, false]);
    }
  });

  it("finds a question in all charts that ask it", async () => {
    const html = await pageOf("?find=at_Fault");
    expect(html).toContain('href="/graphs/c?at=AtFault');
    expect(html).not.toContain('href="/graphs/benefits?at=');
  });
});
