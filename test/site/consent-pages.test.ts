import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Bundle, checkBundle } from "../../services/evidence/verifier/check-bundle.ts";
import { verifierPage } from "../../services/evidence/verifier/programs.ts";
import { consentSeals } from "../../services/visits/shown-consent.ts";
import { answersC, answersOneToOne } from "../support/answers.ts";
import { desktop, newVisitor, sharedBrowser } from "../support/browser.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { consentOn, toConsent } from "../support/one-to-one.ts";
import { runCommand } from "../support/run-command.ts";
import { query } from "../support/store-reader.ts";
import { forgedWith, logSecret } from "../support/tamperings.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const secret = "s".repeat(32);
const folder = mkdtempSync(join(tmpdir(), "claimpath-pages-"));
const buyers = join(folder, "buyers.json");
const hostileFirm = `Law</p><script>document.title="run"</script> url(/assets/x) "& 'Sons`;
writeFileSync(buyers, JSON.stringify([{ name: hostileFirm, ids: [1, 2, 3], variants: ["v4nv-d1"] }]));

const site = siteForTests({
  CONSENT_LOG_KEY: logSecret,
  SESSION_SECRETS: secret,
  BUYERS_URL: "",
  BUYERS_FILE: buyers,
});

type Page = { sha256: string; html: string };
type Screen = { sha256?: string; none?: string };
const pages = () => query<Page>(site.databaseFile, "select * from consent_pages order by at");
const screens = () =>
  query<{ leadId: string; body: string }>(
    site.databaseFile,
    "select lead_id as leadId, body from consents order by at, lead_id",
  ).map(({ leadId, body }) => ({ leadId, screen: JSON.parse(body).screen as Screen }));

/** The newest lead's bundle, as the command prints it. */
async function newestBundle(): Promise<string> {
  await waitFor(
    "the consent in the log",
    () => query(site.databaseFile, "select 1 from consents where seq is null").length === 0,
  );
  const settings = { DATABASE_URL: site.databaseUrl, CONSENT_LOG_KEY: logSecret, CHROME_PATH: "/nowhere" };
  return (await runCommand(`evidence ${screens().at(-1)!.leadId}`, settings)).stdout;
}

it(
  "what a visitor typed or came with is on no page that is kept, however it is written",
  holds("T110"),
  async () => {
    const mark = "Zq7";
    const hostile = `${mark}<script>alert("${mark}")</script>&#x27;"`;
    const form = new FormVisitor(site.url);
    await form.open(`/survey/c?affid=${mark}&sub1=${encodeURIComponent(hostile)}`);
    const answers = {
      ...answersC,
      IncidentDescription: { case_description: `${hostile} ${"long ".repeat(900)}` },
      NameAndEmail: { firstName: `${mark}a`, lastName: "O'Zq7", email: "zq7@example.com" },
      PhoneAndZip: { phone: "(213) 555-0177", zip_code: "90210" },
    };
    for (const answer of Object.values(answers)) await form.post(answer);
    expect(form.screen.url).toContain("thank-you");
    expect((await (await new JsonVisitor(site.url).open()).finish()).status).toBe(200);

    const [page, ...more] = pages();
    // Both have seen the same page.
    expect(more).toEqual([]);
    expect(screens().map(({ screen }) => screen)).toEqual([
      { sha256: page!.sha256 },
      { sha256: page!.sha256 },
    ]);
    const parts = page!.html.replaceAll(/base64,[^)"]+/g, "base64,");
    expect(parts.match(/zq7|0177|90210|long long|Beverly|Rivera/i)).toBe(null);
    // Nor anything that runs, or is loaded from elsewhere.
    expect(parts.match(/<script|<link|type="hidden"|\ssrc="(?!data:)|url\((?!data:)|\son\w+="/)).toBe(null);
  },
);

it("a firm whose name is markup is named by the page in so many letters", holds("T110"), async () => {
  const visitor = await toConsent(site, "v4nv-d1");
  await visitor.post(answersOneToOne[visitor.screen.step]!);
  const text = await newestBundle();
  const { page } = JSON.parse(text) as Bundle;
  expect(await checkBundle(text)).toMatchObject({ ok: true });
  expect(consentOn(page!)).toContain("send my answers to Law&lt;/p&gt;&lt;script&gt;");
  expect(page!.html).not.toContain("<script");
  expect(page!.picture).toEqual({ none: "There was no Chromium on the machine that made the bundle." });
});

it("no page is made up for a consent that another release has shown", holds("T111"), async () => {
  const visitor = await new JsonVisitor(site.url).open();
  const form = new FormVisitor(site.url);
  await form.open("/survey/c");
  for (const answer of Object.values(answersC).slice(0, -1)) await form.post(answer);
  const earlier = consentSeals([secret], "another build", Date.now);
  const shown = { path: "/survey/c", step: "PhoneAndZip", worded: consentOn(form.screen) };
  const count = pages().length;
  await visitor.progress(entriesC());
  expect((await visitor.postLead({ shown: JSON.stringify([earlier.seal(shown)]) })).status).toBe(200);
  const text = await newestBundle();
  expect(JSON.parse(text).page).toBe(null);
  expect(await checkBundle(text)).toMatchObject({
    ok: true,
    facts: expect.arrayContaining([expect.stringContaining("made by another release")]),
  });
  expect(pages()).toHaveLength(count);
});

it(
  "a page that says something else is refused, though we had put it into a log ourselves",
  holds("T120"),
  async () => {
    await (await new JsonVisitor(site.url).open()).finish();
    const text = await newestBundle();
    const { html } = (JSON.parse(text) as Bundle).page!;
    expect(await checkBundle(forgedWith(text, html))).toMatchObject({ ok: true });
    const consent = /<p [^>]*id="consent".*?<\/p>/.exec(html)![0];
    for (const other of [
      html.replace("I agree", "I do not agree"),
      html.replace(">Send my answers</button><p", ">Go on</button><p"),
      html.replace(consent, ""),
      html.replace(consent, `${consent}<p id="consent">I agree to more.</p>`),
      html.replace(consent, `<!--${consent}-->`),
      html.replace(consent, consent.replace("</span>", "</span>I agree to more. ")),
      html.replace(consent, consent.replace("</span>", " I agree to more.</span>")),
      html.replace(consent, consent.replace("I agree", "I <del>agree</del>")),
    ]) {
      expect(other).not.toBe(html);
      expect(await checkBundle(forgedWith(text, other))).toMatchObject({ ok: false });
    }
  },
);

it("a hostile page runs nothing and asks for nothing in the verifier", holds("T120"), async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const away = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await (await new JsonVisitor(site.url).open()).finish();
  const text = await newestBundle();
  const { html } = (JSON.parse(text) as Bundle).page!;
  const hostile = html.replace(/<meta http-equiv[^>]*>/, "").replace(
    "</body>",
    `<script>top.document.title = "run"; fetch("${away}/fetch")</script><img src="${away}/image" onerror="top.document.title = 'run'">
    <link rel="stylesheet" href="${away}/style"><iframe src="${away}/frame"></iframe>
    <meta http-equiv="refresh" content="0;url=${away}/refresh"></body>`,
  );
  const verifier = join(folder, "verify-evidence.html");
  writeFileSync(verifier, verifierPage());
  await using visitor = await newVisitor(await sharedBrowser(), desktop);
  const tab = visitor.page;
  await tab.goto(`file://${verifier}`);
  const buffer = Buffer.from(forgedWith(text, hostile));
  await tab.setInputFiles("#file", { name: "bundle.json", mimeType: "application/json", buffer });
  await tab.getByText("The bundle is genuine.").waitFor();
  await tab.frameLocator("iframe").locator("#consent").waitFor();
  await tab.waitForTimeout(500);
  expect(asked).toEqual([]);
  expect(await tab.title()).toBe("Check a bundle of evidence");
  server.close();
});
