import { describe, expect, it } from "vitest";
import { answersA } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { pagesIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { FormVisitor } from "../support/visitors.ts";

const site = siteForTests({
  META_PIXEL_ID: "1234567890123456",
  TIKTOK_PIXEL_ID: "CSTUBPIXEL0123456789",
  TRACKING_PIXEL_URL: "https://pixel.example/a.gif?net=1&kind=a",
  PAGES_FILE: pagesIn({
    "/survey/ticket": {
      pixels: { tracking: "https://ticket.example/t.gif", meta: "off", tiktok: "off" },
    },
  }),
});

/** The images of a page for browsers without scripts. */
function imagesIn(html: string): string[] {
  const [, plain = ""] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? [];
  return [...plain.matchAll(/<img src="([^"]*)"/g)].map(([, address]) => address!.replaceAll("&amp;", "&"));
}

describe("the images of a page for browsers without scripts", () => {
  it("do not come again with a refused form, or with the way back", async () => {
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/a?affid=389");
    await visitor.post({});
    expect([visitor.screen.status, imagesIn(visitor.screen.html)]).toEqual([422, []]);
    for (const step of ["AutoAccidentCaseWorth", "OtherDriversVehicleType"])
      await visitor.post(answersA[step]!);
    await visitor.post({ intent: "back" });
    expect([visitor.screen.step, imagesIn(visitor.screen.html)]).toEqual(["OtherDriversVehicleType", []]);
  });

  it("are the path's own", holds(332), async () => {
    const { text } = await send(site.url, "/survey/ticket?affid=389");
    expect(imagesIn(text)).toEqual(["https://ticket.example/t.gif"]);
  });

  it.each<Record<string, string>>([{ "Sec-GPC": "1" }, { Cookie: "opt-out=1" }])(
    "are none for who has opted out: %j",
    async (headers) => {
      for (const path of ["/survey/ticket", "/survey/c?affid=389"]) {
        const { text } = await send(site.url, path, { headers });
        expect(text).not.toMatch(/noscript|ticket\.example|pixel\.example|facebook|tiktok/);
      }
    },
  );
});
