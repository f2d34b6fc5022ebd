import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { verdictWords } from "../../../services/features/verdicts/words/index.ts";
import { inLanguage } from "../../../services/words/languages.ts";
import { type Given, walkSurvey } from "../../specification/survey-walk.ts";
import { addPerson, signedInCookie } from "../../support/console-people.ts";
import { siteForTests } from "../../support/during.ts";
import { runCommand } from "../../support/run-command.ts";
import { send } from "../../support/send.ts";
import type { Site } from "../../support/site.ts";
import { root } from "../../support/source-files.ts";
import { query } from "../../support/store-reader.ts";
import { UnhurriedVisitor } from "../../support/unhurried.ts";
import { FormVisitor } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const saying = siteForTests({ "company.say-what-decided": "on" });
const silent = siteForTests({});

const withLawyer = { HasLawyer: "yes" };
let persons = 0;
/** Each visitor is somebody else: who comes again is suspicious already. */
function anyone(more: Record<string, Given> = {}): Record<string, Given> {
  persons += 1;
  const email = `person-${persons}@example.com`;
  const phone = `(213) 555-0${String(100 + persons)}`;
  return {
    NameAndEmail: { firstName: "Ana", lastName: "Rivera", email },
    PhoneAndZip: { phone, zip_code: "90210" },
    ...more,
  };
}
const saysWhy = ({ html }: { html: string }) => html.includes("data-what-decided");

describe("the page of thanks of a site that says what decided", () => {
  it("names the answer of a visitor who is not qualified, and where else to turn, without scripts, in both languages", async () => {
    const visitor = new UnhurriedVisitor(saying);
    const { end } = await walkSurvey(saying, "/survey/c", anyone(withLawyer), { visitor });
    expect(end.html).toContain(inLanguage(verdictWords, "en").visitor.because.lawyer);
    expect(end.html).toContain('href="/where-to-turn/"');
    const [path] = end.url.split("?");
    const spanish = await visitor.open(`${path}?lang=es`);
    expect(spanish.html).toContain(inLanguage(verdictWords, "es").visitor.because.lawyer);
    expect(spanish.html).toContain('href="/es/where-to-turn/"');
    const stranger = await new FormVisitor(saying.url).open(end.url);
    expect(saysWhy(stranger), "another browser with the same address").toBe(false);
  });

  it("says nothing to a visitor who is qualified", async () => {
    const visitor = new UnhurriedVisitor(saying);
    expect(saysWhy((await walkSurvey(saying, "/survey/c", anyone(), { visitor })).end)).toBe(false);
  });
});

describe("a suspicion", () => {
  const odd: Record<
    string,
    { answers?: Record<string, Given>; fills?: Record<string, string>; isHasty?: true }
  > = {
    "a description without sense": {
      answers: { IncidentDescription: { case_description: "bcdfgh jklmnp qrstvw xzbcdf ghjklm" } },
    },
    "a listed word": {
      answers: { IncidentDescription: { case_description: "They offered me a GIFT CARD after the crash" } },
    },
    "a name without sense": {
      answers: {
        NameAndEmail: { firstName: "Xzqwrtk", lastName: "Rivera", email: "xz@example.com" },
      },
    },
    "the hidden field": { fills: { subject: "Hello" } },
    haste: { isHasty: true },
  };

  it.each(Object.entries(odd))(
    "%s is told to nobody, whatever else decided",
    async (_, { answers, fills, isHasty }) => {
      class Filling extends UnhurriedVisitor {
        override post(answer: Record<string, string>) {
          return super.post({ ...answer, ...fills });
        }
      }
      for (const lawyer of ["yes", "no"]) {
        const visitor = isHasty ? new FormVisitor(saying.url) : new Filling(saying);
        const given = anyone({ HasLawyer: lawyer, ...answers });
        const { end, lead } = await walkSurvey(saying, "/survey/c", given, { visitor });
        expect(end.url).toMatch(/^\/survey-thank-you\//);
        expect([saysWhy(end), saysWhy(await visitor.open(`${end.url.split("?")[0]}?lang=es`))]).toEqual([
          false,
          false,
        ]);
        const page = await pageOf(saying, `/console/leads/${lead.id}`, await cookieOf(saying, "leads"));
        expect(page).toMatch(/Suspicious: /);
        expect(page, "nobody came twice").not.toContain("has sent others");
      }
    },
  );
});

const cookies = new Map<string, string>();
async function cookieOf(site: Site, role: "leads" | "leads-masked" | "numbers" | "charts") {
  const name = `${site.url} ${role}`;
  const found = cookies.get(name) ?? (await signedInCookie(site, addPerson(site, `p-${role}`, role)));
  cookies.set(name, found);
  return found;
}

async function pageOf({ url }: Pick<Site, "url">, path: string, Cookie: string) {
  const { text } = await send(url, path, { headers: { Cookie } });
  return text.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");
}

describe("a site that says nothing, which is the default,", () => {
  const kanarek = { firstName: "Canarina", lastName: "Kanarek", email: "canarina@example.com" };
  const description = "Kanarek was turning left when a truck hit her car.";
  const answers = {
    WhenWasTheAccident: "Within 2 Years",
    HasLawyer: "yes",
    NameAndEmail: kanarek,
    IncidentDescription: { case_description: description },
    PhoneAndZip: { phone: "(213) 555-0177", zip_code: "90210" },
  };
  let id = "";
  const card = (html: string) =>
    /<section[^>]*aria-labelledby="decided".*?<\/section>/s.exec(html)?.[0] ?? "";
  const lead = () => `/console/leads/${id}`;
  const run = (line: string) => runCommand(line, { DATABASE_URL: silent.databaseUrl });
  const tallies = () =>
    query<{ verdict: string; step: string; answer: string; leads: number }>(
      silent.databaseFile,
      "select * from verdict_tallies order by verdict, step",
    );

  beforeAll(async () => {
    const visitor = new FormVisitor(silent.url);
    const walk = await walkSurvey(silent, "/survey/c", answers, { visitor });
    ({ id } = walk.lead);
    expect(saysWhy(walk.end)).toBe(false);
    await walkSurvey(silent, "/survey/c", {}, { visitor: new FormVisitor(silent.url) });
    await waitFor("the count", () => tallies().length === 3);
  });

  it("shows on the lead's page what decided, since when, and what would have turned it", async () => {
    const shown = card(await pageOf(silent, lead(), await cookieOf(silent, "leads")));
    expect(shown).toContain("Not qualified, because they said that a lawyer represents them.");
    expect(shown).toContain("Decided by the answer to “Do you have a lawyer for this accident?”: “Yes”.");
    expect(shown).toMatch(
      /It has been so since “Do you have a lawyer for this accident\?” was answered, 0:\d\d into the visit, /,
    );
    expect(shown).toContain("With “No” to “Do you have a lawyer for this accident?”, it would be qualified.");
  });

  it("shows who sees leads masked the same without the visitor's answers, words and names", async () => {
    const page = await pageOf(silent, lead(), await cookieOf(silent, "leads-masked"));
    const shown = card(page);
    expect(shown).toContain("Decided by the answer to “Do you have a lawyer for this accident?”.");
    expect(shown).toContain("it would be qualified.");
    expect(page).not.toMatch(/Kanarek|Canarina|555-0177|turning left|“Yes”/);
  });

  it("prints it in the lead's story", async () => {
    const { stdout } = await run(`leads show ${id}`);
    expect(stdout).toContain("what decided: Not qualified, because they said that a lawyer represents them.");
  });

  it("prints what the guide shows, made by the program", async () => {
    const site = saying;
    const old = { injury_month: "3", injury_day: "4", injury_year: "2023" };
    const there = { phone: "(213) 555-0129", zip_code: "40202" };
    const given = { WhenWasTheAccident: old, PhoneAndZip: there };
    const { lead } = await walkSurvey(site, "/survey/c", given, { visitor: new FormVisitor(site.url) });
    const { stdout } = await runCommand(`leads show ${lead.id}`, { DATABASE_URL: site.databaseUrl });
    const guide = readFileSync(join(root, "docs/guides/verdicts.md"), "utf8");
    const lineIn = (text: string) =>
      /what decided: .+/.exec(text)?.[0].replaceAll(/[A-Z][a-z]+ \d+, \d{4} or/g, "… or");
    expect(lineIn(stdout)).toBe(lineIn(guide));
  });

  it("counts a survey's leads by what decided, for roles that see numbers, without anything of a person", async () => {
    const Cookie = await cookieOf(silent, "numbers");
    const page = await pageOf(silent, "/graphs/c/verdicts", Cookie);
    const cells = [...page.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
      [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell!.replace(/<[^>]+>/g, "")),
    );
    expect(cells.slice(1)).toEqual([
      ["Has a lawyer (have_attorney|yes)", "1", "50 %"],
      ["with “No” to “Do you have a lawyer for this accident?”", "1", "100 %"],
      ["Qualified", "1", "50 %"],
    ]);
    expect(JSON.stringify(tallies())).not.toMatch(/Kanarek|Canarina|555|@|90210/);
    const charts = await send(silent.url, "/graphs/c/verdicts", {
      headers: { Cookie: await cookieOf(silent, "charts") },
    });
    expect(charts.status).toBe(404);
    const wrong = await send(silent.url, "/graphs/c/verdicts?from=2026-02-31&to=2026-01-01", {
      headers: { Cookie },
    });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain("Enter two days");
  });

  it("says nothing more of somebody who was erased, and goes on counting them", async () => {
    const before = tallies();
    const done = await run(`privacy delete --email ${kanarek.email} --yes`);
    expect(done.status, done.stderr).toBe(0);
    expect(card(await pageOf(silent, lead(), await cookieOf(silent, "leads")))).toBe("");
    expect((await run(`leads show ${id}`)).stdout).not.toContain("what decided");
    expect(tallies()).toEqual(before);
  });
});
