import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { knownParameters } from "../../machines/lead/tracking.ts";
import { entryPaths } from "../../machines/registry.ts";
import { faultOf, faultsIn, hangMs } from "../support/answer-faults.ts";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { databases } from "../support/databases.ts";
import { during, siteOnDatabase } from "../support/during.ts";
import { everyPattern, filled } from "../support/every-address.ts";
import { holds } from "../support/holds.ts";
import { hostileForms, hostileValues } from "../support/hostile.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { bytesOf, rawRequest } from "../support/raw-request.ts";
import { type Sent, send } from "../support/send.ts";
import { chartsToken } from "../support/signed-in.ts";
import { filesIn } from "../support/source-files.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-hostile-"));
// PostgreSQL refuses more than SQLite does, also in a question.
const { site } = siteOnDatabase(databases[1].start, () => ({
  stubs: false,
  ANALYST_TOKEN: chartsToken,
  CONSOLE_PEOPLE_FILE: join(folder, "console-people.json"),
  ADMIN_PORT: "0",
}));

/** Somebody who may see all pages, and has a visit under way; and what they know. */
const known = during(
  async () => {
    const ana = await addPerson({ databaseUrl: `file:${join(folder, "people.db")}` }, "ana", "leads");
    await (await new JsonVisitor(site.url).open()).finish();
    const underWay = await new JsonVisitor(site.url).open();
    await underWay.progress(entriesC().slice(0, 3));
    const cookie = `${await signedInCookie(site, ana)}; ${underWay.cookie}`;
    const headers = { Cookie: cookie, Authorization: `Bearer ${chartsToken}` };
    const inbox = await send(site.url, "/console", { headers });
    const id = /\/console\/leads\/([\w-]+)/.exec(inbox.text)![1]!;
    const patterns = await everyPattern(`file:${join(folder, "own.db")}`);
    await waitFor("the metrics' address", () => /Metrics: http/.test(site.output()));
    const admin = /Metrics: (http:\/\/127\.0\.0\.1:\d+)\/metrics/.exec(site.output())![1]!;
    return { headers, id, patterns, admin };
  },
  () => {},
);

/** One address for each code that answers. */
const distinct = () => [...new Map(known.patterns.map((each) => [each.answers, each.pattern])).values()];

const addressOf = (pattern: string) => filled(pattern, { id: known.id });

/** Names that some page reads out of its address, as far as the sources write them out. */
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

describe("no address gives an error of ours or an echo", { timeout: 300_000 }, () => {
  it("whatever name and value is asked for", holds("T101"), async () => {
    const targets: string[] = [];
    for (const [at, pattern] of distinct().entries()) {
      const path = addressOf(pattern);
      const own = new Set(namesOn(await send(site.url, path, { headers: known.headers })));
      for (const [place, name] of [...own].entries())
        for (const [index, value] of hostileValues(at + place).entries())
          targets.push(`${path}?${hostileForms[index % 4]!(name, value)}`);
      const all = [...new Set([...read, ...knownParameters, ...own])];
      for (const [index, value] of hostileValues(at).entries()) {
        const asked = all.map((name) => hostileForms[(at + index) % 4]!(name, value.slice(0, 100)));
        targets.push(`${path}?${asked.join("&").slice(0, 12_000)}`);
      }
    }
    for (const [at, path] of entryPaths.entries()) {
      const values = hostileValues(at);
      targets.push(
        `${path}?${knownParameters.map((name, index) => `${name}=${values[index % values.length]}`).join("&")}`,
      );
    }
    expect(await faultsOf(targets)).toEqual([]);
  });

  it("whatever part of it is put in its place", holds("T101"), async () => {
    const targets = distinct().flatMap((pattern, at) => {
      const path = addressOf(pattern);
      const parts = [...pattern.matchAll(/:\w+/g)].map(([part]) => part);
      return hostileValues(at).flatMap((value, index) => [
        [`${path}/${value}`, `/${value}${path}`, `${path}.data?_routes=${value}`][(at + index) % 3]!,
        ...parts.map((part) => addressOf(pattern.replace(part, "\n")).replace("\n", () => value)),
      ]);
    });
    for (const value of hostileValues(0))
      targets.push(`/__manifest?p=${value}&version=${value}`, `/${value}`);
    expect(await faultsOf(targets)).toEqual([]);
  });

  it("also where the metrics are", async () => {
    for (const value of hostileValues(0)) {
      for (const target of [`/metrics?a=${value}`, `/metrics/${value}`, `/${value}`]) {
        const { status } = await rawRequest(known.admin, bytesOf({ method: "GET", target, headers: [] }));
        expect([200, 400, 404], target).toContain(status);
      }
    }
  });

  it("and nothing of it is an error in the log", () => {
    expect(faultsIn(site.output())).toEqual([]);
  });
});

it("is tried at every address there is", async () => {
  const patterns = known.patterns.map(({ pattern }) => pattern);
  expect(patterns).toEqual(
    expect.arrayContaining(["/", "/survey/:code", "/console/leads/:id", "/healthz", "/robots.txt"]),
  );
  expect(patterns).toEqual(expect.arrayContaining(["/graphs/:code/numbers", "/.well-known/consent-log"]));
  expect(patterns.length).toBeGreaterThan(130);
  // Good addresses are there, so that the hostile ones reach the code behind them.
  const missing: string[] = [];
  for (const pattern of distinct()) {
    const { status } = await send(site.url, addressOf(pattern), { headers: known.headers });
    if (status === 404) missing.push(pattern);
  }
  expect(missing.sort()).toEqual([
    "/api/outcomes",
    "/csp-reports",
    "/graphs/:code/inspect",
    "/graphs/:code/live",
    "/graphs/:code/numbers/breakdown/:table",
    "/graphs/:code/numbers/compare/:table",
    "/graphs/:code/screen",
    "/graphs/:code/visits/:id",
    "/graphs/experiments/:id",
    "/graphs/numbers/:table",
    "/photos/:file",
  ]);
});
