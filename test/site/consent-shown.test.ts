import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { type Bundle, checkBundle } from "../../services/evidence/verifier/check-bundle.ts";
import { verifierPage } from "../../services/evidence/verifier/programs.ts";
import { witnessForNode } from "../../services/evidence/verifier/witness.ts";
import { logKeyOf, openNote } from "../../services/transparency/signed-note.ts";
import { consentSeals } from "../../services/visits/shown-consent.ts";
import { answersC, answersOneToOne } from "../support/answers.ts";
import { desktop, newVisitor, sharedBrowser } from "../support/browser.ts";
import { siteForTests } from "../support/during.ts";
import { forgedWith, isConsistent, key, logSecret } from "../support/evidence.ts";
import { holds } from "../support/holds.ts";
import { consentOn, toConsent } from "../support/one-to-one.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { startSite } from "../support/site.ts";
import { change, counts, query, storedLeads } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

const steps = Object.keys(answersC);
const last = steps.at(-1)!;
const logKey = key.publicKey.toString("base64");

type Body = { text: string; page: string; pageMadeAt: number };

function consentsIn(file: string): Body[] {
  return query<{ body: string }>(file, "select body from consents order by at").map(({ body }) =>
    JSON.parse(body),
  );
}

/** The same data under other settings, as after a deploy. */
async function redeployed(databaseUrl: string, SITE_NAME: string) {
  return startSite({ DATABASE_URL: databaseUrl, SITE_NAME });
}

describe("a consent whose words change while its page is open", holds("T60"), () => {
  it("is shown again before it is recorded, with and without JavaScript", async () => {
    const alpha = await startSite({ SITE_NAME: "Alpha Legal Match" });
    const form = new FormVisitor(alpha.url);
    await form.open("/survey/c");
    for (const step of steps.slice(0, -1)) await form.post(answersC[step]!);
    expect(form.screen.html).toContain("through Alpha Legal Match");
    const island = await new JsonVisitor(alpha.url).open();
    await island.progress(entriesC());
    await alpha.close();

    await using beta = await redeployed(alpha.databaseUrl, "Beta Marketing Group");
    const kept = Object.assign(new FormVisitor(beta.url), { cookies: form.cookies, screen: form.screen });
    const shownAgain = await kept.post(answersC[last]!);
    expect(shownAgain).toMatchObject({ status: 422, step: last });
    expect(shownAgain.html).toContain("The text above the button has changed");
    expect(shownAgain.html).toContain("through Beta Marketing Group");
    // What was typed is still there.
    expect(shownAgain.html).toContain(answersC[last]!.zip_code);

    const json = Object.assign(new JsonVisitor(beta.url), {
      cookie: island.cookie,
      token: island.token,
      shown: island.shown,
    });
    const refused = await json.postLead();
    expect([refused.status, JSON.parse(refused.text).field]).toEqual([422, "shown"]);
    expect((await json.postLead({ shown: undefined })).status).toBe(422);
    expect(counts(alpha.databaseFile).leads).toBe(0);

    expect((await kept.post(answersC[last]!)).url).toContain("thank-you");
    await json.open("?step=PhoneAndZip");
    expect((await json.postLead()).status).toBe(200);
    const recorded = consentsIn(alpha.databaseFile);
    expect(recorded).toHaveLength(2);
    for (const { text, pageMadeAt } of recorded) {
      expect(text).toContain("through Beta Marketing Group");
      expect(Math.abs(Date.now() - pageMadeAt)).toBeLessThan(60_000);
    }
  });
});

describe("a post that names another page of the same survey", holds("T61"), () => {
  it("changes neither the affiliate's presets nor the page on record", async () => {
    await using site = await startSite();
    const honest = await new JsonVisitor(site.url, "/survey/c").open();
    await honest.progress(entriesC());
    expect((await honest.postLead({ path: "/survey-sd/v3b" })).status).toBe(200);
    expect(storedLeads(site.databaseFile)).toHaveLength(1);
    expect(String(storedLeads(site.databaseFile)[0]!.record.oid)).not.toBe("152");
    expect(consentsIn(site.databaseFile)[0]!.page).toBe("/survey/c");
  });
});

describe("a page that claims to have shown other firms", holds("T62"), () => {
  it("makes no lead", async () => {
    await using site = await startSite();
    const visitor = await new JsonVisitor(site.url).open();
    await visitor.progress(entriesC());
    const [seal] = JSON.parse(visitor.shown) as [string];
    const lies = [
      JSON.stringify([seal, "Forged & Sons"]),
      JSON.stringify([`${seal.slice(0, -1)}${seal.endsWith("A") ? "Q" : "A"}`]),
      JSON.stringify([seal.replace(/^[^.]+/, "zzzzzz")]),
      JSON.stringify([]),
      JSON.stringify([1]),
      "{",
      "",
    ];
    for (const shown of lies) expect((await visitor.postLead({ shown })).status, shown).toBe(422);
    const elsewhere = await new JsonVisitor(site.url, "/survey/f").open();
    expect((await visitor.postLead({ shown: elsewhere.shown })).status).toBe(422);
    expect(counts(site.databaseFile).leads).toBe(0);
    expect((await visitor.postLead()).status).toBe(200);
  });
});

describe("the page that is kept with a consent", () => {
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

  async function newestBundle(): Promise<string> {
    await waitFor(
      "the consent in the log",
      () => query(site.databaseFile, "select 1 from consents where seq is null").length === 0,
    );
    const settings = { DATABASE_URL: site.databaseUrl, CONSENT_LOG_KEY: logSecret, CHROME_PATH: "/nowhere" };
    return (await runCommand(`evidence ${screens().at(-1)!.leadId}`, settings)).stdout;
  }

  it("what a visitor typed or came with is on no page that is kept", holds("T110"), async () => {
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
    expect(parts.match(/<script|<link|type="hidden"|\ssrc="(?!data:)|url\((?!"?data:)|\son\w+="/)).toBe(null);
  });

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
      unknown: expect.arrayContaining([expect.stringContaining("made by another release")]),
    });
    expect(pages()).toHaveLength(count);
  });

  it("of no page at all the verdict says that it is what was seen", holds("T120"), async () => {
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
      ...{ "as it was": html, "other words": html.replace("I agree", "I do not agree") },
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
      ...{ "left out": as(""), twice: as(shown + shown), entities: as(`&lt;p hidden&gt;${shown}`) },
      "letters without a size": styled("#consent{font-size:0}"),
      "letters of the ground's color": styled("#consent{color:transparent}"),
      "words by a style": styled(`#consent{font-size:0}#consent::after{content:"No.";font-size:1rem}`),
      "off the screen": styled("#consent{position:absolute;left:-9999px}"),
      "a second form": html.replace("</body>", `<form><p id="consent">No.</p></form></body>`),
      "turned around": as(`<bdo dir="rtl">${shown}</bdo>`),
      "signs without width": as(shown.replace("I agree", "I\u200b \u202eeerga\u202c")),
      ...{ base: html.replace("<head>", `<head><base href="https://evil.test/">`) },
      refresh: html.replace("<head>", `<head><meta http-equiv="refresh" content="0;url=https://evil.test">`),
      "in a drawing": as(`<svg width="0" height="0"><foreignObject>${shown}</foreignObject></svg>`),
      editable: as(`<div contenteditable>${shown}</div>`),
      ...{
        closed: as(`<details><summary>More</summary>${shown}</details>`),
        list: as(`<select>${shown}</select>`),
      },
      "a frame": as(`<iframe srcdoc="&lt;p&gt;I agree to nothing.&lt;/p&gt;"></iframe>`),
      "a shadow": as(`<div><template shadowrootmode="open"><p>No.</p></template>${shown}</div>`),
      ...{
        "a script's turn": as(`<noscript>${shown}</noscript>`),
        "the end of markup": as(`<plaintext>${shown}`),
      },
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

  it("the words of a record can neither hide nor pass for the verifier's", holds("T120"), async () => {
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

  it("a hostile page runs nothing and asks for nothing in the verifier", holds("T120"), async () => {
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

describe("the log of consents", () => {
  const witness = join(mkdtempSync(join(tmpdir(), "claimpath-")), "heads.jsonl");
  const site = siteForTests({ CONSENT_WITNESS_FILE: witness, CONSENT_WITNESS_MINUTES: "0" });

  const makeLead = async () => (await new JsonVisitor(site.url).open()).finish();

  /** What the log says of itself, its signature checked. */
  async function published(from = "") {
    const answer = await send(site.url, `/.well-known/consent-log${from}`);
    if (answer.status !== 200) return undefined;
    const { head, key, consistency } = JSON.parse(answer.text);
    const [name] = head.split("\n");
    const opened = openNote(head, { name, publicKey: Buffer.from(key, "base64") })!;
    const hashes = (consistency as string[] | undefined)?.map((hash) => Buffer.from(hash, "base64"));
    return { ...opened, cached: answer.headers["cache-control"], consistency: hashes };
  }

  const verify = () =>
    runCommand("consent verify", { DATABASE_URL: site.databaseUrl, CONSENT_WITNESS_FILE: witness });

  it("gets each lead's consent in seconds, and shows that it grows", holds("T63", "T65"), async () => {
    expect(await published()).toBeUndefined();
    await makeLead();
    await expect.poll(async () => (await published())?.size).toBe(2);
    const first = (await published())!;
    expect(first.cached).toBe("public, max-age=10");
    await makeLead();
    await makeLead();
    await expect.poll(async () => (await published())?.size).toBe(4);
    const later = (await published("?from=2"))!;
    expect(isConsistent(first, later, later.consistency!)).toBe(true);
    for (const odd of ["?from=0", "?from=5", "?from=x", "?from=-1", "?from=1.5"]) {
      expect((await published(odd))!.consistency, odd).toBeUndefined();
    }
  });

  it("anybody is a witness with one program, and two notice a split log", holds("T63"), async () => {
    const folder = mkdtempSync(join(tmpdir(), "claimpath-witness-"));
    const at = (name: string) => join(folder, name);
    writeFileSync(at("witness.mjs"), witnessForNode());
    const run = async (...words: string[]) => {
      const done = promisify(execFile)(process.execPath, [at("witness.mjs"), ...words], {
        env: { NODE_ENV: "test" },
      });
      const { code = 0, stdout } = await done.catch((error) => error);
      return { code, stdout: stdout as string };
    };
    const ask = (file: string, ...more: string[]) => run(site.url, at(file), ...more);
    const linesIn = (file: string) => readFileSync(at(file), "utf8").trimEnd().split("\n");
    const key = logKeyOf(readFileSync(join(dirname(site.databaseFile), "consent-log-key"), "utf8"));
    const forged = (size: number, by = key) =>
      `${JSON.stringify({ head: by.sign({ size, root: Buffer.alloc(32, 7), at: Date.now() }) })}\n`;

    expect((await run()).code).toBe(2);
    expect(await ask("mine")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The log has 4 records .* Its key: /),
    });
    expect((await ask("mine")).stdout).toContain("goes on from your last head");
    expect(linesIn("mine"), "one head is kept once").toHaveLength(1);
    // The operator's own witness has kept the log's first head.
    writeFileSync(at("older"), `${readFileSync(witness, "utf8").split("\n")[0]}\n`);
    expect((await ask("mine", "--with", at("older"))).stdout).toContain(
      "The other witness has seen the same log.",
    );
    expect((await ask("older")).stdout).toContain("goes on from your last head");
    expect(linesIn("older")).toHaveLength(2);

    const contradicted = async (file: string, words: string, ...more: string[]) => {
      const { code, stdout } = await ask(file, ...more);
      expect([code, stdout], words).toEqual([1, expect.stringContaining(words)]);
      expect(linesIn(`${file}.contradiction`).length).toBeGreaterThan(0);
    };
    for (const size of [2, 9]) {
      writeFileSync(at(`rewritten${size}`), forged(size));
      await contradicted(`rewritten${size}`, "THE LOG DOES NOT GO ON from your head");
    }
    await contradicted("mine", "from the other witness's head", "--with", at("rewritten2"));
    writeFileSync(at("split"), forged(4));
    await contradicted("mine", "THE OTHER WITNESS HAS SEEN ANOTHER LOG of 4 records", "--with", at("split"));
    const stranger = logKeyOf("o".repeat(32));
    writeFileSync(
      at("foreign"),
      JSON.stringify({ ...JSON.parse(linesIn("mine")[0]!), key: stranger.publicKey.toString("base64") }),
    );
    await contradicted("foreign", "THE LOG HAS ANOTHER KEY");
    writeFileSync(at("unsigned"), forged(4, stranger));
    expect(await ask("unsigned")).toMatchObject({ code: 1, stdout: expect.stringContaining("REFUSED") });
    expect(await run("http://127.0.0.1:1", at("mine"))).toMatchObject({ code: 2 });
  });

  it("proves to a witness what somebody with the whole database cannot hide", holds("T63"), async () => {
    await expect.poll(() => readFileSync(witness, "utf8").trimEnd().split("\n").at(-1)).toContain("\\n4\\n");
    expect((await verify()).stdout).toMatch(
      /^3 consent records\. The log is intact\. It holds against \d+ heads? of a witness/,
    );
    change(site.databaseFile, (database) => {
      database.exec("delete from consents where seq = 3");
      database.exec("delete from consent_heads where size = 4");
      database.exec(`delete from leads where id = '${storedLeads(site.databaseFile).at(-1)!.id}'`);
    });
    expect(await verify()).toMatchObject({ status: 1, stdout: "" });
    expect((await verify()).stderr).toBe(
      "The consents are not intact: the log has 3 leaves, but a signed head has 4.\n",
    );
  });

  it("salts each consent, so that a number is not found by its hash", holds("T66"), () => {
    const bodies = query<{ body: string }>(site.databaseFile, "select body from consents").map(({ body }) =>
      JSON.parse(body),
    );
    expect(new Set(bodies.map(({ salt }) => salt)).size).toBe(bodies.length);
    for (const { salt } of bodies) expect(Buffer.from(salt, "base64url")).toHaveLength(16);
  });
});
