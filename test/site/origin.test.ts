import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { beforeAll, describe, expect, it } from "vitest";
import { sitePosts } from "../../app/features.ts";
import { surveyPaths } from "../../remix.config.js";
import { answersC, contactMessage } from "../support/answers.ts";
import { siteForTests } from "../support/during.ts";
import { brought } from "../support/features.ts";
import { holds } from "../support/holds.ts";
import { runCommand } from "../support/run-command.ts";
import { cookieOf, type Sending, send } from "../support/send.ts";
import { root } from "../support/source-files.ts";
import { change, counts, query, storedLeads } from "../support/store-reader.ts";
import { answerUpTo, entriesC, FormVisitor, hiddenFields, JsonVisitor } from "../support/visitors.ts";

const site = siteForTests({ TRUST_PROXY: "1" });
/** A visitor whose posts have these headers besides, and whose requests lack one. */
const without = (name: string, more: () => Record<string, string | undefined>) =>
  new FormVisitor(site.url, (request) => {
    request.headers.delete(name);
    request.headers.delete("origin");
    for (const [header, value] of Object.entries(more()))
      if (value && (request.method === "POST" || header.startsWith("X-"))) request.headers.set(header, value);
    return fetch(request);
  });
let posts: [path: string, post: Sending][];
let cookie: string;

/** Every address that takes a post, some that do not, each with a body that would be stored. */
beforeAll(async () => {
  const visitor = await new JsonVisitor(site.url).open();
  cookie = visitor.cookie;
  const facts = { path: "/survey/c", visit: visitor.token, timeZone: "UTC" };
  const page = await send(site.url, "/contact/");
  const contact = {
    ...hiddenFields(page.text),
    ...contactMessage,
  };
  const survey = { visit: visitor.token, step: "WhenWasTheAccident", option: "Within 30 Days" };
  posts = [
    ["/survey/c", { form: survey }],
    ["/survey/c.data", { form: survey }],
    ["/contact/", { form: contact }],
    ["/contact.data", { form: contact }],
    ["/es/contact/", { form: contact }],
    ["/api/progress", { json: { ...facts, entries: entriesC() } }],
    ["/post-lead", { json: { ...facts, shown: visitor.shown } }],
    ["/api/phone-code/send", { json: { ...facts, phone: "+12135550123" } }],
    [
      "/api/phone-code/check",
      { json: { ...facts, phone: "+12135550123", sent_status: true, code: "123456" } },
    ],
    ["/api/chat-alert", { json: facts }],
    ["/do-not-sell-my-information/", { form: { email: "eva@example.com" } }],
    ["/es/do-not-sell-my-information/", { form: { email: "eva@example.com" } }],
    ...brought
      .flatMap(({ posts: own }) => own?.(facts) ?? [])
      .map(([path, post]): [string, Sending] => [path, post]),
    ["/graphs/sign-in", { form: { token: "a" } }],
    ["/console", { form: { find: "Rivera" } }],
    ["/console/sign-in", { form: { name: "ana" } }],
    ["/console/start", { form: { key: "a" } }],
    ["/console/leads/a", { form: { intent: "handled" } }],
    ["/console/deliveries", { form: { intent: "pause" } }],
    ["/console/health", { form: {} }],
    ["/console/sessions", { form: { session: "a" } }],
    ["/console/privacy", { form: { intent: "find" } }],
    ["/console/privacy/copy", { form: { email: "a@example.com" } }],
    // What another site's plain form can send.
    ["/post-lead", { body: JSON.stringify(facts), headers: { "Content-Type": "text/plain" } }],
    ["/?index", { form: survey }],
    ["/nothing/here", { form: survey }],
    ["/survey-thank-you/", { form: survey }],
    ["/receipt", { form: { page: "/survey-thank-you/" } }],
    ["/healthz", { form: survey }],
  ];
});

const foreignOrigins = ["http://evil.test", "null", "http://localhost:1", "https://localhost", "garbage"];
const withOrigin = (origin: string | undefined, fetchSite: string | undefined) => ({
  ...(origin && { Origin: origin }),
  ...(fetchSite && { "Sec-Fetch-Site": fetchSite }),
});

/** One after the other, like a visitor. */
async function statuses(headers: Record<string, string | undefined>, those = posts): Promise<number[]> {
  const found: number[] = [];
  for (const [path, post] of those) {
    const sent = { ...post, headers: { Cookie: cookie, ...post.headers, ...headers } };
    found.push((await send(site.url, path, sent)).status);
  }
  return found;
}

async function postedRoutes(): Promise<string[]> {
  const { routes } = (await import(join(root, "build/server/index.js"))) as ServerBuild;
  return Object.values(routes)
    .filter(({ module, path }) => module.action && !surveyPaths.includes(path ?? ""))
    .map(
      ({ path }) =>
        `/${path?.replace(":code", "c").replace(":id", "a").replace(":party/:name", "affiliate/7").replace(":language/:step", "en/AtFault")}`,
    );
}

describe("a post from elsewhere", holds("T26", "T98"), () => {
  it("is tested at the address of every action", async () => {
    const tried = new Set(posts.map(([path]) => path.replace(/\/$/, "")));
    const actions = await postedRoutes();
    expect(actions).toEqual(expect.arrayContaining(["/post-lead", "/graphs/sign-in"]));
    expect(actions.filter((address) => !tried.has(address))).toEqual([]);
  });

  it("is refused with 403 at every address, and nothing is stored", async () => {
    const before = counts(site.databaseFile);
    const foreign = [
      ...foreignOrigins.map((origin) => withOrigin(origin, undefined)),
      ...[undefined, site.url, ...foreignOrigins].flatMap((origin) =>
        ["cross-site", "same-site", "Cross-Site", "nonsense"].map((fetchSite) =>
          withOrigin(origin, fetchSite),
        ),
      ),
    ];
    // One guard judges all of them: every address is tried in four ways, and two of them in every way.
    const some = [withOrigin("http://evil.test", undefined), withOrigin("null", undefined)];
    some.push(withOrigin(site.url, "cross-site"), withOrigin(undefined, "nonsense"));
    const two = posts.filter(([path]) => ["/survey/c", "/post-lead"].includes(path));
    for (const [ways, those] of [
      [some, posts],
      [foreign, two],
    ] as const) {
      for (const headers of ways) {
        const hides = headers.Origin === "null" && !("Sec-Fetch-Site" in headers);
        // No page can send JSON to a site that has not allowed it beforehand.
        const sendable = those.filter(([, post]) => !hides || !("json" in post));
        expect(await statuses(headers, sendable), JSON.stringify(headers)).toEqual(sendable.map(() => 403));
      }
    }
    expect(counts(site.databaseFile)).toEqual(before);
    expect(before).toEqual({ visits: 0, leads: 0, consents: 0, outbox: 0 });
  });

  it("does not affect reading pages, as any link does", async () => {
    const headers = { Origin: "http://evil.test", "Sec-Fetch-Site": "cross-site" };
    expect((await send(site.url, "/survey/c", { headers })).status).toBe(200);
  });
});

describe("a post of our own pages", holds("T26"), () => {
  it("is accepted by either header, even where the browser hides its origin or a proxy changes Host", async () => {
    const { host } = new URL(site.url);
    const own = [
      withOrigin(site.url, undefined),
      withOrigin(undefined, undefined),
      ...[site.url, undefined, "null", "garbage"].map((origin) => withOrigin(origin, "same-origin")),
      // A navigation that the visitor started, which no page can imitate.
      withOrigin(undefined, "none"),
      { ...withOrigin(site.url, "same-origin"), Host: "inner.test:1234" },
      { ...withOrigin(site.url, undefined), Host: "inner.test:1234" },
      // The address that the request itself is for, where the site has more than one.
      { ...withOrigin("http://second.test", undefined), Host: "second.test" },
      { ...withOrigin(`http://${host}`, undefined), "X-Forwarded-Host": "evil.test" },
    ];
    for (const [at, headers] of own.entries()) {
      const those = posts.filter(([path]) => at < 2 || ["/survey/c", "/post-lead"].includes(path));
      for (const [index, status] of (await statuses(headers, those)).entries()) {
        const what = `${those[index]![0]} ${JSON.stringify(headers)}`;
        expect(status, what).not.toBe(403);
        expect(status, what).toBeLessThan(500);
      }
    }
    expect(counts(site.databaseFile)).toMatchObject({ leads: 2, consents: 1 });
  });

  it("sets a cookie that other sites' posts do not carry and scripts cannot read", async () => {
    const page = await send(site.url, "/survey/c");
    expect(page.headers["set-cookie"]).toEqual([expect.stringMatching(/; HttpOnly; SameSite=Lax$/)]);
    expect(cookieOf(page)).toMatch(/^visit=/);
  });
});

describe("a browser inside of an app, which says that its forms come from null", () => {
  it("continues by its sealed field, and is shown a first form once more", async () => {
    const visitor = without("cookie", () => ({ Origin: "null" }));
    const before = counts(site.databaseFile);
    await visitor.open("/survey-sl");
    const { step } = visitor.screen;
    const typed = { firstName: "Maria", lastName: "Lopez", email: "maria@example.com" };
    await visitor.post(typed);
    expect(visitor.screen).toMatchObject({ status: 403, step });
    expect(visitor.screen.html).toContain('value="Maria"');
    expect(visitor.screen.html).toContain("try again");
    expect(counts(site.databaseFile)).toEqual(before);
    await visitor.post(typed);
    expect(visitor.screen.status).toBe(200);
    expect(visitor.screen.step).not.toBe(step);
    await answerUpTo(visitor, "sl-v2");
    expect(counts(site.databaseFile).leads).toBe(before.leads + 1);
  });

  it("is rejected with another session's field, and the visit stays as it was", async () => {
    const attacker = await new JsonVisitor(site.url).open();
    await attacker.progress(entriesC().slice(0, 1));
    const victim = await new JsonVisitor(site.url).open();
    const form = { visit: attacker.token, step: "OtherDriversVehicleType", option: "Car" };
    const headers = { Origin: "null", Cookie: victim.cookie };
    const before = counts(site.databaseFile);
    expect((await send(site.url, "/survey/c", { form, headers })).status).toBe(403);
    expect(counts(site.databaseFile)).toEqual(before);
  });

  const ofFeatures = brought
    .flatMap(({ posts: own }) => own?.({}) ?? [])
    .flatMap(([path, { form }]) =>
      form && sitePosts.includes(path.slice(1)) ? [[path, () => form] as const] : [],
    );

  it.each<readonly [path: string, typed: () => Record<string, string>]>([
    ["/contact/", () => contactMessage],
    // A person without any lead: receivers of one would get a notice of the opt-out, at some later moment.
    ["/es/do-not-sell-my-information/", () => ({ email: "nobody@example.com", phone: "(213) 555-0177" })],
    ...ofFeatures,
  ])("sends %s with one more press, and nothing typed is lost", async (path, typed) => {
    const headers = { Origin: "null" };
    const before = counts(site.databaseFile);
    const form = { ...hiddenFields((await send(site.url, path)).text), ...typed() };
    const asked = await send(site.url, path, { form, headers });
    expect(asked.status).toBe(403);
    for (const text of Object.values(typed())) expect(asked.text).toContain(text.slice(0, 12));
    expect(counts(site.databaseFile)).toEqual(before);
    const again = hiddenFields(asked.text);
    const forged = { ...again, press: `${again.press}0` };
    expect((await send(site.url, path, { form: forged, headers })).status).toBe(403);
    expect((await send(site.url, path, { form: again, headers })).status).toBe(303);
  });

  it("is accepted from scripts too, with the visit that they name", async () => {
    const visitor = await new JsonVisitor(site.url).open();
    const facts = { path: "/survey/c", visit: visitor.token, timeZone: "UTC" };
    const json = { ...facts, entries: entriesC().slice(0, 1) };
    const headers = { Origin: "null", Cookie: visitor.cookie };
    expect((await send(site.url, "/api/progress", { json, headers })).status).toBe(200);
  });
});

const [here, next, there] = ["198.51.100.7", "198.51.100.8", "203.0.113.9"];
const agent = "Mozilla/5.0 (iPhone)";

describe("the last form of a visit without cookies, which gives a consent", holds("T26"), () => {
  const newest = () => storedLeads(site.databaseFile).at(-1)!;
  const signs = () => {
    const rows = query<{ signs: string }>(site.databaseFile, "select signs from leads order by id");
    const { tookMs, trapFilled, ...odd } = JSON.parse(rows.at(-1)!.signs);
    return odd;
  };
  const given = { ...answersC.NameAndEmail!, email: "vіctim@example.com" };
  const readyAt = async (ip: string, path = "/survey/c", code = "c", named: { email?: string } = given) => {
    const visitor = without("cookie", () => ({
      Origin: site.url,
      "User-Agent": agent,
      "X-Forwarded-For": ip,
    }));
    await visitor.open(path);
    await answerUpTo(visitor, code, "PhoneAndZip", named);
    return { ...hiddenFields(visitor.screen.html), ...answersC.PhoneAndZip };
  };
  const post = (form: Record<string, string>, ip: string, more: object = {}, path = "/survey/c") =>
    send(site.url, path, { form, headers: { "X-Forwarded-For": ip, "User-Agent": agent, ...more } });
  const stepIn = (text: string) => text.match(/data-step="([^"]*)"/)?.[1];

  it.each([
    // Sec-Fetch-Site, Origin, shown to, posted by; status, whether the form is shown again, what is noted
    ["cross-site", "null", here, here, 403, "refused", undefined],
    ["same-site", "null", here, here, 403, "refused", undefined],
    ["cross-site", "ours", here, here, 403, "refused", undefined],
    [undefined, "null", here, there, 403, "shown again", { network: true }],
    [undefined, "null", here, next, 403, "shown again", { network: true }],
    [undefined, undefined, here, there, 403, "shown again", { network: true }],
    [undefined, "null", here, here, 303, "taken", undefined],
    [undefined, undefined, here, here, 303, "taken", undefined],
    [undefined, "null", "2001:db8:1:2::7", "2001:db8:1:2:a:b:c:d", 303, "taken", undefined],
    [undefined, "ours", here, there, 303, "taken", { network: true }],
    ["same-origin", "ours", here, there, 303, "taken", { network: true }],
  ] as const)(
    "that says %s and %s, of %s by %s: %d, %s",
    async (fetchSite, origin, shownTo, by, status, what, changed) => {
      const form = await readyAt(shownTo);
      const before = counts(site.databaseFile);
      const headers = withOrigin(origin === "ours" ? site.url : origin, fetchSite);
      const answer = await post(form, by, headers);
      expect(answer.status).toBe(status);
      const { leads, consents } = counts(site.databaseFile);
      const more = what === "taken" ? 1 : 0;
      expect([leads, consents]).toEqual([before.leads + more, before.consents + more]);
      expect(stepIn(answer.text)).toBe(what === "shown again" ? "PhoneAndZip" : undefined);
      if (what === "shown again") {
        expect(answer.text).toContain(`value="${answersC.PhoneAndZip!.phone}"`);
        const again = { ...hiddenFields(answer.text), ...answersC.PhoneAndZip };
        expect((await post(again, by, headers)).status).toBe(303);
      }
      if (what !== "refused") expect(signs()).toEqual({ mixedScripts: true, ...(changed && { changed }) });
    },
  );

  it("records another browser with the lead, by scripts too, and only in words", async () => {
    const form = await readyAt(here);
    const json = { path: "/survey/c", visit: form.visit, entries: entriesC().slice(-1) };
    const headers = { "X-Forwarded-For": here, "User-Agent": "curl", Origin: site.url };
    expect((await send(site.url, "/api/progress", { json, headers })).status).toBe(200);
    expect((await post(form, here, { Origin: site.url })).status).toBe(303);
    expect(signs()).toEqual({ mixedScripts: true, changed: { browser: true } });
    const { stdout } = await runCommand(`leads show ${newest().id}`, { DATABASE_URL: site.databaseUrl });
    expect(stdout).toContain(
      "Odd: the browser changed between two steps, the e-mail address mixes letters of two scripts\n",
    );
    expect(stdout).not.toContain("Perhaps made by a program: the");
  });

  it.each([
    ["/survey/c", "c", "/survey-thank-you/"],
    ["/survey/v4nv-es", "v4nv-es", "/survey-thank-you/?lang=es"],
  ])(
    "of %s returns nothing personal without a cookie, except at once and from its network",
    async (path, code, bare) => {
      const form = await readyAt(here, path, code, answersC.NameAndEmail);
      const own = { Origin: site.url };
      const first = await post(form, here, own, path);
      const thanks = first.headers.location!;
      expect(thanks).toContain("email=ana");
      const before = counts(site.databaseFile);
      const json = { path, visit: form.visit };
      const byScript = async (ip: string) => {
        const headers = { "X-Forwarded-For": ip, Origin: site.url };
        return JSON.parse((await send(site.url, "/post-lead", { json, headers })).text).location;
      };
      const byForm = async (ip: string, more = own) => {
        const { status, headers, text } = await post(form, ip, more, path);
        return [status, headers.location, text.includes("ana.rivera")];
      };
      expect([await byForm(here), await byScript(here)]).toEqual([[303, thanks, false], thanks]);
      expect([await byForm(there), await byScript(there)]).toEqual([[303, bare, false], bare]);
      expect(await byForm(there, { Origin: "null" })).toEqual([303, bare, false]);
      change(site.databaseFile, (db) => db.exec("update leads set created_at = created_at - 601000"));
      expect([await byForm(here), await byScript(here)]).toEqual([[303, bare, false], bare]);
      expect(counts(site.databaseFile)).toEqual(before);
    },
  );
});
