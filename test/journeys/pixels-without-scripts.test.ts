import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { metaId } from "../stubs/page-scripts.ts";
import { answersA } from "../support/answers-a.ts";
import { answersC } from "../support/answers-c.ts";
import { journey } from "../support/browser.ts";
import type { Answer } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { nobody, type PixelSite, pageView, startPixelSite, toldTo, walk } from "./pixel-site.ts";

let running: PixelSite;
beforeAll(async () => {
  running = await startPixelSite();
});
beforeEach(() => {
  Object.assign(running.others, { fault: "ok", faultAt: /^/ });
  running.others.requests.length = 0;
});
afterAll(() => running.stop());

const calm = { reducedMotion: "reduce" as const };
const received = () => toldTo(running.others);
const withoutScripts = { ...calm, javaScriptEnabled: false };

describe("without JavaScript", () => {
  const plainly = (address: string, answers: Record<string, Answer>, until = "") =>
    journey(
      running.browser,
      async ({ page }) => {
        await page.goto(running.site.url + address);
        await walk(page, answers, until);
        await page.waitForLoadState("networkidle");
      },
      withoutScripts,
    );

  it("affiliate 389 counts one page view, on the first screen", holds(367), async () => {
    await plainly("/survey/c?affid=389", answersC);
    expect(received()).toEqual({ ...nobody, meta: pageView.meta });
    const [view] = running.others.requests;
    expect(Object.fromEntries(view!.query)).toEqual({ id: metaId, ev: "PageView", noscript: "1" });
    // Where exactly the visitor was is not told.
    expect(view!.headers.referer).toBe(`${running.site.url}/`);
  });

  it("variant A loads its pixel once, with an injury", holds(223), async () => {
    await plainly("/survey/a", answersA);
    expect(received()).toEqual({ ...nobody, images: ["/pixel.gif"] });
  });

  it("variant A loads it as the question about treatment comes", holds(223), async () => {
    await plainly("/survey/a", answersA, "WasUserInjured");
    expect(received()).toEqual(nobody);
    await plainly("/survey/a", answersA, "TypeOfMedicalTreatment");
    expect(received()).toEqual({ ...nobody, images: ["/pixel.gif"] });
  });

  it("no injury loads none", holds(223), async () => {
    await plainly("/survey/a", { ...answersA, WasUserInjured: { option: "No" } });
    expect(received()).toEqual(nobody);
  });

  it("the ticket flow loads a pixel of its own as it starts", holds(332), async () => {
    await plainly("/survey/ticket", {}, "StartTicketFlow");
    expect(received()).toEqual({ ...nobody, images: ["/ticket.gif"] });
  });

  it("a path without pixels loads none", async () => {
    await plainly("/yt", answersA, "HasLawyer");
    expect(received()).toEqual(nobody);
  });
});
