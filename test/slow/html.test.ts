import { beforeAll, describe, expect, it } from "vitest";
import { faultsIn } from "../../tools/html/rules.ts";
import { validate } from "../../tools/html/validate.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";

it("every page and every step, first, refused and answered, is valid HTML", async () => {
  const { faults, different } = await validate();
  expect(faults).toEqual([]);
  expect(different).toBeGreaterThan(1000);
}, 1_200_000);

describe("a fault that is planted", () => {
  let html: string;
  beforeAll(async () => {
    const site = await startSite({ stubs: false });
    html = (await send(site.url, "/survey/one-page")).text;
    await site.close();
    expect(await faultsIn("as it is", html)).toEqual([]);
  });

  it.each([
    ["no-dup-id", (page: string) => page.replace("</main>", '<p id="next-steps"></p></main>')],
    ["close-order", (page: string) => page.replace("</main>", "<b></main>")],
    ["element-permitted-content", (page: string) => page.replace("</main>", "<ul><p>one</p></ul></main>")],
    [
      "input-missing-label",
      (page: string) => page.replace(/<label\b/, "<span").replace("</label>", "</span>"),
    ],
    ["attribute-allowed-values", (page: string) => page.replace(/type="email"/, 'type="mail"')],
    ["wcag/h32", (page: string) => page.replaceAll(/<button\b.*?<\/button>/gs, "")],
    ["heading-level", (page: string) => page.replace("<h1", "<h3").replace("</h1>", "</h3>")],
  ])("is found by %s", async (rule, plant) => {
    const planted = plant(html);
    expect(planted).not.toBe(html);
    expect((await faultsIn("planted", planted)).map((fault) => fault.rule)).toContain(rule);
  });
});
