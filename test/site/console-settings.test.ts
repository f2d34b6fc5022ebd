import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { siteProcessForTests } from "../support/during.ts";
import { claimpathIn } from "../support/files.ts";
import { holds } from "../support/holds.ts";
import { send } from "../support/send.ts";
import { waitFor } from "../support/wait-for.ts";

const canary = "canary0123456789".repeat(3);
const path = claimpathIn(
  `server: { log: off }
pages: { /survey/c: { flags: { theme: v3 } } }
scripts: { public-ip: "https://ip.example.com/${canary}" }
destinations:
  hook: { kind: webhook, url: "http://127.0.0.1:9/hook", secrets: ["\${HOOK_SECRET}"], mode: live }
  daily: { kind: file, folder: ${tmpdir()}, format: jsonl }
`,
);
const file = join(mkdtempSync(join(tmpdir(), "claimpath-settings-")), "env");
writeFileSync(file, `VISIT_DAYS=9\nIPQS_KEY=${canary}\nREPEATS=mark\nSMS_URL=http://127.0.0.1:9/\n`);

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
  REPEATS: "skip",
  ...secrets,
});
let ben: string;
const page = async () => (await send(site.url, "/console/settings", { headers: { Cookie: ben } })).text;
/** What the page says between one word and the next. */
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

it("says what is live, test, embedded or off, and from where", async () => {
  const text = await page();
  const words = (name: string) => after(text, `>${name}<`).replace(/<[^>]+>/g, " ");
  expect(words("hook")).toMatch(/live\s+signed webhook/);
  expect(words("daily")).toMatch(/test\s+file per day/);
  expect(words("phone check")).toMatch(/live/);
  expect(words("gibberish check")).toMatch(/embedded/);
  expect(words("lead-prosper")).toMatch(/off\s+not configured/);
  expect(words("keep.visit-days")).toMatch(/9\s+VISIT_DAYS, .*env/);
  expect(words("delivery.repeats")).toMatch(/skip\s+REPEATS, environment; .*env says something else/);
  expect(words("server.log")).toMatch(/off\s+.*claimpath\.yaml line 1/);
  expect(words("scripts.public-ip")).toMatch(/https:\/\/ip\.example\.com\s+.*claimpath\.yaml line 3/);
  expect(words("server.workers")).toMatch(/1\s+default/);
  expect(words("PORT")).toMatch(/0\s+environment/);
  expect(words("SMS_URL")).toMatch(/http:\/\/127\.0\.0\.1:9\s+.*env/);
  expect(words("/survey/c")).toMatch(/theme v3/);
});

it("says that the file was changed and what of it waits for the next start", async () => {
  expect(after(await page(), ">claimpath.yaml</strong>")).toContain("in use");
  writeFileSync(path, readFileSync(path, "utf8").replace("jsonl", "csv"));
  const says = async (words: string) => after(await page(), ">claimpath.yaml</strong>").includes(words);
  await waitFor("the change", () => says("restart the site for what changed in destinations"), 15_000);
});
