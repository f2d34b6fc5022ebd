import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { evidenceOf } from "../../../services/features/evidence/bundle.ts";
import { verifierForNode } from "../../../services/features/evidence/verifier/programs.ts";
import { key, other } from "../../support/consent-log.ts";
import { databases, databasesOf, freshStore, storeAt } from "../../support/databases.ts";
import { storePerson, zoe } from "../../support/personal-data.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-verifier-"));
const program = join(folder, "verify-evidence.mjs");
writeFileSync(program, verifierForNode());
const sha256 = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex");
const page = `<!doctype html><p class="x" id="consent">I agree to be called.</p>
<button type="submit" data-tf-element-role="submit">Get my estimate</button>`;
const picture = { png: Buffer.from("\x89PNG\r\n\x1a\n\0a page", "latin1").toString("base64") };

type Ended = { code: number; stdout: string; stderr: string };
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args]).then(
    (done): Ended => ({ code: 0, ...done }),
    (error: Ended) => error,
  );

describe("the verifier's one file", () => {
  const on = freshStore(databases[0].start);
  const server = databasesOf(databases[0].start);

  /** A file with the evidence of a lead whose consent was given on the page. */
  async function bundle(name: string) {
    const submission = aSubmission([], on.now);
    submission.lead.record = { first_name: "Zoe" };
    const entry = { kind: "answer", body: { step: "AtFault", answers: { at_Fault: "no" } }, at: on.now };
    Object.assign(submission.consent!.body, {
      text: "I agree to be called.",
      recordSha256: sha256(submission.lead.record),
      answers: { entries: 1, sha256: sha256([[entry.kind, entry.at, entry.body]]) },
      screen: { sha256: await on.store.consentPages.keep(page) },
    });
    await on.store.submit(aVisit(), 0, [entry], submission);
    await on.store.consentLog.seal(key);
    const lead = (await on.store.leads.get(submission.lead.id))!;
    const text = await evidenceOf(on.store, lead, key, on.now, async () => picture);
    const file = join(folder, name);
    writeFileSync(file, text);
    return { file, lead, text };
  }

  it("accepts a genuine bundle, says what it proves, and writes its page and picture once", async () => {
    const { file, lead } = await bundle("true.json");
    const found = await run(file, key.publicKey.toString("base64"), "--page");
    expect(found).toMatchObject({ code: 0, stderr: "" });
    expect(found.stdout).toContain(`lead «${lead.id}» gave this consent on 2023-11-14`);
    expect(found.stdout).toContain("all 1 entries of its answers");
    expect(found.stdout).toMatch(
      /The words of the consent are: «I agree to be called\.»[\s\S]*It does not prove:\n- What the visitor saw/,
    );
    expect(readFileSync(`${file}.makers-page.html`, "utf8")).toContain(page.replaceAll('"', "&quot;"));
    expect(readFileSync(`${file}.makers-picture.png`, "base64")).toBe(picture.png);
    expect((await run(file, "--page")).code).toBe(1);
    expect((await run(file)).code, "anybody may have made it").toBe(3);
  });

  it("cannot be made once the person was erased with their consent's key", async () => {
    const personKeys = join(folder, "person-keys.db");
    const store = await storeAt(await server.freshUrl(), { personKeys });
    const { lead } = await storePerson(store);
    await store.consentLog.seal(key);
    const made = () => evidenceOf(store, { ...lead, erasedAt: null } as never, key, 1, async () => picture);
    await store.people.erase({ email: zoe.email });
    await expect(made()).rejects.toThrow("This lead was erased.");
    await store.close();
  });

  it("refuses another key, a changed bundle and other files, and says how to run it", async () => {
    const { file, text } = await bundle("changed.json");
    const refused = async (reason: string, ...args: string[]) =>
      expect(await run(...args)).toMatchObject({ code: 1, stdout: `REFUSED: ${reason}\n` });
    const trusted = other.publicKey.toString("base64");
    await refused("It is signed with another key than the trusted one.", file, trusted);
    writeFileSync(file, text.replace("Zoe", "Ann"));
    await refused("The bundle was changed after it was made.", file);
    writeFileSync(file, "{}");
    await refused("The format is not known.", file);
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("<bundle.json>") });
  });
});
