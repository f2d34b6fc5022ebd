import { mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { addPerson, signedInCookie } from "../support/console-people.ts";
import { destinationsIn } from "../support/destinations.ts";
import { siteProcessForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { pagesIn } from "../support/pages.ts";
import { send } from "../support/send.ts";

const canary = "canary0123456789".repeat(3);
const { path: destinations } = destinationsIn(
  `destinations:
  hook: { kind: webhook, url: "http://127.0.0.1:9/hook", secrets: ["\${HOOK_SECRET}"], mode: live }
  daily: { kind: file, folder: ${tmpdir()}, format: jsonl }
`,
);
const file = join(mkdtempSync(join(tmpdir(), "claimpath-settings-")), "env");
writeFileSync(file, `VISIT_DAYS=9\nIPQS_KEY=${canary}\nREPEATS=mark\n`);

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
  DESTINATIONS_FILE: destinations,
  PAGES_FILE: pagesIn({ "/survey/c": { flags: { theme: "v3" } } }),
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
  expect(words("VISIT_DAYS")).toMatch(/9\s+.*env/);
  expect(words("REPEATS")).toMatch(/skip\s+environment; .*env says something else/);
  expect(words("PORT")).toMatch(/0\s+environment/);
  expect(words("LOG")).toMatch(/on\s+default/);
  expect(words("/survey/c")).toMatch(/theme v3/);
});

it("says that a file was changed and waits for the next start", async () => {
  expect(after(await page(), ">DESTINATIONS_FILE<")).toContain("in use");
  utimesSync(destinations, new Date(), new Date());
  expect(after(await page(), ">DESTINATIONS_FILE<")).toContain("restart the site");
});
