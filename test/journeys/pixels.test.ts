import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { metaId, socialPixelsEnv, startPageScripts, tiktokId } from "../stubs/page-scripts.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { storedLeads } from "../support/store-reader.ts";
import { answer, holdBack, idle, live, standAt, walk } from "../support/survey-page.ts";
import { FormVisitor, walkForms } from "../support/visitors.ts";

/** The networks behind the pixels, as far as pages can tell. */
const others = during(startPageScripts);
const { site, it, journey } = siteInChromium(calm, () => ({
  ...socialPixelsEnv(others),
  "pixels.tracking": `${others.origin}/pixel.gif`,
  pages: {
    "/survey/ticket": { pixels: { tracking: `${others.origin}/ticket.gif` } },
    "/survey/d": { pixels: { meta: "off" } },
    "/yt": { pixels: { meta: "99887766", tiktok: "off", tracking: "off" } },
  },
}));
beforeEach(() => {
  Object.assign(others, { fault: "ok", faultAt: /^/ });
  others.requests.length = 0;
});

function received() {
  const { requests } = others;
  return {
    meta: requests
      .filter(({ path }) => path === "/tr")
      .map(({ query }) => `${query.get("id")} ${query.get("ev")}`),
    tiktok: requests
      .filter(({ path }) => path === "/api/v2/pixel")
      .map(({ body }) => JSON.parse(body) as Record<string, string>)
      .map(({ event, pixel_code }) => `${pixel_code} ${event}`),
    images: requests.map(({ path }) => path).filter((path) => path.endsWith(".gif")),
  };
}
const nobody = { meta: [], tiktok: [], images: [] };
const pageView = { ...nobody, meta: [`${metaId} PageView`], tiktok: [`${tiktokId} Pageview`] };
const viewAndLead = {
  ...nobody,
  meta: [...pageView.meta, `${metaId} Lead`],
  tiktok: [...pageView.tiktok, `${tiktokId} SubmitForm`],
};

async function goLive(page: Page, address: string): Promise<void> {
  await page.goto(site.url + address);
  await live(page);
}

/** At the question that sends the lead; it is the first page of the survey that the browser loads. */
async function goLiveAtTheEnd(page: Page, address: string): Promise<void> {
  await standAt(page, site, address);
  await live(page);
}

describe("the social pixels of affiliate 389", () => {
  it("count the page and its lead once, and learn nothing about the lead", holds(367), async ({ page }) => {
    await goLiveAtTheEnd(page, "/survey/c?affid=389");
    await expect.poll(received).toEqual(pageView);
    await walk(page);
    await expect.poll(received).toEqual(viewAndLead);
    const [view, lead] = others.requests.filter(({ path }) => path === "/tr");
    expect(view!.query.get("eid")).toBe("");
    const event = lead!.query.get("eid");
    expect(event).toMatch(/^[0-9a-f]{32}$/);
    const submitted = others.requests.filter(({ path }) => path === "/api/v2/pixel").at(-1)!;
    expect(JSON.parse(submitted.body).event_id).toBe(event);
    const { record } = storedLeads(site.databaseFile).at(-1)!;
    const said = others.requests.map(({ path, query, body }) => `${path}?${query} ${body}`).join("\n");
    for (const field of ["email", "phone", "first_name", "last_name", "zip_code", "case_description"]) {
      expect(said, field).not.toContain(encodeURIComponent(String(record[field])));
    }
    await page.reload();
    await page.waitForLoadState("networkidle");
    expect(received()).toEqual(viewAndLead);
  });

  it("count another lead of the same browser separately", async ({ page }) => {
    for (const counted of [2, 4]) {
      await goLive(page, "/survey/one-page?affid=389");
      await walk(page);
      await expect.poll(() => received().meta).toHaveLength(counted);
    }
    const leads = others.requests.filter(({ query }) => query.get("ev") === "Lead");
    expect(new Set(leads.map(({ query }) => query.get("eid"))).size).toBe(2);
  });

  it("are not loaded for any other affiliate", holds(367), async ({ page }) => {
    await goLiveAtTheEnd(page, "/survey/c?affid=388");
    await walk(page);
    await page.waitForLoadState("networkidle");
    expect(others.requests).toEqual([]);
  });

  it.for([
    ["/survey/d?affid=389", { ...nobody, tiktok: pageView.tiktok }],
    ["/yt?affid=389", { ...nobody, meta: ["99887766 PageView"] }],
  ] as const)("are those that are configured for %s", async ([address, expected], { page }) => {
    await goLive(page, address);
    await expect.poll(received).toEqual(expected);
    await page.waitForLoadState("networkidle");
    expect(received()).toEqual(expected);
  });

  it("learn of a lead before the page is left, even if their scripts load late", async ({ page }) => {
    const release = await holdBack(page, "**/*events.js*");
    // The second for which a page waits is never over.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      window.setTimeout = ((work: () => void, ms = 0) =>
        setTimeout(work, ms === 1_000 ? 60_000 : ms)) as typeof window.setTimeout;
    });
    await goLiveAtTheEnd(page, "/survey/c?affid=389");
    let leaving = false;
    page.on("request", (request) => {
      leaving ||= request.url().includes("thank-you");
    });
    const walking = walk(page);
    await (await page.waitForResponse("**/post-lead")).finished();
    // A page that does not wait has left by the time it is idle, or is leaving while it is asked.
    await idle(page).catch(() => {});
    const early = leaving;
    release();
    await walking;
    // Page view and lead are sent at once: either may arrive first.
    const inAnyOrder = ({ meta, tiktok }: Record<"meta" | "tiktok", string[]>) =>
      [meta, tiktok].map((sent) => sent.toSorted());
    await expect.poll(() => inAnyOrder(received())).toEqual(inAnyOrder(viewAndLead));
    expect(early).toBe(false);
  });

  it.each(["down", "slow"] as const)("delay nobody whose browser does not get their scripts: %s", (fault) =>
    journey(
      async ({ page }) => {
        Object.assign(others, { fault, faultAt: /events\.js$/ });
        await goLiveAtTheEnd(page, "/survey/c?affid=389");
        await walk(page);
        expect(received()).toEqual(nobody);
      },
      { allowed: [/net::ERR/] },
    ),
  );

  it("count no lead again where its survey is viewed once more", async ({ page }) => {
    await goLive(page, "/survey/v5?affid=389");
    await answer(page, { OnePageSurvey: { with_Lawyer: "yes" } });
    await page.locator('main[data-step="Disqualified"]').waitFor();
    await expect.poll(received).toEqual(viewAndLead);
    await page.reload({ waitUntil: "networkidle" });
    expect(received()).toEqual(viewAndLead);
  });
});

describe("without JavaScript", () => {
  it("load a page's images, without the visitor's exact page", holds(367), () =>
    journey(
      async ({ page }) => {
        await page.goto(`${site.url}/survey/c?affid=389`, { waitUntil: "networkidle" });
        expect(received()).toEqual({ ...nobody, meta: pageView.meta });
        for (const { headers } of others.requests) expect(headers.referer).toBe(`${site.url}/`);
      },
      { javaScriptEnabled: false },
    ),
  );

  it.each([
    ["/survey/c?affid=389", {}, ["/tr"]],
    ["/survey/a", {}, ["/pixel.gif"]],
    ["/survey/a", { WasUserInjured: { option: "No" } }, []],
    ["/survey/ticket", {}, ["/ticket.gif"]],
    ["/yt", {}, []],
  ])("%s with %j shows the required images, each once", holds(223, 332, 367), async (address, given, due) => {
    const images: string[] = [];
    const visitor = new FormVisitor(site.url, async (request) => {
      const response = await fetch(request);
      const [, plain = ""] = /<noscript>(.*?)<\/noscript>/s.exec(await response.clone().text()) ?? [];
      images.push(...[...plain.matchAll(/<img src="([^"]*)"/g)].map(([, url]) => new URL(url!).pathname));
      return response;
    });
    await walkForms(site.url, address, given, visitor);
    expect(images).toEqual(due);
  });
});
