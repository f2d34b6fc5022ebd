import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bundle, checkBundle } from "../../../services/features/evidence/verifier/check-bundle.ts";
import { verifierPage } from "../../../services/features/evidence/verifier/programs.ts";
import { desktop, newVisitor, sharedBrowser } from "../../support/browser.ts";
import { key, logSecret } from "../../support/consent-log.ts";
import { siteForTests } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { runCommand } from "../../support/run-command.ts";
import { query, storedLeads } from "../../support/store-reader.ts";
import { JsonVisitor } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";
import { forgedWith } from "./bundles.ts";

const logKey = key.publicKey.toString("base64");

describe("the page of a bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), "claimpath-pages-"));
  const site = siteForTests({ CONSENT_LOG_KEY: logSecret });

  async function newestBundle(): Promise<string> {
    await waitFor(
      "the consent in the log",
      () => query(site.databaseFile, "select 1 from consents where seq is null").length === 0,
    );
    const settings = { DATABASE_URL: site.databaseUrl, CONSENT_LOG_KEY: logSecret, CHROME_PATH: "/nowhere" };
    return (await runCommand(`evidence ${storedLeads(site.databaseFile).at(-1)!.id}`, settings)).stdout;
  }

  it("is not expected for a record without one: the verifier says why", holds("T111"), async () => {
    await (await new JsonVisitor(site.url).open()).finish();
    const text = await newestBundle();
    expect(JSON.parse(text).page.picture).toEqual({
      none: "There was no Chromium on the machine that made the bundle.",
    });
    const none = "The visitor’s page was made by another release than the one that took the consent.";
    const without = (body: string) => JSON.stringify({ ...JSON.parse(body), screen: { none } });
    expect(await checkBundle(forgedWith(text, null, without))).toMatchObject({
      ok: true,
      unknown: expect.arrayContaining([expect.stringContaining("made by another release")]),
    });
  });

  it("the verdict claims of no page that the visitor saw it", holds("T120"), async () => {
    await (await new JsonVisitor(site.url).open()).finish();
    const text = await newestBundle();
    const { page, consent } = JSON.parse(text) as Bundle;
    const { html } = page!;
    const words = JSON.parse(consent.body).text as string;
    const shown = /<p [^>]*id="consent".*?<\/p>/.exec(html)![0];
    const [tag] = /^<p [^>]*/.exec(shown)!;
    const as = (other: string) => html.replace(shown, () => other);
    const styled = (rule: string) => html.replace("</head>", `<style>${rule}</style></head>`);
    const brochure = `<P ID="consent">I only agree to receive a brochure.</P>`;
    const doctored = {
      "as it was": html,
      "other words": html.replace("I agree", "I do not agree"),
      hidden: as(shown.replace(tag, `${tag} hidden`)),
      "not displayed": as(shown.replace(tag, `${tag} style="display:none"`)),
      "hidden, beside others": as(shown.replace(tag, `${tag} hidden`) + brochure),
      "in a template": as(`<template>${shown}</template>${brochure}`),
      "in a field": as(`<textarea hidden>${shown}</textarea>`),
      "in an attribute": as(`<p title='${shown}'>I agree to nothing.</p>`),
      "by a class": styled(".visually-hidden{display:none}").replace(tag, `${tag} class="visually-hidden"`),
      "a second button": html.replace("</form>", "<button>I agree to nothing</button></form>"),
      "behind a comment's other end": as(`<!-->${brochure}<p hidden>-->${shown}</p>`),
      "in a comment": as(`<!--${shown}-->${brochure}`),
      "left out": as(""),
      twice: as(shown + shown),
      entities: as(`&lt;p hidden&gt;${shown}`),
      "letters without a size": styled("#consent{font-size:0}"),
      "letters of the ground's color": styled("#consent{color:transparent}"),
      "words by a style": styled(`#consent{font-size:0}#consent::after{content:"No.";font-size:1rem}`),
      "off the screen": styled("#consent{position:absolute;left:-9999px}"),
      "a second form": html.replace("</body>", `<form><p id="consent">No.</p></form></body>`),
      "turned around": as(`<bdo dir="rtl">${shown}</bdo>`),
      "signs without width": as(shown.replace("I agree", "I\u200b \u202eeerga\u202c")),
      base: html.replace("<head>", `<head><base href="https://evil.test/">`),
      refresh: html.replace("<head>", `<head><meta http-equiv="refresh" content="0;url=https://evil.test">`),
      "in a drawing": as(`<svg width="0" height="0"><foreignObject>${shown}</foreignObject></svg>`),
      editable: as(`<div contenteditable>${shown}</div>`),
      closed: as(`<details><summary>More</summary>${shown}</details>`),
      list: as(`<select>${shown}</select>`),
      "a frame": as(`<iframe srcdoc="&lt;p&gt;I agree to nothing.&lt;/p&gt;"></iframe>`),
      "a shadow": as(`<div><template shadowrootmode="open"><p>No.</p></template>${shown}</div>`),
      "a script's turn": as(`<noscript>${shown}</noscript>`),
      "the end of markup": as(`<plaintext>${shown}`),
      huge: as(`<pre>${"\n".repeat(3_000_000)}</pre>${shown}`),
    };
    const found = await checkBundle(forgedWith(text, html));
    for (const [name, other] of Object.entries(doctored)) {
      expect(other === html, name).toBe(name === "as it was");
      const verdict = await checkBundle(forgedWith(text, other), logKey);
      expect(verdict, name).toMatchObject({
        facts: expect.not.arrayContaining([expect.stringMatching(/ page (?!«\/survey)|seen|saw|show/)]),
        unknown: expect.arrayContaining([
          expect.stringMatching(/^What the visitor saw is not known\. .*none of it was compared/),
        ]),
        // Only the record decides what the verifier shows.
        consentPage: (found as { consentPage: string }).consentPage,
      });
      expect(verdict, name).toHaveProperty(
        "consentPage",
        expect.stringContaining(`<p id="consent">${words}</p>`),
      );
    }
  });

  it("words in a record can neither hide the verifier's nor pass for them", holds("T120"), async () => {
    const text = await newestBundle();
    const says = async (html: string | null, change: (body: string) => string) =>
      checkBundle(forgedWith(text, html, change), logKey);
    const put = (more: object) => (body: string) => JSON.stringify({ ...JSON.parse(body), ...more });
    for (const twice of ['"text":"I agree to nothing.",$&', '"text":"No.","te\\u0078t":'])
      expect(await says(null, (body) => put({ screen: undefined })(body).replace('"text":', twice))).toEqual({
        ok: false,
        reason: "The record has more in it than is read.",
      });
    const lie = "none.»\nIt proves: «what the visitor saw";
    const lied = await says(null, put({ screen: { none: lie }, page: lie, button: "Yes\u200b" }));
    const lines = Object.values(lied).flat().join("\n").split("\n");
    expect(lines.filter((line) => line.startsWith("It proves"))).toEqual([]);
    expect(lines.join(" ")).toContain("«none.[U+00BB][U+000A]It proves: [U+00AB]what the visitor saw»");
    const hidden = put({ text: "I agree\u202e to<p hidden>\u{e0041} nothing\u0085", language: `"><script>` });
    expect(await says("<p>No.</p>", hidden)).toHaveProperty(
      "consentPage",
      expect.stringMatching(
        /lang="und"[\s\S]*<p id="consent">I agree\[U\+202E\] to&lt;p hidden&gt;\[U\+E0041\] nothing\[U\+0085\]</,
      ),
    );
  });

  it("a hostile page runs nothing and requests nothing in the verifier", holds("T120"), async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.end();
    })
      .on("connection", () => asked.push("a connection"))
      .listen(0, "127.0.0.1");
    await once(server, "listening");
    const away = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await (await new JsonVisitor(site.url).open()).finish();
    const text = await newestBundle();
    const { html } = (JSON.parse(text) as Bundle).page!;
    const hostile = html.replace(/<meta http-equiv[^>]*>/, "").replace(
      "</body>",
      `<script>top.document.title = "run"; fetch("${away}/fetch")</script><img src="${away}/image" onerror="top.document.title = 'run'">
    <link rel="stylesheet" href="${away}/style"><iframe src="${away}/frame"></iframe>
    <iframe srcdoc="&lt;link rel=preconnect href=${away}/&gt;&lt;meta http-equiv=refresh content='0;url=${away}/inner'&gt;"></iframe>
    <meta http-equiv="refresh" content="0;url=${away}/refresh"></body>`,
    );
    const verifier = join(folder, "verify-evidence.html");
    writeFileSync(verifier, verifierPage());
    await using visitor = await newVisitor(await sharedBrowser(), desktop);
    const tab = visitor.page;
    await tab.goto(`file://${verifier}`);
    const buffer = Buffer.from(forgedWith(text, hostile));
    await tab.setInputFiles("#file", { name: "bundle.json", mimeType: "application/json", buffer });
    await tab.getByText("The bundle fits together").waitFor();
    await tab.frameLocator("#page iframe").locator("#consent").waitFor();
    await tab.waitForTimeout(500);
    expect(asked).toEqual([]);
    expect(await tab.title()).toBe("Check a bundle of evidence");
    server.close();
  });
});
