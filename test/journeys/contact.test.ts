import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, onTestFinished } from "vitest";
import { messagesIn } from "../../services/words/index.ts";
import { contactMessage, newEmail } from "../support/answers.ts";
import { expectAccessible } from "../support/axe.ts";
import { calm, desktop, phone, siteInChromium } from "../support/browser.ts";
import { holds } from "../support/holds.ts";
import { holdWriteLock, storedLeads } from "../support/store-reader.ts";
import { idle } from "../support/survey-page.ts";

const { site, it, journey } = siteInChromium(calm);

/** A browser's console messages for answers that fail on purpose. */
const allowed = [/status of (503|429)/, /net::ERR_/];

const form = "form[data-contact]";
const fields = Object.keys(contactMessage);
const button = (page: Page) => page.locator(`${form} button[type=submit]`);
const notice = (page: Page) => page.locator("[data-contact-unsent]");
const thanks = (page: Page) => page.getByText("Form was submitted");
const values = (page: Page) =>
  page.locator(form).evaluate((shown: HTMLFormElement) => Object.fromEntries(new FormData(shown)));
const stored = (email: string) =>
  storedLeads(site.databaseFile).filter(({ record }) => record.email === email).length;

async function open(page: Page, url = site.url) {
  await page.goto(`${url}/contact/`);
  await alive(page);
}

async function filled(page: Page, email: string, url = site.url) {
  await open(page, url);
  await fill(page, email);
}

async function fill(page: Page, email: string) {
  for (const [name, value] of Object.entries({ ...contactMessage, email })) {
    const field = page.locator(`${form} [name=${name}]`);
    if (name === "typeOfAccident") await field.selectOption(value);
    else await field.fill(value);
  }
}

const alive = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector("form[data-contact]")!).some((key) => key.startsWith("__reactProps")),
  );

/** Something in front of the site that does this to posts. */
async function before(what: Partial<Between>): Promise<Between> {
  const front = Object.assign(await between(site.url), what);
  onTestFinished(front.close);
  return front;
}

async function saysSo(page: Page) {
  await notice(page).waitFor();
  expect(await notice(page).textContent()).toContain(
    `${messagesIn("en").trouble.tryAgain.message} ${messagesIn("en").trouble.tryAgain.trying}`,
  );
  expect(await notice(page).locator("a[href='tel:+18775550142']").isVisible()).toBe(true);
  expect([await button(page).isEnabled(), await button(page).textContent()]).toEqual([
    true,
    messagesIn("en").trouble.tryAgain.again,
  ]);
}

describe("the contact form in a browser", () => {
  const invalid = (page: Page) =>
    page.locator(`${form} [aria-invalid=true]`).evaluateAll((wrong) => wrong.map(({ id }) => id));

  it("has fields as wide as itself and a button of its own width on a desk, even once its own style sheets have loaded", () =>
    journey(async ({ page }) => {
      await open(page);
      const widths = await page.locator(`${form}, #typeOfAccident, #message`).evaluateAll((all) =>
        all.map((element) => {
          const { paddingInlineStart, borderInlineStartWidth } = getComputedStyle(element);
          const frame = element.matches("form")
            ? 2 * (parseFloat(paddingInlineStart) + parseFloat(borderInlineStartWidth))
            : 0;
          return element.getBoundingClientRect().width - frame;
        }),
      );
      expect(new Set(widths).size).toBe(1);
      expect((await button(page).boundingBox())!.width).toBe(256);
    }, desktop));

  it("clears each error, and only that, as its field changes", holds(368), async ({ page }) => {
    await open(page);
    await button(page).tap();
    await expect.poll(() => invalid(page)).toEqual(fields);
    await page.locator("#firstName").fill("A");
    await expect.poll(() => invalid(page)).toEqual(fields.filter((name) => name !== "firstName"));
  });

  it("scrolls to the first error that is out of view, and puts the focus on it", holds(392, 393), () =>
    journey(
      async ({ page }) => {
        await open(page);
        const first = page.locator("#typeOfAccident");
        const top = () => first.evaluate((field) => Math.round(field.getBoundingClientRect().top));
        await button(page).scrollIntoViewIfNeeded();
        expect(await top()).toBeLessThan(0);
        await button(page).tap();
        await expect.poll(top).toBe(100);
        expect(await first.evaluate((field) => field === document.activeElement)).toBe(true);
        await first.evaluate((field: HTMLElement) => field.blur());
        const before = await page.evaluate(() => scrollY);
        await page.locator(form).evaluate((shown: HTMLFormElement) => shown.requestSubmit());
        await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
        await idle(page);
        expect(await page.evaluate(() => scrollY)).toBe(before);
      },
      { ...calm, viewport: { width: 390, height: 500 } },
    ),
  );

  it("cannot be sent twice at a time, and says thanks once stored", holds(82, 166, 391), async ({ page }) => {
    const email = newEmail("island");
    await filled(page, email);
    const release = holdWriteLock(site.databaseFile);
    await button(page).tap();
    await expect.poll(() => button(page).isDisabled()).toBe(true);
    expect(await page.locator(`${form} [role=status]`).textContent()).toBe("Sending…");
    expect(stored(email)).toBe(0);
    release();
    await thanks(page).waitFor();
    expect(stored(email)).toBe(1);
  });
});

describe("a message that is not answered", () => {
  /** Visitors whose message does not reach our server at first. */
  it.each([
    [503, "a phone", phone],
    [429, "a desk", { ...desktop, isMobile: false }],
  ] as const)(
    "an answer of %i is explained on %s, a press retries, and one message is stored",
    holds(166),
    (status, _name, device) =>
      journey(
        async ({ page }) => {
          const email = `away.${status}@example.com`;
          const front = await before({ status });
          await filled(page, email, front.url);
          await button(page).click();
          await saysSo(page);
          expect(await values(page)).toMatchObject({ ...contactMessage, email });
          await expectAccessible(page, "a form that could not be sent yet");
          const { posts } = front;
          await button(page).click();
          await expect.poll(() => front.posts).toBeGreaterThan(posts);
          expect(await thanks(page).count()).toBe(0);
          front.status = undefined;
          await button(page).click();
          await thanks(page).waitFor();
          expect(stored(email)).toBe(1);
          await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0);
        },
        { ...device, allowed },
      ),
  );

  it("a message is sent automatically once the server runs again", holds(83, 166), () =>
    journey(
      async ({ page }) => {
        await filled(page, "restart@example.com");
        await site.stop();
        await button(page).click();
        await saysSo(page);
        await site.restart();
        await thanks(page).waitFor();
        expect(stored("restart@example.com")).toBe(1);
      },
      { allowed },
    ),
  );

  it("a message is stored once although all responses but the last were lost, even across a reload", () =>
    journey(
      async ({ page }) => {
        const email = "lost@example.com";
        const front = await before({ losesAnswers: true });
        await filled(page, email, front.url);
        await button(page).click();
        await saysSo(page);
        expect(stored(email)).toBe(1);
        const typed = await values(page);
        await page.reload();
        await alive(page);
        await expect.poll(() => values(page)).toEqual(typed);
        front.losesAnswers = false;
        await button(page).click();
        await thanks(page).waitFor();
        expect(stored(email)).toBe(1);
      },
      { allowed },
    ));

  it("the form keeps what was typed just before a reload", async ({ page }) => {
    await filled(page, "moment@example.com");
    const typed = await values(page);
    await page.reload();
    await alive(page);
    await expect.poll(() => values(page)).toEqual(typed);
  });

  it("a changed form waits for a press", () =>
    journey(
      async ({ page }) => {
        const front = await before({ status: 503 });
        await page.clock.install();
        await filled(page, "changed@example.com", front.url);
        await button(page).click();
        await saysSo(page);
        await page.locator(`${form} [name=firstName]`).fill("Anabel");
        const { posts } = front;
        front.status = undefined;
        // Waits as long as an automatic retry would take.
        await page.clock.runFor(60_000);
        await button(page).click();
        await thanks(page).waitFor();
        expect(front.posts).toBe(posts + 1);
        const names = storedLeads(site.databaseFile)
          .filter(({ record }) => record.email === "changed@example.com")
          .map(({ record }) => record.first_name);
        expect(names).toEqual(["Anabel"]);
      },
      { allowed },
    ));
});

/** A stand-in for the network, and what happens to posts there. */
type Between = {
  url: string;
  status?: number;
  losesAnswers?: boolean;
  isSilent?: boolean;
  posts: number;
  close(): void;
};

/** Starts it in front of a site. All requests go through unless it says otherwise. */
async function between(site: string): Promise<Between> {
  const listener: RequestListener = (asked, answer) => {
    if (asked.method === "POST") {
      front.posts += 1;
      if (front.isSilent) return;
      if (front.status) return void answer.writeHead(front.status).end();
    }
    const { method, headers, url } = asked;
    const isLost = asked.method === "POST" && front.losesAnswers;
    const onAnswer = (given: IncomingMessage) => {
      if (isLost) return void given.on("end", () => answer.destroy()).resume();
      answer.writeHead(given.statusCode!, given.headers);
      given.pipe(answer);
    };
    const onward = request(new URL(url!, site), { method, headers }, onAnswer);
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  };
  const server = createServer(listener);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const front: Between = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    posts: 0,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return front;
}
