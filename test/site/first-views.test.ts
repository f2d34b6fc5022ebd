import { beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../services/store/store.ts";
import { answersC, newEmail } from "../support/answers.ts";
import { storeAt } from "../support/databases.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { desktop, phone, seenViews, viewsComeTo, viewsOf } from "../support/seen-views.ts";
import { cookieOf, type Sending, type Sent, send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { change, query } from "../support/store-reader.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const browser = { "User-Agent": phone };

describe("a first view is counted", () => {
  const site = siteForTests({ stubs: false });
  const ask = (search: string, headers: Record<string, string> = {}, path = "/survey/c") =>
    send(site.url, path + search, { headers: { ...browser, ...headers } });
  const counted = (affiliate: string) => viewsOf(site.databaseFile, affiliate);
  const names = (name: string) => ({ headers: { "User-Agent": name } });
  const uncounted: [why: string, sending: Sending][] = [
    ["a crawler", names("Mozilla/5.0 (compatible; Googlebot/2.1)")],
    ["a link's preview", names("facebookexternalhit/1.1")],
    ["a program", names("curl/8.5.0")],
    ["no browser's name", { headers: {} }],
    ["asked ahead", { headers: { ...browser, "Sec-Purpose": "prefetch;prerender" } }],
    ["a look at the headers", { headers: browser, method: "HEAD" }],
  ];
  let first: Sent;
  beforeAll(async () => {
    await askByWhereFrom();
    await askAsPrograms();
    await askAgain();
    await askByTwoAffiliates();
    // All are stored when the site stops; otherwise every three seconds.
    await site.stop();
    await site.restart();
  });

  async function askByWhereFrom() {
    first = await ask("?affid=11&s1=click-of-one-person&flags=theme:v3");
    await ask("?affid=11&s1=another&flags=theme:v3", { "User-Agent": desktop });
    // A browser that has been at another survey: its page is made for it.
    const other = await ask("", {}, "/survey/v7");
    await ask("?affid=11", { Cookie: cookieOf(other) });
  }
  it("from memory and when made for one browser alike, by its source, with no cookie but the visit's", () => {
    expect(seenViews(site.databaseFile).filter(({ affiliate }) => affiliate === "11")).toEqual([
      { variant: "c", affiliate: "11", device: "desktop", flags: "theme:v3", views: 1 },
      { variant: "c", affiliate: "11", device: "phone", flags: "", views: 1 },
      { variant: "c", affiliate: "11", device: "phone", flags: "theme:v3", views: 1 },
    ]);
    expect(first.headers["set-cookie"]!.map((cookie) => cookie.split("=")[0])).toEqual(["visit"]);
    expect(JSON.stringify(query(site.databaseFile, "select * from analytics_sources"))).not.toMatch(
      /click-of/,
    );
  });

  async function askAsPrograms() {
    const cookie = cookieOf(await ask("", {}, "/survey/v7"));
    for (const [at, [why, sending]] of uncounted.entries()) {
      for (const own of [{}, { Cookie: cookie }] as Record<string, string>[]) {
        const headers = { ...sending.headers, ...own };
        const { status } = await send(site.url, `/survey/c?affid=2${at}`, { ...sending, headers });
        expect(status, why).toBe(200);
      }
    }
    await ask("?affid=29");
  }
  it("but not for programs, from memory or made for them", () => {
    const views = uncounted.map(([why], at) => [why, counted(`2${at}`)]);
    expect(views).toEqual(uncounted.map(([why]) => [why, 0]));
    expect(counted("29")).toBe(1);
  });

  async function askAgain() {
    const visitor = new JsonVisitor(site.url, "/survey/c", { headers: browser });
    await visitor.open("?affid=31");
    await visitor.open("?affid=31");
    await visitor.open("?affid=31&step=WhenWasTheAccident");
    await visitor.finish();
    await visitor.open("?affid=31");
    await visitor.open("?affid=31");
  }
  it("once for a browser that asks again, and again for the visit after a lead", () =>
    expect(counted("31")).toBe(2));

  const began: { first: number; visit?: number } = { first: 0 };
  async function askByTwoAffiliates() {
    const visitor = new JsonVisitor(site.url, "/survey/c", { headers: browser });
    await visitor.open("?affid=35");
    await visitor.open("?affid=36");
    began.first = Date.now();
    await waitFor("a later moment", () => Date.now() > began.first + 5);
    await visitor.open("?affid=36");
    await visitor.finish();
    const [visit] = query<{ at: number }>(
      site.databaseFile,
      "select min(at) at from visit_log where visit_id = (select visit_id from leads order by created_at desc limit 1)",
    );
    began.visit = visit!.at;
  }
  it("for each affiliate whose ad was clicked, and the lead's with it; a visit begins with its view, not with a reload", async () => {
    const leads = () =>
      query<{ affiliate: string; result: string }>(
        site.databaseFile,
        `select c.affiliate, s.result from analytics_sessions s join analytics_sources c on c.id = s.source_id
         where c.affiliate in ('35', '36')`,
      );
    await waitFor("the session", () => leads().length > 0);
    expect(leads()).toEqual([{ affiliate: "36", result: "qualified" }]);
    expect([counted("35"), counted("36")]).toEqual([1, 1]);
    expect(began.visit).toBeLessThanOrEqual(began.first);
  });
});

describe("views that were counted", () => {
  it("are kept when the site stops, and those of two processes add up", async () => {
    await using site = await startSite({ stubs: false, SESSION_SECRETS: "s".repeat(32) });
    await using other = await startSite({
      stubs: false,
      SESSION_SECRETS: "s".repeat(32),
      DATABASE_URL: site.databaseUrl,
    });
    const ask = (url: string) => send(url, "/survey/c?affid=51", { headers: browser });
    for (const url of [site.url, other.url, site.url]) await ask(url);
    await viewsComeTo(site.databaseFile, "51", 3);
    await ask(site.url);
    await site.stop();
    expect(viewsOf(site.databaseFile, "51")).toBe(4);
    await site.restart();
    await ask(site.url);
    await viewsComeTo(site.databaseFile, "51", 5);
    expect(query(site.databaseFile, "select distinct hour from analytics_views").length).toBeLessThan(3);
  });

  it("are missing where a cache in front answers most of them", async () => {
    await using site = await startSite({ stubs: false, "server.shared-cache-seconds": "60" });
    const first = await send(site.url, "/survey/c?affid=61", { headers: browser });
    const another = await send(site.url, "/survey/dui?affid=61", { headers: browser });
    expect([first.status, another.status]).toEqual([200, 200]);
    await site.stop();
    expect(seenViews(site.databaseFile)).toEqual([]);
  });
});

describe("the sources of sessions", () => {
  const site = siteForTests();

  type Source = { id: number; affiliate: string; sub_id: string };
  const sources = () =>
    query<Source>(site.databaseFile, "select id, affiliate, sub_id from analytics_sources order by id");

  /** An operator's work on the running site's store, as a command does it. */
  async function inStore(work: (store: Store) => Promise<unknown>): Promise<void> {
    const store = await storeAt(site.databaseUrl);
    await work(store);
    await store.close();
  }

  /** @returns the address of the person who came this way */
  async function leadFrom(search: string): Promise<string> {
    const email = newEmail("source");
    const visitor = await new JsonVisitor(site.url).open(search);
    await visitor.finish(entriesC({ NameAndEmail: { ...answersC.NameAndEmail!, email } }));
    return email;
  }

  it("a click's own id is removed with its person, and made-up ids are short", holds("T53"), async () => {
    const canary = "click-4711-of-one-person";
    const person = await leadFrom(`?affid=7&s1=${canary}`);
    for (let times = 0; times < 2; times++) await leadFrom("?affid=7&s1=newsletter");
    await leadFrom(`?affid=${"a".repeat(100)}&s1=last`);
    await waitFor("the analysts' sessions", () => sources().length === 3);
    expect(sources().map(({ affiliate }) => affiliate)).toContain("(other)");
    expect(JSON.stringify(sources())).toContain(canary);

    await inStore((store) => store.people.erase({ email: person }));
    expect(JSON.stringify(sources())).not.toContain(canary);
    expect(sources().filter(({ sub_id }) => sub_id === "newsletter")).toHaveLength(1);
  });

  it("a source that no session uses is erased, except the newest", holds("T53"), async () => {
    const before = sources();
    const [kept, other] = [before.at(0)!.id, before.at(-1)!.id];
    expect(before).toHaveLength(3);
    // Pretends that each visitor came in again the way the first one did.
    change(site.databaseFile, (database) =>
      database.exec(`update analytics_sessions set source_id = ${kept}`),
    );
    await inStore((store) => store.retention.sweep({ visits: 1e12 }));
    expect(sources().map(({ id }) => id)).toEqual([kept, other]);
  });
});
