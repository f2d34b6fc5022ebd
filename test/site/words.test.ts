import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { siteForTests } from "../support/during.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { plainAnswers } from "../support/plain-answers.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-words-"));
afterAll(() => rmSync(folder, { recursive: true }));
const paths = {
  PAGES_FILE: join(folder, "pages.yaml"),
  TESTIMONIALS_FILE: join(folder, "quotes.json"),
  CAMPAIGNS_FILE: join(folder, "campaigns.json"),
  COMPANY_FILE: join(folder, "company.json"),
};
const write = (name: keyof typeof paths, content: unknown) =>
  writeFileSync(paths[name], typeof content === "string" ? content : JSON.stringify(content));
const quote = (words: string) => ({
  ...{
    quote: words,
    name: "Ana",
    place: "Fresno, CA",
    date: "2026-01-31",
    language: "en",
    consent: "by mail",
  },
});
const ad = (en: string) => ({ affid: "7", headline: { en, es: "¿Le chocó un tráiler?" } });
write("PAGES_FILE", "/survey/c: { flags: { theme: v3, socialProof: true } }\n");
write("TESTIMONIALS_FILE", [quote("They called within the hour.")]);
write("CAMPAIGNS_FILE", [ad("Hit by a truck?")]);
write("COMPANY_FILE", { phone: "+18775550143" });

const settings = { stubs: false, ...paths };
const site = siteForTests(settings);
let cookie: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});
const page = async (address: string, url = site.url) => (await send(url, address)).text;
const shows = (address: string, words: string, url?: string) =>
  waitFor(words, async () => (await page(address, url)).includes(words), 15_000);
const fileRow = async (name: string) => {
  const { text } = await send(site.url, "/console/settings", { headers: { Cookie: cookie } });
  const row = text.slice(text.indexOf(`>${name}<`)).slice(0, 600);
  return row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
};

it("page flags, quotes, headlines and the phone number are taken up by every process, and are once in the audit", async () => {
  await using other = await startSite({ ...settings, DATABASE_URL: site.databaseUrl });
  for (const url of [site.url, other.url]) {
    expect(await page("/survey/c?affid=7", url)).toContain(">Hit by a truck?</p>");
    expect(await page("/survey/c", url)).toContain('data-theme="v3"');
    expect(await page("/survey/c", url)).toContain("They called within the hour.");
    expect(await page("/", url)).toContain("(877) 555-0143");
  }
  write("CAMPAIGNS_FILE", [ad("Hurt by a bus?")]);
  write("PAGES_FILE", "/survey/c: { flags: { theme: v5, socialProof: true } }\n");
  write("TESTIMONIALS_FILE", [quote("I knew what came next.")]);
  write("COMPANY_FILE", { phone: "+18775550144" });
  for (const url of [site.url, other.url]) {
    await shows("/survey/c?affid=7", ">Hurt by a bus?</p>", url);
    await shows("/survey/c", 'data-theme="v5"', url);
    await shows("/survey/c", "I knew what came next.", url);
    await shows("/", "(877) 555-0144", url);
    expect(await page("/survey/c?affid=7", url)).not.toContain("Hit by a truck?");
  }
  const noted = () =>
    query<{ about: string }>(
      site.databaseFile,
      "select about from readings where command = 'words taken up' order by about",
    ).map(({ about }) => about);
  await waitFor("the audit", () => noted().length >= 4, 15_000);
  await other.stop();
  expect(noted()).toEqual(Object.keys(paths).sort());
  for (const name of Object.keys(paths))
    expect(await fileRow(name), name).toMatch(/^>\w+ in use \S+, taken up /);
});

it("a visit that is under way when the flags of its survey change ends in a lead all the same", async () => {
  const answers = plainAnswers("v4nv");
  for (const [before, after] of [
    [false, true],
    [true, false],
  ]) {
    const flags = (isOn: unknown) =>
      `/survey/v4nv: { flags: { combinedLastStep: ${isOn}, theme: ${isOn ? "v3" : "v5"} } }\n`;
    write("PAGES_FILE", flags(before));
    await shows("/survey/v4nv", `data-theme="${before ? "v3" : "v5"}"`);
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/v4nv");
    for (let steps = 0; steps < 8; steps++) await visitor.post(answers(visitor.screen.step));
    write("PAGES_FILE", flags(after));
    await shows("/survey/v4nv", `data-theme="${after ? "v3" : "v5"}"`);
    for (let steps = 0; visitor.screen.step !== "" && steps < 30; steps++)
      await visitor.post(answers(visitor.screen.step));
    expect([visitor.screen.status, visitor.screen.step]).toEqual([200, ""]);
  }
  expect(query(site.databaseFile, "select id from leads")).toHaveLength(2);
  write("PAGES_FILE", "/survey/c: { flags: { theme: v5, socialProof: true } }\n");
  await shows("/survey/c", 'data-theme="v5"');
});

it("a file with a mistake changes nothing, and the log and the console say so", async () => {
  write("CAMPAIGNS_FILE", [{ ...ad("Hit by a train?"), color: "red" }]);
  write("PAGES_FILE", "/survey/c: { flags: { theme: v99 } }\n");
  write("TESTIMONIALS_FILE", "[");
  write("COMPANY_FILE", { phone: "555" });
  const refused = () => site.output().split('"event":"words.refused"').length - 1;
  await waitFor("the refusals", () => refused() === 4, 15_000);
  expect(site.output()).toMatch(
    /"words\.refused","outcome":"CAMPAIGNS_FILE","fault":"[^\n]*campaign 1 has no field color/,
  );
  expect(await page("/survey/c?affid=7")).toContain(">Hurt by a bus?</p>");
  expect(await page("/survey/c")).toContain('data-theme="v5"');
  expect(await page("/")).toContain("(877) 555-0144");
  expect(await fileRow("CAMPAIGNS_FILE")).toContain("campaign 1 has no field color");
  expect(await fileRow("PAGES_FILE")).toMatch(/not taken up .*line 1 column \d+: theme must be one of/);
  expect(await fileRow("TESTIMONIALS_FILE")).toContain("it is not JSON");
  expect(await fileRow("COMPANY_FILE")).toContain("phone must be a US toll-free number");
  rmSync(paths.COMPANY_FILE);
  await waitFor("the missing file", () => refused() === 5, 15_000);
  expect(await page("/")).toContain("(877) 555-0144");
});

it("what else a file says waits for the next start, which the console says", async () => {
  write("CAMPAIGNS_FILE", [{ ...ad("Hit by a train?"), postbacks: { lead: "https://a.example/" } }]);
  await shows("/survey/c?affid=7", ">Hit by a train?</p>");
  expect(await fileRow("CAMPAIGNS_FILE")).toContain("restart the site for its postbacks and reports");
  write("COMPANY_FILE", { phone: "+18775550145", legalName: "Claimpath LLC" });
  await shows("/", "(877) 555-0145");
  expect(await fileRow("COMPANY_FILE")).toContain(
    "restart the site for what it says besides phone and hours",
  );
});
