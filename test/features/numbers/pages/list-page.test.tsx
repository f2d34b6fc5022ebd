import type { AppLoadContext } from "@remix-run/node";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ListPage, loader } from "../../../../app/graphs/list/route.tsx";
import { charts } from "../../../../machines/charts.ts";
import { databases, freshStore } from "../../../support/databases.ts";

describe("the list of charts", () => {
  const on = freshStore(databases[0].start);
  const surveys = [{ value: "c", sessions: 1_234, leads: 56 }];
  let overview: () => Promise<unknown> = async () => ({ surveys });
  const running = { numbers: { overview: () => overview() } };
  const pageOf = async () => {
    const request = new Request("http://site/graphs/");
    const services = { store: on.store, settings: { siteTimeZone: "UTC" }, running };
    const context = { services } as unknown as AppLoadContext;
    return renderToStaticMarkup(<ListPage {...(await loader({ request, context, params: {} }))} />);
  };
  const cardsIn = (html: string) =>
    [...html.matchAll(/<li class="[^"]*card[^"]*">.*?<\/h3>.*?<\/li>/gs)].map(([card]) => card);

  it("shows how many visitors came where that is known, and does not wait for missing numbers", async () => {
    const said = /<strong>1,234<\/strong> sessions,.*?<strong>56<\/strong> leads/s;
    const known = cardsIn(await pageOf()).filter((card) => said.test(card));
    expect(known.map((card) => /href="\/graphs\/([^"/]+)"/.exec(card)![1])).toEqual(["c"]);
    for (const missing of [() => Promise.reject(new Error("away")), () => new Promise(() => {})]) {
      overview = missing as typeof overview;
      const html = await pageOf();
      expect([cardsIn(html).length, said.test(html)]).toEqual([charts.length, false]);
    }
  });
});
