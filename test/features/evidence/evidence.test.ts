import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { witnessesOf } from "../../../services/consent-log/sealer.ts";
import {
  type Bundle,
  bundleText,
  checkBundle,
} from "../../../services/features/evidence/verifier/check-bundle.ts";
import { verifierForNode, verifierPage } from "../../../services/features/evidence/verifier/programs.ts";
import { startTimestampAuthority } from "../../stubs/timestamp-authority.ts";
import { desktop, newVisitor, sharedBrowser } from "../../support/browser.ts";
import { key, logSecret, other } from "../../support/consent-log.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { hostileLead, turn } from "../../support/hostile-lead.ts";
import { runCommand } from "../../support/run-command.ts";
import { startSite } from "../../support/site.ts";
import { query, storedLeads } from "../../support/store-reader.ts";
import { JsonVisitor } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";
import { formerOf, signedAgain, tamperings, unsignedTamperings } from "./bundles.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "claimpath-evidence-"));

const made = during(async () => {
  const witness = join(folder, "heads.jsonl");
  const env = { CONSENT_LOG_KEY: logSecret, CONSENT_WITNESS_FILE: witness, "consents.witness-minutes": "0" };
  const site = await startSite(env);
  for (let lead = 0; lead < 3; lead++) {
    expect((await (await new JsonVisitor(site.url).open()).finish()).status).toBe(200);
    const waiting = () => query(site.databaseFile, "select 1 from consents where seq is null").length;
    await waitFor("the consent in the log", () => waiting() === 0);
  }
  const settings = { DATABASE_URL: site.databaseUrl, CONSENT_LOG_KEY: logSecret };
  const command = (line: string, more = {}) => runCommand(line, { ...settings, ...more });
  const [before, lead] = storedLeads(site.databaseFile).map(({ id }) => id);
  const { stdout: text } = await command(`evidence ${lead}`, { CLAIMPATH_OPERATOR: "ana" });
  const { stdout: foreign } = await command(`evidence ${before}`, { CHROME_PATH: "/nowhere" });
  return { site, text, foreign, lead: lead!, command, close: () => site.close() };
});

const trusted = key.publicKey.toString("base64");

describe("a bundle of evidence", () => {
  it("a genuine bundle is accepted, with and without a known key", holds("T70"), async () => {
    const found = await checkBundle(made.text, trusted);
    expect(found).toMatchObject({ ok: true });
    expect(JSON.stringify(found)).toContain(made.lead);
    expect((await checkBundle(made.text)).ok).toBe(true);
    expect((await checkBundle(signedAgain(JSON.parse(made.text)), trusted)).ok).toBe(true);
    const former = formerOf(made.text);
    expect(former).not.toContain("Claimpath consent page");
    expect(await checkBundle(former, trusted), "of a former release").toEqual(found);
  });

  it("fifty kinds of tampering are refused, most of them even when signed again", holds("T70"), async () => {
    const foreign = JSON.parse(made.foreign) as Bundle;
    const all = { ...tamperings, ...unsignedTamperings };
    expect(Object.keys(all).length).toBeGreaterThanOrEqual(50);
    for (const [name, change] of Object.entries(all)) {
      const bundle = JSON.parse(made.text) as Bundle;
      change(bundle, structuredClone(foreign));
      expect(bundleText(bundle), name).not.toBe(made.text);
      expect((await checkBundle(bundleText(bundle), trusted)).ok, name).toBe(false);
      if (name in tamperings)
        expect((await checkBundle(signedAgain(bundle), trusted)).ok, `${name}, signed`).toBe(false);
    }
  });

  it(
    "statements of witnesses count as theirs, and without their file as the operator's",
    holds("T70"),
    async () => {
      const heads = readFileSync(join(folder, "heads.jsonl"), "utf8");
      const { log } = JSON.parse(made.text) as Bundle;
      const words = JSON.stringify(await checkBundle(made.text, trusted));
      expect(words).toContain("Who made this bundle says that witnesses have the log's head");
      const found = JSON.stringify(await checkBundle(made.text, trusted, heads));
      expect(found).toContain("The witness's file has the log's head");
      const without = heads
        .split("\n")
        .filter((line) => line && JSON.parse(line).head !== log.witnessed!.head)
        .join("\n");
      for (const other of [without, "", "{}", "no file of heads"])
        expect((await checkBundle(made.text, trusted, other)).ok, other).toBe(false);
    },
  );

  it("a file that another parser could read differently is refused", holds("T70"), async () => {
    const before = (key: string, forged: string) => made.text.replace(`"${key}":`, `${forged} "${key}":`);
    const forgeries = [
      before("lead", '"lead": {"id":"FAKE"},'),
      before("html", '"html": "<p>I agree to nothing.</p>",'),
      before("at", '"at": 1577836800000,'),
      before("deliveries", '"deliveries": [],'),
      made.text.replace(/\n/g, "\r\n"),
      ` ${made.text}`,
      JSON.stringify(JSON.parse(made.text)),
    ];
    for (const forged of forgeries) {
      expect(forged).not.toBe(made.text);
      expect(await checkBundle(forged, trusted)).toEqual({
        ok: false,
        reason: "The file has more in it than was signed.",
      });
    }
  });

  it("a bundle with another key, a truncated one, and other files are refused", holds("T70"), async () => {
    const bundle = JSON.parse(made.text) as Bundle;
    bundle.log.key = other.publicKey.toString("base64");
    for (const text of [
      signedAgain(bundle, other),
      signedAgain(bundle),
      made.text.slice(0, -9),
      "",
      "null",
      "{}",
      "[]",
    ]) {
      expect((await checkBundle(text, trusted)).ok).toBe(false);
      expect((await checkBundle(text)).ok).toBe(false);
    }
  });
});

describe("the verifier", () => {
  it("the verifier is one file that runs without Claimpath", holds("T70"), async () => {
    expect((await made.command(`verifier ${folder}`)).status).toBe(0);
    const bundle = join(folder, "bundle.json");
    writeFileSync(bundle, made.text);
    const program = ["verify-evidence.mjs", bundle, trusted, "--page"];
    const { stdout } = await run(process.execPath, program, { cwd: folder, env: { NODE_ENV: "test" } });
    expect(stdout).toContain("gave this consent on");
    expect(stdout).toContain("What the visitor saw is not known.");
    const { page, consent: record } = JSON.parse(made.text) as Bundle;
    expect(readFileSync(`${bundle}.consent.html`, "utf8")).toBe(record.html);
    const shown = readFileSync(`${bundle}.makers-page.html`, "utf8");
    const consent = /<p [^>]*\bid="consent"[^>]*>[^<]*/.exec(page!.html)![0];
    expect(shown).toContain(consent.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));
    expect(shown, "nothing is asked of anybody").not.toMatch(
      /<(?:link|base|meta)\b(?! charset| http-equiv)/i,
    );
    const verifier = readFileSync(join(folder, "verify-evidence.html"), "utf8");
    expect(verifier).toContain("default-src 'none'");
    expect(verifier).not.toMatch(/\bfrom "|src=/);
  });

  it("the verifier's page shows the consent, and nothing from a refused bundle", holds("T70"), async () => {
    const page = join(folder, "verify-evidence.html");
    writeFileSync(page, verifierPage());
    await using visitor = await newVisitor(await sharedBrowser(), desktop);
    const tab = visitor.page;
    await tab.goto(`file://${page}`);
    const choose = async (text: string, says: string) => {
      const file = { name: `${says}.json`, mimeType: "application/json", buffer: Buffer.from(text) };
      await tab.setInputFiles("#file", file);
      await tab.getByText(says).waitFor();
    };
    await choose(made.text, "The bundle fits together, but anybody can make one");
    await tab.getByLabel("public key").fill(trusted);
    await choose(made.text, "The bundle is genuine");
    const { text, button } = JSON.parse((JSON.parse(made.text) as Bundle).consent.body);
    const figure = tab.frameLocator("#consent iframe");
    expect(await figure.getByRole("paragraph").textContent()).toBe(text);
    expect(await figure.getByRole("button").textContent()).toBe(button);
    const framed = tab.frameLocator("#page iframe");
    expect(await framed.locator("#consent").textContent()).toBe(text);
    expect(await framed.getByRole("heading", { level: 1 }).textContent()).toBe(
      "What number should a law firm call?",
    );
    const picture = tab.getByRole("figure", { name: "A picture" }).getByRole("img");
    expect(
      await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]),
    ).toEqual([1280, 1100]);
    await choose(made.text.replace("I agree", "I refuse"), "REFUSED");
    expect(await tab.locator("figure:visible").count()).toBe(0);
  });

  it(
    "a timestamp is checked against its authority's certificate, and unchecked without one",
    holds("T70"),
    async () => {
      const [file, program] = [join(folder, "stamped.json"), join(folder, "verify-stamps.mjs")];
      writeFileSync(program, verifierForNode());
      const [authority, stranger] = await Promise.all([startTimestampAuthority(), startTimestampAuthority()]);
      const [witness] = witnessesOf({ everyMs: 1, timestampUrl: authority.url });
      const bundle = JSON.parse(made.text) as Bundle;
      const verify = async (stamped: string | undefined, ...more: string[]) => {
        bundle.log.witnessed!.stamp = stamped ?? null;
        writeFileSync(file, signedAgain(bundle));
        const ended = await run(process.execPath, [program, file, trusted, ...more]).catch((error) => error);
        return [ended.code ?? 0, ended.stdout];
      };
      const [mine, other] = [bundle.log.witnessed!.head, bundle.log.head.replace("time 2", "time 3")];
      const [{ stamp }, { stamp: anothers }] = [await witness!.keep(mine), await witness!.keep(other)];
      const ca = ["--timestamp-ca", authority.certificate];
      expect(await verify(stamp)).toEqual([0, expect.stringContaining("timestamp (RFC 3161), unchecked")]);
      expect(await verify(stamp, ...ca)).toEqual([
        0,
        expect.stringMatching(/That head was there at \w{3} .* GMT/),
      ]);
      const refused = [1, "REFUSED: The timestamp is not the authority's, or not of this head.\n"];
      expect(await verify(anothers, ...ca)).toEqual(refused);
      expect(await verify(Buffer.from("no stamp").toString("base64"), ...ca)).toEqual(refused);
      expect(await verify(stamp, "--timestamp-ca", stranger.certificate)).toEqual(refused);
      expect(await verify(undefined, ...ca)).toEqual([1, "REFUSED: It has no timestamp.\n"]);
      for (const each of [authority, stranger]) each.close();
    },
  );
});

describe("the command that makes a bundle", () => {
  it("the audit log has the person who made a bundle, with the command", holds("T69"), async () => {
    expect((await made.command("audit-log")).stdout).toMatch(new RegExp(`ana +evidence +${made.lead}`));
  });

  const hostile = during(hostileLead);

  it(
    "its evidence contains nothing that a terminal would execute, and is genuine",
    holds("T121"),
    async () => {
      const settings = {
        DATABASE_URL: hostile.site.databaseUrl,
        CONSENT_LOG_KEY: logSecret,
        CHROME_PATH: "/nowhere",
      };
      const { stdout } = await runCommand(`evidence ${hostile.lead.id}`, settings);
      expect(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/u.exec(stdout)).toBe(null);
      expect(await checkBundle(stdout)).toMatchObject({ ok: true });
      const bundle = JSON.parse(stdout) as Bundle;
      expect(JSON.stringify(bundle.answers)).toContain(turn);
      expect(bundle.page!.html).not.toContain("alert");
    },
  );
});
