import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ListPage, loader } from "../../../../app/graphs/list/route.tsx";
import { charts } from "../../../../machines/charts.ts";
import { variants } from "../../../../machines/registry.ts";
import { databases, freshStore } from "../../../support/databases.ts";

describe("the list of charts", () => {
  const on = freshStore(databases[0].start);
  const pageOf = async (search = "") => {
    const request = new Request(`http://site/graphs/${search}`);
    const settings = { siteTimeZone: "UTC" };
    const context = { services: { store: on.store, settings, running: {} } } as unknown as AppLoadContext;
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

  it("finds a question in all charts that ask it", async () => {
    const html = await pageOf("?find=at_Fault");
    expect(html).toContain('href="/graphs/c?at=AtFault');
    expect(html).not.toContain('href="/graphs/benefits?at=');
  });
});
