import type { Page } from "playwright-core";
import { beforeEach, describe, expect } from "vitest";
import { given, pageScriptsEnv, startPageScripts } from "../stubs/page-scripts.ts";
import { answersC } from "../support/answers.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, siteInChromium } from "../support/browser.ts";
import { during } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { keptConsent } from "../support/one-to-one.ts";
import { query, storedLeads } from "../support/store-reader.ts";
import { atStep, give, live, next, option, standAt, walk } from "../support/survey-page.ts";

/** Whatever pages load and call besides us. */
const others = during(startPageScripts);
const { site, it, journey } = siteInChromium(calm, () => pageScriptsEnv(others));
beforeEach(() => {
  Object.assign(others, { fault: "ok", faultAt: /^/, trouble: "none" });
  others.requests.length = 0;
});

/** A browser's console messages for scripts that fail to load, or throw. */
const noisy = { ...calm, allowed: [/net::ERR|MIME|ORB|CORS|vendor trouble|SyntaxError|Failed to load/] };
const click = "/survey/c?affid=7&oid=57&s1=abc&sub5=c5&uid=u1&source_id=s1";
const newestLead = () => storedLeads(site.databaseFile).at(-1)!;
const asked = (path: RegExp) => others.requests.filter((request) => path.test(request.path));

describe("with everything on", () => {
  it("the lead has click, certificates and address", holds(475, 486, 491, 492, 494), async ({ page }) => {
    await page.goto(site.url + click, { referer: "https://ads.example/" });
    await live(page);
    await page.waitForURL(/_ef_transaction_id=/);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      affid: "7",
      oid: "57",
      s1: "abc",
      sub5: "c5",
      uid: "u1",
      source_id: "s1",
      _ef_transaction_id: given.click,
    });
    expect(Object.fromEntries(asked(/^\/sdk\/click/)[0]!.query)).toEqual({
      oid: "57",
      affid: "7",
      sub1: "abc",
      sub5: "c5",
      uid: "u1",
      source_id: "s1",
      async: "json",
      _ef_transaction_id: "",
    });

    await page.evaluate(() => {
      Object.assign(document.querySelector("form[data-question]")!, { isTheSame: true });
    });
    await walk(page, { until: "PhoneAndZip" });
    expect(new URL(page.url()).searchParams.get("_ef_transaction_id")).toBe(given.click);
    const form = page.locator("form[data-question]");
    expect(await form.evaluate((element) => (element as { isTheSame?: boolean }).isTheSame)).toBe(true);
    const inForm = (name: string) => form.locator(`input[name="${name}"]`).inputValue();
    const certificate = `${others.origin}/${given.certificate}`;
    expect(await inForm("xxTrustedFormCertUrl")).toBe(certificate);
    expect(await inForm("universal_leadid")).toBe(given.token);
    const consent = form.locator("#consent[data-tf-element-role=consent-language]");
    const words = await consent.textContent();
    expect(await consent.locator("[data-tf-element-role=consent-advertiser-name]").textContent()).toBe(
      "Claimpath",
    );
    expect(await consent.locator("label[for=leadid_tcpa_disclosure]").textContent()).toBe(words);
    expect(await form.locator("#leadid_tcpa_disclosure").count()).toBe(1);
    const overlaps = await consent.locator("label > span").evaluateAll((paragraphs) => {
      const boxes = paragraphs.map((paragraph) => paragraph.getBoundingClientRect());
      return boxes.slice(1).map(({ top }, index) => top <= boxes[index]!.bottom);
    });
    expect(overlaps, "four paragraphs, each on lines of its own").toEqual([false, false, false]);
    expect(await next(page).getAttribute("data-tf-element-role")).toBe("submit");
    await expectAccessible(page, "the last step with its consent marked");

    await give(page, answersC.PhoneAndZip!);
    await page.waitForURL(/thank-you/);
    const { id, record } = newestLead();
    expect(record).toMatchObject({
      ef_transaction_id: given.click,
      trustedform_cert_url: certificate,
      trusted_form_cert_id: given.certificate,
      leadid_token: given.token,
      ip_address: "127.0.0.1",
      page_referer: "https://ads.example/",
      tcpa: words?.replace(/\s+/g, " ").trim(),
    });
    expect(keptConsent(site.databaseFile, id)).toMatchObject({
      reportedIp: given.ip,
      ip: "127.0.0.1",
      certificates: { trustedFormUrl: certificate, leadidToken: given.token },
    });
    const exchange = site.stubs.leadExchange.requests.at(-1)!;
    expect(JSON.parse(exchange.body)).toMatchObject({ tf: given.certificate, leadId: given.token });
  });

  it("a click that was registered before is known by its id", holds(491), async ({ page }) => {
    await standAt(page, site, "/survey/c?affid=7&_ef_transaction_id=known1");
    await expect.poll(() => asked(/^\/sdk\/click/).length).toBe(1);
    expect(asked(/^\/sdk\/click/)[0]!.query.get("_ef_transaction_id")).toBe("known1");
    await walk(page, {});
    expect(newestLead().record).toMatchObject({ ef_transaction_id: "known1" });
  });
});

const empty = {
  ef_transaction_id: "",
  trustedform_cert_url: "",
  trusted_form_cert_id: "",
  leadid_token: "",
};

describe("when the others fail", holds("T33"), () => {
  const failures: Record<string, (page: Page) => unknown> = {
    "all of it is blocked": (page) => page.route(`${others.origin}/**`, (route) => route.abort()),
    "a web page comes in place of each": () => Object.assign(others, { fault: "html" }),
    "every script throws": () => Object.assign(others, { trouble: "throws" }),
    "scripts come and never come to an end": () => Object.assign(others, { trouble: "silent" }),
  };
  const sent = async (page: Page, before: number) => {
    await page.waitForURL(/thank-you/);
    expect(storedLeads(site.databaseFile)).toHaveLength(before + 1);
    expect(newestLead().record).toMatchObject({ ...empty, affid: "7", sub_id: "abc" });
  };

  it.each(Object.keys(failures))("and %s, the survey continues without their ids", holds(495, 503), (name) =>
    journey(async ({ page }) => {
      await failures[name]!(page);
      await page.clock.install();
      await standAt(page, site, click);
      await live(page);
      const before = storedLeads(site.databaseFile).length;
      await give(page, answersC.PhoneAndZip!);
      // An awaited one is over at once; if it begins only then, it takes three seconds.
      await page.clock.runFor(3_100);
      await sent(page, before);
    }, noisy),
  );

  it("an answer with the consent waits for its certificates, for three seconds at most", holds(495), () =>
    journey(async ({ page }) => {
      others.fault = "slow";
      await page.clock.install();
      await standAt(page, site, click);
      await live(page);
      const before = storedLeads(site.databaseFile).length;
      await expect.poll(() => asked(/trustedform/).length).toBe(1);
      let posted = false;
      page.on("request", (request) => {
        posted ||= /PhoneAndZip/.test(request.postData() ?? "");
      });
      await give(page, answersC.PhoneAndZip!);
      // Well short of it, as the clock also runs by itself.
      await page.clock.runFor(1_500);
      expect(posted, "within three seconds").toBe(false);
      await page.clock.runFor(1_600);
      await expect.poll(() => posted).toBe(true);
      await sent(page, before);
    }, noisy),
  );

  it("nothing is awaited for more than ten seconds, or after the page was left", holds(495), () =>
    journey(async ({ page }) => {
      others.fault = "slow";
      await page.clock.install();
      await page.addInitScript(() => {
        const running = new Set<number>();
        Object.assign(window, { running });
        const { setInterval: begin, clearInterval: end } = window;
        window.setInterval = ((...given: Parameters<typeof begin>) => {
          const id = begin(...given) as unknown as number;
          running.add(id);
          return id;
        }) as typeof setInterval;
        window.clearInterval = (id) => {
          running.delete(id as number);
          end(id);
        };
      });
      const running = () => page.evaluate(() => (window as unknown as { running: Set<number> }).running.size);
      await page.goto(site.url + click);
      await live(page);
      // Everflow, TrustedForm, Jornaya and Retreaver.
      await expect.poll(running).toBe(4);
      await page.clock.runFor(10_500);
      expect(await running()).toBe(0);
      await page.reload();
      await expect.poll(running).toBe(4);
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
      expect(await running()).toBe(0);
    }, noisy),
  );

  it("the address comes from the fallback", holds(486), () =>
    journey(async ({ page }) => {
      Object.assign(others, { fault: "5xx", faultAt: /^\/ip$/ });
      await page.goto(site.url + click);
      await expect.poll(() => asked(/^\/trace$/).length).toBe(1);
      await option(page, "Within 30 Days").tap();
      await atStep(page, "OtherDriversVehicleType");
      const facts = () =>
        query<{ body: string }>(
          site.databaseFile,
          "select body from visit_log where kind = 'fact' order by at desc, seq desc",
        ).map(({ body }) => JSON.parse(body));
      await expect.poll(facts).toContainEqual({ fact: "publicIp", value: { ip: given.ip } });
    }, noisy),
  );
});
