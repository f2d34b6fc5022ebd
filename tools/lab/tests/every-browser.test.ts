import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { variants } from "../../../machines/registry.ts";
import { stepNamed } from "../../../machines/steps/index.ts";
import { newEmail, plainAnswers } from "../../../test/support/answers.ts";
import { phone, sharedBrowser, wholeChromium } from "../../../test/support/browser.ts";
import { during, siteForTests } from "../../../test/support/during.ts";
import { leadsOf } from "../../../test/support/store-reader.ts";
import { give, live, stepOf } from "../../../test/support/survey-page.ts";

/* Every survey, walked to its end in browsers that keep nothing, and in those that change pages as translators and password managers do. */

const site = siteForTests();
const visitor = { ...phone, reducedMotion: "reduce" as const };

/** The site where no cookie comes through. */
const cookieless = during(
  async () => {
    const { host, origin } = new URL(site.url);
    const server = createServer((asked, answered) => {
      const { cookie, ...headers } = asked.headers;
      const onward = {
        method: asked.method,
        headers: { ...headers, host, ...(headers.origin && { origin }) },
      };
      const asking = request(site.url + asked.url, onward, (came) => {
        const { "set-cookie": _, ...kept } = came.headers;
        answered.writeHead(came.statusCode!, kept);
        came.pipe(answered);
      });
      asked.pipe(asking);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  },
  ({ server }) => server.close(),
);

/** Chromium with its own setting "Don't allow sites to save data on your device", which is kept in its profile. */
const blocked = during(
  async () => {
    const profile = mkdtempSync(join(tmpdir(), "blocked-"));
    mkdirSync(join(profile, "Default"));
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: wholeChromium,
      args: ["--no-sandbox", "--disable-gpu"],
      ...visitor,
    });
    return { context, profile };
  },
  async ({ context, profile }) => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  },
);

/** Puts each text of the survey into two elements, as Chrome's translator does, from now on. */
function translate(): void {
  const change = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) all.push(texts.currentNode as Text);
    for (const text of all) {
      const around = text.parentElement;
      if (!text.data.trim() || !around?.closest("[data-island=survey]")) continue;
      if (around.closest("font, script, style, textarea, option")) continue;
      const outer = document.createElement("font");
      outer.append(document.createElement("font"));
      text.replaceWith(outer);
      outer.firstElementChild!.append(text);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) change(node.parentNode ?? node);
  }).observe(document, { childList: true, subtree: true });
  change(document);
}

const known = {
  firstName: "Ana",
  lastName: "Rivera",
  phone: "(213) 555-0123",
  zip_code: "90210",
  address: "12 Main Street",
};

/** Puts an icon behind each field and fills it in, without an event, as soon as it is there. */
function manage(known: Record<string, string>): void {
  const fill = () => {
    for (const input of document.querySelectorAll<HTMLInputElement>("form[data-question] input")) {
      const { type, name, nextElementSibling } = input;
      const isManaged = (nextElementSibling as HTMLElement | null)?.dataset.lastpassIconRoot !== undefined;
      if (isManaged || ["hidden", "radio", "checkbox"].includes(type)) continue;
      const icon = document.createElement("div");
      icon.dataset.lastpassIconRoot = "";
      input.after(icon);
      if (known[name]) input.value = known[name];
    }
  };
  new MutationObserver(fill).observe(document, { childList: true, subtree: true });
}

type Way = {
  open?: () => Promise<BrowserContext>;
  url?: () => string;
  scripts?: false;
  /** What is on the page before its own scripts are. */
  before?: (page: Page, email: string) => Promise<unknown>;
  /** What comes to the page once it is alive. */
  after?: (page: Page) => Promise<unknown>;
  /** Each question with fields is loaded afresh: it too is to come before the scripts. */
  reloads?: true;
};

const ways: Record<string, Way> = {
  "that may keep no site data": { open: async () => blocked.context },
  "that keeps no cookies": { url: () => cookieless.url },
  "that keeps no cookies and runs no scripts": { url: () => cookieless.url, scripts: false },
  "that is translated before our scripts come": {
    before: (page) => page.addInitScript(translate),
    reloads: true,
  },
  "that is translated once the page is alive": { after: (page) => page.evaluate(translate) },
  "whose password manager fills in before our scripts come": {
    before: (page, email) => page.addInitScript(manage, { ...known, email }),
    reloads: true,
  },
};

/** Answers the question on screen, but for what is filled in already. */
async function complete(page: Page, code: string, step: string, email: string): Promise<void> {
  const plain = plainAnswers(code, { ...known, email })(step);
  const open: [string, string][] = [];
  for (const [name, value] of Object.entries(plain)) {
    const field = page.locator(`main [name="${name}"]`).first();
    const isFilled = name !== "option" && (await field.inputValue().catch(() => "")) === value;
    const isRadio = name !== "option" && (await field.getAttribute("type")) === "radio";
    if (!isFilled || isRadio) open.push([name, value]);
  }
  await give(page, Object.fromEntries(open));
}

/** Answers a survey to the page after it, or to the screen that is its end. */
async function walk(
  page: Page,
  code: string,
  address: string,
  email: string,
  { after, reloads, scripts }: Way,
) {
  const alive = async () => {
    if (scripts === false) return;
    await live(page);
    await after?.(page);
  };
  await page.goto(address);
  await alive();
  for (;;) {
    const step = (await stepOf(page))!;
    const { kind, fields = [] } = stepNamed(step, variants.get(code)!.machine)!;
    if (kind === "end") return;
    if (reloads && fields.length > 0 && kind !== "when") {
      await page.reload();
      await alive();
    }
    await complete(page, code, step, email);
    const main = page.locator(`main:not([data-step="${step}"])`);
    await main.waitFor();
    if ((await main.getAttribute("data-step")) === null) return;
  }
}

describe.each(Object.entries(ways))("a browser %s", (_name, way) => {
  it.each([...variants])("comes to the end of %s, its lead stored once", async (code, { entries }) => {
    const context = await (way.open?.() ??
      (await sharedBrowser()).newContext({ ...visitor, javaScriptEnabled: way.scripts ?? true }));
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    const email = newEmail("any");
    try {
      await way.before?.(page, email);
      const [path] = Object.keys(entries);
      await walk(page, code, (way.url?.() ?? site.url) + path, email, way);
      // Benefits ends without a lead (ruling 102).
      const leads = leadsOf(site, email);
      expect(leads).toHaveLength(code === "benefits" ? 0 : 1);
      for (const { record } of leads)
        expect(record).toMatchObject({ first_name: "Ana", last_name: "Rivera" });
    } finally {
      await page.close();
      if (!way.open) await context.close();
    }
  });
});
