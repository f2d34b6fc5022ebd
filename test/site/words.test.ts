import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plainAnswers } from "../support/answers.ts";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { siteForTests, siteProcessForTests } from "../support/during.ts";
import { claimpathIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { query } from "../support/store-reader.ts";
import { FormVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-words-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "claimpath.yaml");
const sections: Record<string, unknown> = {};
const write = (more: Record<string, unknown>) =>
  writeFileSync(path, JSON.stringify(Object.assign(sections, more)));
const quote = (words: string) => ({
  quote: words,
  name: "Ana",
  place: "Fresno, CA",
  date: "2026-01-31",
  language: "en",
  consent: "by mail",
});
const ad = (en: string) => ({ affid: "7", headline: { en, es: "¿Le chocó un tráiler?" } });
const pageOf = (theme: string) => ({ "/survey/c": { flags: { theme, socialProof: true } } });
write({
  pages: pageOf("v3"),
  quotes: [quote("They called within the hour.")],
  campaigns: [ad("Hit by a truck?")],
  company: { phone: "+18775550143" },
  destinations: {
    desk: {
      kind: "email",
      smtp: "smtp://127.0.0.1:2525",
      takes: "messages",
      from: "site@claimpath.example",
      to: "desk@claimpath.example",
    },
  },
});

const settings = { stubs: false, CLAIMPATH_FILE: path };
const site = siteForTests(settings);
let cookie: string;
beforeAll(async () => {
  cookie = await signedInCookie(site, addPerson(site, "ana", "leads"));
});
const page = async (address: string, url = site.url) => (await send(url, address)).text;
const shows = (address: string, words: string, url?: string) =>
  waitFor(words, async () => (await page(address, url)).includes(words));
const fileRow = async () => {
  const { text } = await send(site.url, "/console/settings", { headers: { Cookie: cookie } });
  const row = text.slice(text.indexOf(">claimpath.yaml</strong>")).slice(0, 600);
  return row.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
};

it("page flags, quotes, headlines and the phone number are reloaded by every process, and are once in the audit log", async () => {
  await using other = await startSite({ ...settings, DATABASE_URL: site.databaseUrl });
  for (const url of [site.url, other.url]) {
    expect(await page("/survey/c?affid=7", url)).toContain(">Hit by a truck?</p>");
    expect(await page("/survey/c", url)).toContain('data-theme="v3"');
    expect(await page("/survey/c", url)).toContain("They called within the hour.");
    expect(await page("/", url)).toContain("(877) 555-0143");
  }
  write({
    campaigns: [ad("Hurt by a bus?")],
    pages: pageOf("v5"),
    quotes: [quote("I knew what came next.")],
    company: { phone: "+18775550144" },
  });
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
  await waitFor("the audit", () => noted().length >= 1);
  await other.stop();
  expect(noted()).toEqual(["claimpath.yaml"]);
  expect(await fileRow()).toMatch(/^>claimpath.yaml in use \S+, taken up /);
});

it("a visit in progress when its survey's flags change still becomes a lead", async () => {
  const answers = plainAnswers("v4nv");
  for (const [before, after] of [
    [false, true],
    [true, false],
  ]) {
    const flags = (isOn?: boolean) => ({
      pages: { "/survey/v4nv": { flags: { combinedLastStep: isOn, theme: isOn ? "v3" : "v5" } } },
    });
    write(flags(before));
    await shows("/survey/v4nv", `data-theme="${before ? "v3" : "v5"}"`);
    const visitor = new FormVisitor(site.url);
    await visitor.open("/survey/v4nv");
    for (let steps = 0; steps < 8; steps++) await visitor.post(answers(visitor.screen.step));
    write(flags(after));
    await shows("/survey/v4nv", `data-theme="${after ? "v3" : "v5"}"`);
    for (let steps = 0; visitor.screen.step !== "" && steps < 30; steps++)
      await visitor.post(answers(visitor.screen.step));
    expect([visitor.screen.status, visitor.screen.step]).toEqual([200, ""]);
  }
  expect(query(site.databaseFile, "select id from leads")).toHaveLength(2);
  write({ pages: pageOf("v5") });
  await shows("/survey/c", 'data-theme="v5"');
});

it("with any mistake nothing changes, and the log and the console say so", async () => {
  const good = { ...sections };
  const refused = () => site.output().split('"event":"words.refused"').length - 1;
  let count = 0;
  for (const [mistake, fault] of [
    [{ campaigns: [{ ...ad("Hit by a train?"), color: "red" }] }, "campaigns.0.color is not known here"],
    [{ pages: pageOf("v99") }, "pages./survey/c.flags.theme must be one of"],
    [{ quotes: ["x"], campaigns: [ad("Hit by a train?")] }, "quotes.0 must have quote"],
    [{ company: { phone: "555" } }, "company.phone must be a US toll-free number"],
    [
      { destinations: { desk: { kind: "emial" } }, campaigns: [ad("Hit by a train?")] },
      "did you mean email?",
    ],
    [{ kep: {}, campaigns: [ad("Hit by a train?")] }, "kep is not known here; did you mean keep?"],
  ] as const) {
    write(mistake);
    count += 1;
    await waitFor(fault, () => refused() === count);
    expect(site.output()).toMatch(/"words\.refused","outcome":"claimpath\.yaml","fault":"/);
    expect(await fileRow()).toContain(fault);
    expect(await fileRow()).toMatch(/not taken up .*line 1 column \d+/);
    for (const name of Object.keys(sections)) delete sections[name];
    Object.assign(sections, good);
  }
  rmSync(path);
  await waitFor("the missing file", () => refused() === count + 1);
  expect(await page("/survey/c?affid=7")).toContain(">Hurt by a bus?</p>");
  expect(await page("/survey/c")).toContain('data-theme="v5"');
  expect(await page("/")).toContain("(877) 555-0144");
});

it("other changes of the file wait for the next start, as the console says", async () => {
  write({ campaigns: [{ ...ad("Hit by a train?"), report: ["boss@partner.example"] }] });
  await shows("/survey/c?affid=7", ">Hit by a train?</p>");
  expect(await fileRow()).toContain("restart the site for what changed in campaigns");
  write({ company: { phone: "+18775550145", "legal-name": "Claimpath LLC" }, keep: { "visit-days": 8 } });
  await shows("/", "(877) 555-0145");
  const { text } = await send(site.url, "/console/settings", { headers: { Cookie: cookie } });
  expect(text.slice(text.indexOf(">company.phone</dt>")).slice(0, 250)).toMatch(
    /\+18775550145.*claimpath\.yaml line 1</,
  );
  expect(await fileRow()).toContain("restart the site for what changed in campaigns, company, keep");
  write({ keep: { "visit-days": 9 } });
  await waitFor("the change", async () => (await fileRow()).includes(", changed "));
});

describe("the console's page of settings", () => {
  const canary = "canary0123456789".repeat(3);
  const path = claimpathIn(
    `server: { log: off }
pages: { /survey/c: { flags: { theme: v3 } } }
scripts: { public-ip: "https://ip.example.com/${canary}" }
destinations:
  hook: { kind: webhook, url: "http://127.0.0.1:9/hook", secrets: ["\${HOOK_SECRET}"], mode: live }
  daily: { kind: file, folder: ${tmpdir()}, format: jsonl }
keep: { visit-days: 9 }
`,
  );
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-settings-")), "env");
  writeFileSync(file, `IPQS_KEY=${canary}\nSMS_URL=http://127.0.0.1:9/\n`);

  const secrets = {
    SESSION_SECRETS: canary,
    HASH_KEY: canary,
    DATA_KEYS: canary,
    ANALYST_TOKEN: canary,
    CONSENT_LOG_KEY: canary,
    SLACK_WEBHOOK_URL: `http://127.0.0.1:9/${canary}`,
    ZIP_LOOKUP_URL: `http://${canary}:${canary}@127.0.0.1:9/{zip}?key=${canary}`,
    ZIP_LOOKUP_HEADERS: `x-key=${canary}`,
  };
  const site = siteProcessForTests({
    stubs: false,
    ENV_FILE: file,
    HOOK_SECRET: `whsec_${"a".repeat(32)}`,
    CLAIMPATH_FILE: path,
    ...secrets,
  });
  let ben: string;
  const page = async () => (await send(site.url, "/console/settings", { headers: { Cookie: ben } })).text;
  const after = (text: string, word: string) => text.slice(text.indexOf(word), text.indexOf(word) + 400);

  beforeAll(async () => {
    ben = await signedInCookie(site, addPerson(site, "ben", "leads-masked"));
  });

  it("never shows a secret, only that it is set", holds("T109"), async () => {
    const text = await page();
    for (const name of Object.keys(secrets)) expect(text).toContain(name);
    expect(text).not.toContain("canary0123456789");
    expect(text).not.toContain("whsec_aaaa");
    expect(after(text, ">HASH_KEY<")).toMatch(/set.*environment/);
  });

  it("shows what is live, test, embedded or off, and the source of each value", async () => {
    const text = await page();
    const words = (name: string) => after(text, `>${name}<`).replace(/<[^>]+>/g, " ");
    expect(words("hook")).toMatch(/live\s+signed webhook/);
    expect(words("daily")).toMatch(/test\s+file per day/);
    expect(words("phone check")).toMatch(/live/);
    expect(words("gibberish check")).toMatch(/embedded/);
    expect(words("lead-prosper")).toMatch(/off\s+not configured/);
    expect(words("keep.visit-days")).toMatch(/9\s+.*claimpath\.yaml line 7/);
    expect(words("server.log")).toMatch(/off\s+.*claimpath\.yaml line 1/);
    expect(words("scripts.public-ip")).toMatch(/https:\/\/ip\.example\.com\s+.*claimpath\.yaml line 3/);
    expect(words("server.shared-cache-seconds")).toMatch(/0\s+default/);
    expect(words("PORT")).toMatch(/0\s+environment/);
    expect(words("SMS_URL")).toMatch(/http:\/\/127\.0\.0\.1:9\s+.*env/);
    expect(words("/survey/c")).toMatch(/theme v3/);
  });

  it("shows that the file was changed and what of it waits for the next start", async () => {
    expect(after(await page(), ">claimpath.yaml</strong>")).toContain("in use");
    writeFileSync(path, readFileSync(path, "utf8").replace("jsonl", "csv"));
    const says = async (words: string) => after(await page(), ">claimpath.yaml</strong>").includes(words);
    await waitFor("the change", () => says("restart the site for what changed in destinations"));
  });
});
