import { globSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { articles } from "../../app/site/content/pages.ts";
import { lookAttributes } from "../../app/site/page-look.ts";
import { sitePages } from "../../app/site/site-pages.ts";
import { variants } from "../../machines/registry.ts";
import { defaultFlags } from "../../machines/rules/page-flags.ts";
import * as declared from "../../machines/variants/index.ts";
import { surveyPaths } from "../../remix.config.js";
import { plainAnswers } from "../support/answers.ts";
import { chartsToken, withCharts } from "../support/console-people.ts";
import { storeAt } from "../support/databases.ts";
import { siteForTests } from "../support/during.ts";
import { Documents, faultsIn } from "../support/faults.ts";
import { brought } from "../support/features.ts";
import { holds } from "../support/holds.ts";
import { expectGuarded, expectOnlyOurs, type Sending, type Sent, send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { root } from "../support/source-files.ts";
import { sqlOn } from "../support/store-reader.ts";
import { aSubmission, aVisit } from "../support/submissions.ts";
import { FormVisitor, hiddenFields } from "../support/visitors.ts";

const site = siteForTests({ stubs: false, "keep.lead-days": "41" });
let origin: string;
beforeAll(() => {
  origin = `http://localhost:${new URL(site.url).port}`;
});

const headOf = ({ text }: Sent) => text.slice(0, text.indexOf("</head>"));
const canonicalOf = (page: Sent) => headOf(page).match(/<link rel="canonical" href="([^"]*)"/)?.[1];
const named = (page: Sent, name: string) =>
  headOf(page).match(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`))?.[1];
const titleOf = (page: Sent) => headOf(page).match(/<title>([^<]*)/)?.[1];

/** Each page that may be listed, by its own address and without its last slash. */
const pages = new Map<string, { page: Sent; bare: Sent }>();
beforeAll(async () => {
  // One after the other: the guard against overload turns a crowd away.
  for (const { path } of sitePages) {
    const [page, bare] = [
      await send(site.url, `${path}?utm_source=a`),
      await send(site.url, `${path.slice(0, -1) || path}?utm_source=a`),
    ];
    pages.set(path, { page, bare });
  }
});

/** Whatever is between two tags, as it is read. */
function textOf(html: string): string {
  const entities: Record<string, string> = { "&#x27;": "'", "&quot;": '"', "&amp;": "&" };
  return html.replace(/<[^>]+>/g, "").replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity);
}

/** Every class that has a style, by the server's own build. */
const [sheet] = globSync("build/client/assets/server-build-*.css");
const moduleClass = /\.(_[a-z]{3}[\da-z]+)/gi;
/** Those that have a style whatever the page's theme and flags are. */
const styled = new Set(
  [...readFileSync(sheet!, "utf8").matchAll(/[^{},]+(?=[{,])/g)]
    .filter(([selector]) => !lookAttributes.some((name) => selector.includes(`[${name}`)))
    .flatMap(([selector]) => [...selector.matchAll(moduleClass)].map(([, name]) => name!)),
);

/** Classes on a page that have such a style which the page does not bring. */
function unstyled(html: string): string[] {
  const own = html.match(/<style[^>]*>(.*?)<\/style>/s)?.[1] ?? "";
  const brought = new Set([...own.matchAll(moduleClass)].map(([, name]) => name!));
  const used = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list]) => list!.split(" "));
  return [...new Set(used)].filter((name) => styled.has(name) && !brought.has(name));
}

describe("every page that search engines may list", () => {
  it(
    "is the same page with and without its last slash",
    holds(25, 26, 27, 28, 29, 31, 32, 33, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45),
    () => {
      for (const [path, forms] of pages) {
        for (const page of Object.values(forms)) {
          expect([page.status, page.text.match(/<h1/g)?.length], path).toEqual([200, 1]);
          expect([canonicalOf(page), named(page, "og:url")], path).toEqual([origin + path, origin + path]);
          expect(named(page, "og:image"), path).toBe(`${origin}/share.png`);
          expect(named(page, "og:description"), path).toBe(named(page, "description"));
          expect(titleOf(page), path).toBe(`${named(page, "og:title")} | Claimpath`);
          expectGuarded(page);
          expectOnlyOurs(page);
        }
      }
    },
  );

  it("gives the size of its pictures and films, waits for no file, and has the styles of everything on it", () => {
    let sized = 0;
    for (const [path, { page }] of pages) {
      const { text } = page;
      for (const [tag] of text.matchAll(/<(?:img|video|iframe|picture)\b[^>]*>/g)) {
        expect(tag, path).toMatch(/ width="\d+" height="\d+"/);
        sized++;
      }
      expect(text.match(/<script[^>]* src=|<link[^>]* rel="stylesheet"|@import/), path).toBeNull();
      // Words are painted in the device's own face until the site's is there.
      for (const [face] of text.matchAll(/@font-face\s*\{[^}]*url[^}]*\}/g))
        expect(face).toContain("font-display:swap");
      expect(unstyled(text), path).toEqual([]);
    }
    expect(sized).toBeGreaterThan(1);
  });

  it("is valid HTML", async () => {
    const documents = new Documents();
    for (const [path, { page }] of pages) expect(await documents.faults(path, page.text)).toEqual([]);
  });

  it("has a title and a description of its own", () => {
    for (const said of [titleOf, (page: Sent) => named(page, "description")])
      expect(new Set([...pages.values()].map(({ page }) => said(page))).size).toBe(pages.size);
  });
});

describe("structured data", () => {
  const dataOf = ({ text }: Sent) => {
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
    return blocks.map(([, json]) => JSON.parse(json!)["@graph"]);
  };

  it("an article has one block of it, which names the page", () => {
    for (const path of articles.map(({ path }) => path)) {
      const { page } = pages.get(path)!;
      const [graph, ...more] = dataOf(page);
      expect(more).toEqual([]);
      expect(graph[0]).toMatchObject({ url: origin + path, name: named(page, "og:title") });
    }
  });

  it("contains the questions and answers that visitors read, word for word", () => {
    const { page } = pages.get("/car-accident-lawsuits/faqs/")!;
    const [data] = dataOf(page)[0];
    expect(data["@type"]).toBe("FAQPage");
    const listed = data.mainEntity.map((entity: { name: string; acceptedAnswer: { text: string } }) => [
      entity.name,
      entity.acceptedAnswer.text,
    ]);
    const read = [...page.text.matchAll(/<div data-faq[^>]*><h3>(.*?)<\/h3>(.*?)<\/div>/gs)].map(
      ([, question, answer]) => [
        textOf(question!),
        [...answer!.matchAll(/<p>(.*?)<\/p>/gs)].map(([, paragraph]) => textOf(paragraph!)).join("\n"),
      ],
    );
    expect(read.length).toBeGreaterThan(10);
    expect(listed).toEqual(read);
  });
});

describe("the address of a survey", () => {
  it.each([
    "/survey-thank-you/",
    "/survey-thank-you-v3b/",
    "/survey-thank-you-v7/",
    "/survey-v5-thank-you/",
    "/ticket-thank-you/",
  ])("%s answers, with a last slash or without, unlisted", holds(46, 47, 48, 49, 50), async (path) => {
    for (const form of [path, path.slice(0, -1)]) {
      const page = await send(site.url, form);
      expect([page.status, named(page, "robots")]).toEqual([200, "noindex"]);
    }
  });

  it("every survey answers at its short code, with and without a last slash", holds(34), async () => {
    for (const code of variants.keys()) {
      for (const path of [`/survey/${code}`, `/survey/${code}/`]) {
        const page = await send(site.url, path);
        expect([page.status, page.text.match(/data-survey="([^"]*)"/)?.[1]], path).toEqual([200, code]);
      }
    }
  });

  it.each([
    ["/SURVEY/C", "/survey/c"],
    ["/Survey/Es/?affid=7", "/survey/es?affid=7"],
    ["/G2?oid=9", "/g2?oid=9"],
    ["/Survey-SD/V3b", "/survey-sd/v3b"],
  ])(
    "%s is the survey of that path in small letters, where its form is posted",
    holds(101),
    async (path, own) => {
      const [page, known] = [await send(site.url, path), await send(site.url, own)];
      const facts = ({ status, text }: Sent) => {
        return [status, text.match(/data-survey="[^"]*"/)?.[0], text.match(/"entry":\{"path":"[^"]*"/)?.[0]];
      };
      expect(facts(page)).toEqual(facts(known));
      expect(facts(page)[2]).toContain(`"path":"${own.split("?")[0]}"`);
    },
  );
});

describe("what only some pages have", () => {
  it("the banner of three points is on the home page and the contact page only", holds(75, 76), () => {
    const texts = [...pages].map(([path, { page }]) => ({ path, text: page.text }));
    const bannered = texts.filter(({ text }) => text.includes("Why choose us</h2>"));
    expect(bannered.map(({ path }) => path)).toEqual(["/", "/contact/"]);
    for (const { text } of bannered)
      for (const point of ["Expertise", "Personalized service", "Free initial consultation"])
        expect(text).toContain(point);
  });

  it("the developers' gallery of themes is in no build", async () => {
    for (const path of ["/themes/", "/themes"]) expect((await send(site.url, path)).status).toBe(404);
  });
});

describe("what crawlers read", () => {
  const listed = ({ text }: Sent) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

  it("lists exactly the pages that may be listed", async () => {
    const { routes } = (await import(join(root, "build/server/index.js"))) as ServerBuild;
    const all = Object.values(routes).filter(({ id, module }) => id !== "root" && "default" in module);
    const may: string[] = [];
    for (const { path: address = "" } of all) {
      if (surveyPaths.includes(address) || /[:*]/.test(address)) continue;
      const path = `/${address}/`.replace("//", "/");
      const page = pages.get(path)?.page ?? (await send(site.url, path));
      const noindex = named(page, "robots") === "noindex";
      expect(canonicalOf(page), path).toBe(noindex || page.status !== 200 ? undefined : origin + path);
      if (page.status === 200 && !noindex) may.push(origin + path);
    }
    const map = await send(site.url, "/sitemap.xml");
    expect(map.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(listed(map).sort()).toEqual(may.sort());
    expect(map.text.match(/<lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)).toHaveLength(may.length);
    expectGuarded(map);
  });

  it.each([
    ["/survey/c", "/survey/c"],
    ["/survey/c/?affid=7&utm_source=a", "/survey/c"],
    // The same questions in other words.
    ["/survey/v4nv", "/survey/c"],
    ["/survey/es?affid=7", "/survey/v4nv-es"],
    ["/survey/ticket?affid=7", "/survey/ticket"],
    ["/survey/benefits", "/survey/benefits"],
  ])("describes %s as %s", async (path, canonical) => {
    const survey = await send(site.url, path);
    expect(canonicalOf(survey)).toBe(origin + canonical);
    expect(named(survey, "og:url")).toBe(origin + canonical);
    expect(named(survey, "robots")).toBeUndefined();
    const description = textOf(named(survey, "description")!);
    expect(description.length).toBeGreaterThan(70);
    expect(description.length).toBeLessThanOrEqual(160);
  });

  it("lists no question on the way, and no refused form", async () => {
    const step = await send(site.url, "/survey/c?step=AtFault");
    const { text } = await send(site.url, "/survey/c");
    const refused = await send(site.url, "/survey/c", {
      form: hiddenFields(text),
      headers: { Origin: site.url },
    });
    expect(refused.status).toBe(422);
    for (const page of [step, refused]) {
      expect(named(page, "robots")).toBe("noindex");
      expect(canonicalOf(page)).toBeUndefined();
    }
  });

  it("excludes addresses with names and numbers, and names the sitemap", async () => {
    const robots = await send(site.url, "/robots.txt");
    expect(robots.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(robots.text.split("\n")).toEqual([
      "User-agent: *",
      "Disallow: /api/",
      "Disallow: /survey-thank-you",
      "Disallow: /survey-thank-you-v3b",
      "Disallow: /survey-thank-you-v7",
      "Disallow: /survey-v5-thank-you",
      "Disallow: /ticket-thank-you",
      "",
      `Sitemap: ${origin}/sitemap.xml`,
      "",
    ]);
    expectGuarded(robots);
  });
});

describe("the privacy policy", () => {
  it("the privacy policy has this site's own periods", async () => {
    expect(textOf((await send(origin, "/privacy-policy/")).text)).toContain(
      "41 days after we passed them on",
    );
  });
});

describe("the styles of a question", () => {
  it.each(["v4nv-es", "one-page", "multi-step", "ticket", "dui"])(
    "every question of %s has the styles of everything on it, answered or refused",
    async (code) => {
      const plain = plainAnswers(code);
      const visitor = new FormVisitor(site.url);
      await visitor.open(`/survey/${code}`);
      while (visitor.screen.step !== "") {
        const { step } = visitor.screen;
        expect(unstyled(visitor.screen.html), step).toEqual([]);
        await visitor.post({});
        expect(unstyled(visitor.screen.html), `${step}, refused`).toEqual([]);
        if (visitor.screen.step === step) await visitor.post(plain(step));
      }
    },
  );
});

describe("HTML", () => {
  // The displayed number is a tracked one, which brings marks of its own.
  const site = siteForTests({ ...withCharts, "server.log": "off", "scripts.retreaver-campaign": "any" });

  const surveyEnds = new Set(
    [...variants.values()].flatMap(({ thankYou, entries }) => [
      thankYou,
      ...Object.values(entries).flatMap((entry) => entry.thankYou ?? []),
    ]),
  );
  /** Every flag of a survey's page with another value than usual. */
  const flags = Object.entries(defaultFlags)
    .map(([name, usual]) => (typeof usual === "boolean" ? name : `${name}:v1`))
    .concat("compensation:dollars", "fontWeight:500")
    .join(",");
  const ask = (path: string, sending: Sending = {}) => ({ path, sending });
  const refused = { form: { email: "nobody", phone: "1", phoneNumber: "1" } };

  /** Pages that search engines do not list and no survey's way leads to, as they are first, refused and done; and the errors. */
  const asked = [
    ask("/"),
    ...[...surveyEnds].flatMap((path) => [ask(`${path}?q=y`), ask(`${path}?lang=es`)]),
    ask("/contact/", { form: {} }),
    ask("/contact/", refused),
    ask("/contact/?sent=1"),
    ask("/do-not-sell-my-information/", { form: {} }),
    ask("/do-not-sell-my-information/", refused),
    ask("/do-not-sell-my-information/?done=all"),
    ask("/do-not-sell-my-information/?done=browser"),
    ask("/es/do-not-sell-my-information/", refused),
    ...brought.flatMap(({ pages = [] }) => pages),
    ask("/es/nothing"),
    ask("/do-not-sell-my-information/", { headers: { "Sec-GPC": "1" } }),
    ask("/survey/c", { headers: { "Sec-GPC": "1" } }),
    ask(`/survey/c?show-meter=yes&flags=${flags}`),
    ask("/survey/es?show-meter=yes&flags=socialProof,findMeALawyer"),
    ask("/survey/nothing"),
    ask("/nothing/here"),
    ...["/graphs/", "/graphs/v4nv?at=HasLawyer&find=lawyer"].map((path) =>
      ask(path, { headers: { Authorization: `Bearer ${chartsToken}` } }),
    ),
    ask("/graphs/sign-in", { form: { token: "wrong" } }),
    // A post to a page without a form.
    ask("/?index", { form: { a: "" } }),
  ];

  const documents = new Documents();

  it.each(asked)("$path is valid HTML", async ({ path, sending }) => {
    const { status, text, headers } = await send(site.url, path, sending);
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(await documents.faults(`${path} (${status})`, text)).toEqual([]);
  });

  describe("a fault that is planted", () => {
    let html: string;
    beforeAll(async () => {
      html = (await send(site.url, "/survey/one-page")).text;
      expect(await faultsIn("as it is", html)).toEqual([]);
    });

    it.each([
      ["no-dup-id", (page: string) => page.replace("</main>", '<p id="next-steps"></p></main>')],
      [
        "input-missing-label",
        (page: string) => page.replace(/<label\b/, "<span").replace("</label>", "</span>"),
      ],
      ["wcag/h32", (page: string) => page.replaceAll(/<button\b.*?<\/button>/gs, "")],
      ["heading-level", (page: string) => page.replace("<h1", "<h3").replace("</h1>", "</h3>")],
    ])("is found by %s", async (rule, plant) => {
      const planted = plant(html);
      expect(planted).not.toBe(html);
      expect((await faultsIn("planted", planted)).map((fault) => fault.rule)).toContain(rule);
    });
  });
});

const assets = "build/client/assets";
const list = JSON.parse(readFileSync("build/variants.json", "utf8")) as Record<string, string[]>;
const scripts = readdirSync(assets).filter((name) => name.endsWith(".js"));
const scriptNamed = (name: string) => readFileSync(join(assets, name), "utf8");

describe("the scripts of variants", () => {
  test("every variant is in a script of its own, which the server can name", () => {
    expect(Object.keys(list).sort()).toEqual(
      Object.values(declared)
        .map(({ code }) => code)
        .sort(),
    );
    for (const [code, [own = ""]] of Object.entries(list)) {
      expect(scriptNamed(own.replace("/assets/", "")), code).toMatch(new RegExp(`code:"${code}"`));
    }
  });

  test("no script names a variant's, so that a page's weight does not depend on their number", () => {
    const own = Object.values(list).map(([file = ""]) => file.replace("/assets/", ""));
    expect(scripts.length).toBeGreaterThan(own.length);
    // A draft's has the chart of another variant.
    const others = scripts.filter((name) => !own.includes(name));
    const naming = others.filter((name) => own.some((file) => scriptNamed(name).includes(file)));
    expect(naming).toEqual([]);
  });
});

/** A site with 150 leads from the day before, every third of which qualified and was called after 35 minutes. */
async function siteWithLeads() {
  const url = `file:${join(mkdtempSync(join(tmpdir(), "claimpath-figures-")), "leads.db")}`;
  const store = await storeAt(url, { now: () => Date.now() - 24 * 60 * 60 * 1000, hashKey: "k" });
  const called: string[] = [];
  for (let nth = 0; nth < 150; nth++) {
    const submission = aSubmission([]);
    const qualified = nth % 3 === 0;
    const asked = { ...submission, lead: { ...submission.lead, qualified } };
    const { lead } = await store.submit(aVisit(), 0, [], asked);
    if (qualified)
      called.push(`('${lead!.id}', '${lead!.id}', 'called', ${lead!.createdAt + 35 * 60_000}, 'Smith')`);
  }
  await sqlOn(url, `insert into outcomes (id, lead_id, outcome, at, buyer) values ${called.join()}`);
  await store.close();
  const site = await startSite({ DATABASE_URL: url, stubs: false });
  onTestFinished(site.close);
  return site;
}

const figures = /<dt>([^<]+)<\/dt><dd>([^<]+)<\/dd>/g;
const shownAt = async (url: string, path: string) =>
  [...(await send(url, path)).text.matchAll(figures)].map(([, what, count]) => `${count} ${what}`);

describe("the figures of the home page", () => {
  it("the home page says how many people qualified and how long they waited, in both languages", async () => {
    const { url } = await siteWithLeads();
    expect(await shownAt(url, "/")).toEqual([
      "150 people answered all of our questions",
      "50 had a case that the firms here take",
      "35 minutes was the typical wait for a firm’s first call",
    ]);
    expect((await shownAt(url, "/es/"))[2]).toBe(
      "35 minutos fue la espera típica hasta la primera llamada de un bufete",
    );
  });
});
