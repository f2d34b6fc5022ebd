import { globSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { featureEndpoints } from "../../app/feature-endpoints.ts";
import { pageFeatures } from "../../app/features.ts";
import { createApp } from "../../app/server/app.ts";
import { knownParameters } from "../../machines/context/tracking.ts";
import { entryPaths } from "../../machines/registry.ts";
import { startServices } from "../../services/index.ts";
import { silentLog } from "../../services/observe/log.ts";
import { readSettings } from "../../services/settings/env.ts";
import { addPerson, chartsToken, signedInCookie } from "../support/console-people.ts";
import { databases } from "../support/databases.ts";
import { during, siteOnDatabase } from "../support/during.ts";
import { faultOf, faultsInOutput, hangMs, planted } from "../support/faults.ts";
import { holds } from "../support/holds.ts";
import { bytesOf, rawRequest, type Sent, send } from "../support/send.ts";
import { adminOf } from "../support/site.ts";
import { filesIn, root } from "../support/source-files.ts";
import { entriesC, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-hostile-"));
// PostgreSQL refuses more than SQLite does, also in a question.
const { site } = siteOnDatabase(databases[1].start, () => ({
  stubs: false,
  ANALYST_TOKEN: chartsToken,
  CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
  ADMIN_PORT: "0",
}));

/** Values that the code behind a single name may mishandle: tried in every place. */
const sharpest = ["%00", "-99999999999999999999", `%22%27%3E${encodeURIComponent(planted)}`];
/** One of each further kind; a sixth of them is tried in each place. */
const others = [
  "%E0%A4%A",
  "%ed%a0%80",
  "__proto__",
  "%0d%0aX-Planted:1%0a%0a",
  "",
  "%",
  "a%00b",
  "%zz%u0000",
  "%ff%fe",
  "%c0%ae%c0%ae%2f",
  "..%2f..%2f..%2fetc%2fpasswd",
  "%E2%80%AE%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9",
  "constructor",
  "1e309",
  "2026-02-30",
  "%27%20OR%20%271%27=%271",
  "xx-XX",
  "a".repeat(4_000),
];

/** Values as they are written in an address. @param place a number for each place that they are put in */
function hostileValues(place: number): string[] {
  return [...sharpest, ...others.filter((_, index) => (index + place) % 6 === 0)];
}

/** Ways in which an address may ask by a name and a value. */
const hostileForms: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}=${value}`,
  (name, value) => `${name}=1&${name}=${value}&${name}=`,
  (name, value) => `${name}[]=${value}&${name}[a][__proto__]=${value}&${name}.x=${value}`,
  (name, value) => `${value}=${name}&flag.${value}=${name}&?${name}=${value}&&=&=${value}`,
];

/** A person who may see all pages, with a visit under way; and their secrets. */
const known = during(
  async () => {
    const ana = addPerson({ databaseUrl: `file:${join(folder, "people.db")}` }, "ana", "leads");
    await (await new JsonVisitor(site.url).open()).finish();
    const log = () => send(site.url, "/.well-known/consent-log");
    await waitFor("the consent in the log", async () => (await log()).status === 200);
    const underWay = await new JsonVisitor(site.url).open();
    await underWay.progress(entriesC().slice(0, 3));
    const cookie = `${await signedInCookie(site, ana)}; ${underWay.cookie}`;
    const headers = { Cookie: cookie, Authorization: `Bearer ${chartsToken}` };
    const inbox = await send(site.url, "/console", { headers });
    const id = /\/console\/leads\/([\w-]+)/.exec(inbox.text)![1]!;
    const patterns = await everyPattern(`file:${join(folder, "own.db")}`);
    /** One address for each handler, with its answer to a proper request. */
    const pages: { pattern: string; path: string; page: Sent }[] = [];
    for (const pattern of new Map(patterns.map((each) => [each.answers, each.pattern])).values()) {
      const path = filled(pattern, { id });
      pages.push({ pattern, path, page: await send(site.url, path, { headers }) });
    }
    return { headers, id, patterns, pages };
  },
  () => {},
);

/** Names that some page reads from its address, as far as the sources write them out. */
const read = new Set(
  filesIn("app", "machines").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:get|getAll|has)\("([^"A-Z]+)"\)/g)].map(
      ([, name]) => name!,
    ),
  ),
);

/** Names that a page itself asks with, by its forms and links. */
function namesOn({ text }: Sent): string[] {
  const fields = text.matchAll(/<(?:input|select|textarea)[^>]*\sname="([^"]+)"/g);
  const links = text.matchAll(/href="[^"]*?[?;]([\w.-]+)=/g);
  return [...fields, ...links].map(([, name]) => name!);
}

/** Asks for all of them, a few at a time. @returns what is wrong with an answer, with its address */
async function faultsOf(targets: readonly string[], origin = site.url): Promise<string[]> {
  const faults: string[] = [];
  const left = [...targets];
  const ask = async () => {
    for (let target = left.pop(); target !== undefined; target = left.pop()) {
      const bytes = bytesOf({ method: "GET", target, headers: Object.entries(known.headers) });
      const answer = await rawRequest(origin, bytes, { idleMs: hangMs });
      const planted = /^x-planted:/im.test(answer.head) ? "a planted header" : undefined;
      const fault = answer.status === 0 ? "no answer" : (planted ?? faultOf(answer));
      if (fault) faults.push(`${fault}: ${target.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, ask));
  return faults;
}

describe("no address gives an error of ours or an echo", () => {
  it("for any name and value", holds("T101"), async () => {
    const targets: string[] = [];
    const tried = new Set<string>();
    for (const [at, { path, page }] of known.pages.entries()) {
      const own = new Set(namesOn(page));
      for (const [place, name] of [...own].entries()) {
        // The same code reads a name on most pages: it is given all values once, and one of them elsewhere.
        const isKnown = tried.has(name);
        tried.add(name);
        for (const [index, value] of hostileValues(at + place).entries())
          if (!isKnown || (index + at + place) % 6 === 0)
            targets.push(`${path}?${hostileForms[index % 4]!(name, value)}`);
      }
      const all = [...new Set([...read, ...knownParameters, ...own])];
      for (const [index, value] of hostileValues(at).entries()) {
        const asked = all.map((name) => hostileForms[(at + index) % 4]!(name, value.slice(0, 100)));
        if ((index + at) % 3 === 0) targets.push(`${path}?${asked.join("&").slice(0, 12_000)}`);
      }
    }
    for (const [at, path] of entryPaths.entries()) {
      const values = hostileValues(at);
      const asked = knownParameters.map((name, index) => `${name}=${values[index % values.length]}`);
      targets.push(`${path}?${asked.join("&")}`);
    }
    expect(await faultsOf(targets)).toEqual([]);
  });

  it("for any replaced part of it", holds("T101"), async () => {
    const targets = known.pages.flatMap(({ pattern, path }, at) => {
      const parts = [...pattern.matchAll(/:\w+/g)].map(([part]) => part);
      return hostileValues(at).flatMap((value, index) => {
        const around = [`${path}/${value}`, `/${value}${path}`, `${path}.data?_routes=${value}`];
        const inside = parts.map((part) =>
          filled(pattern.replace(part, "\n"), { id: known.id }).replace("\n", () => value),
        );
        return [...((index + at) % 4 === 0 ? [around[index % 3]!] : []), ...inside];
      });
    });
    for (const value of hostileValues(0))
      targets.push(`/__manifest?p=${value}&version=${value}`, `/${value}`);
    expect(await faultsOf(targets)).toEqual([]);
  });

  it("even at the metrics", async () => {
    for (const value of hostileValues(0)) {
      for (const target of [`/metrics?a=${value}`, `/metrics/${value}`, `/${value}`]) {
        const { status } = await rawRequest(adminOf(site), bytesOf({ method: "GET", target, headers: [] }));
        expect([200, 400, 404], target).toContain(status);
      }
    }
  });

  it("and logs no error for any of it", () => {
    expect(faultsInOutput(site.output())).toEqual([]);
  });
});

it("hostile queries are tried at every existing address", () => {
  const patterns = known.patterns.map(({ pattern }) => pattern);
  expect(patterns).toEqual(
    expect.arrayContaining(["/", "/survey/:code", "/console/leads/:id", "/healthz", "/robots.txt"]),
  );
  expect(patterns).toEqual(expect.arrayContaining(["/graphs/:code", "/.well-known/consent-log"]));
  expect(patterns.length).toBeGreaterThan(130);
  // Good addresses are there, so that the hostile ones reach the code behind them.
  const ofFeatures = [
    ...pageFeatures.flatMap(({ graphPages, consolePages }) =>
      Object.keys({ ...graphPages, ...consolePages }),
    ),
    ...Object.keys(featureEndpoints).map((path) => path.slice(1)),
  ];
  const missing = known.pages.flatMap(({ pattern, page }) =>
    page.status === 404 && !ofFeatures.includes(pattern.slice(1)) ? [pattern] : [],
  );
  expect(missing.sort()).toEqual(["/callers.vcf", "/console/provider", "/csp-reports", "/photos/:file"]);
});

/** An address that takes a GET, as the program has it: `/graphs/:code/export/:format`. */
type Pattern = {
  pattern: string;
  /** The handler: two with the same one share its code. */
  answers: unknown;
};

/**
 * Every pattern of the build's routes, of our own server and of static files, so that none can be left out.
 * @param databaseUrl of a store of its own
 */
async function everyPattern(databaseUrl: string): Promise<Pattern[]> {
  const build = (await import(join(root, "build/server/index.js"))) as ServerBuild;
  const routes = Object.values(build.routes).flatMap((route) => {
    const { id, path = "", module } = route!;
    // One loader serves several files of charts, each from code of its own.
    const answers = id.startsWith("graphs/") ? id : (module.loader ?? module.default ?? id);
    return id === "root" || path === "*" ? [] : [{ pattern: `/${path}`, answers }];
  });
  return [...routes, ...(await ownPatterns(build, databaseUrl)), ...staticFiles()];
}

async function ownPatterns(build: ServerBuild, DATABASE_URL: string): Promise<Pattern[]> {
  const settings = readSettings({ DATABASE_URL, NODE_ENV: "test" });
  const services = await startServices(settings, silentLog);
  const { app } = createApp({ services, build, assets: "public", dev: true });
  await services.stop();
  const paths = app.routes.map(({ path }) => path).filter((path) => !path.includes("*"));
  return [...new Set(paths)].map((path) => ({ pattern: path, answers: path }));
}

/** One of each kind of file. */
function staticFiles(): Pattern[] {
  const files = globSync("**/*.*", { cwd: join(root, "build/client") });
  const kinds = new Map(files.map((file) => [file.replace(/.*(?=\.\w+$)/, ""), file]));
  return [...kinds].map(([kind, file]) => ({ pattern: `/${file}`, answers: `file ${kind}` }));
}

const good: Record<string, string> = {
  code: "c",
  prefix: "336",
  format: "scxml",
  table: "steps.csv",
  as: "csv",
  landing: "surveyv4nv",
  more: "x",
};

/** A good address of a pattern. @param known values of further parts, by their names */
function filled(pattern: string, known: Record<string, string>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => known[name] ?? good[name] ?? name);
}
