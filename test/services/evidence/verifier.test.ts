import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { evidenceOf } from "../../../services/evidence/bundle.ts";
import { verifierForNode } from "../../../services/evidence/verifier/programs.ts";
import { freshStore, sqlite } from "../../support/databases.ts";
import { aSubmission, aVisit } from "../../support/submissions.ts";
import { key, other } from "../../support/tamperings.ts";

const on = freshStore(sqlite.start);
const folder = mkdtempSync(join(tmpdir(), "claimpath-verifier-"));
const [program, file] = [join(folder, "verify-evidence.mjs"), join(folder, "bundle.json")];

type Ended = { code: number; stdout: string; stderr: string };
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [program, ...args]).then(
    (done): Ended => ({ code: 0, ...done }),
    (error: Ended) => error,
  );

it("the verifier's status says whether a bundle is true, whose key it trusts, and that it was run wrongly", async () => {
  writeFileSync(program, verifierForNode());
  const submission = aSubmission([], on.now);
  await on.store.submit(aVisit(), 0, [], submission);
  await on.store.consentLog.seal(key);
  const lead = (await on.store.leads.get(submission.lead.id))!;
  const none = async () => ({ none: "Not for a test." });
  writeFileSync(file, await evidenceOf(on.store, lead, key, on.now, none));
  const trusting = ({ publicKey }: typeof key) => run(file, publicKey.toString("base64"));
  const [trusted, untrusted, anybody, wrong] = [trusting(key), trusting(other), run(file), run()];
  expect(await trusted).toMatchObject({ code: 0, stderr: "" });
  expect((await trusted).stdout).toContain(`Lead ${lead.id} gave this consent on 2023-11-14`);
  expect(await untrusted).toMatchObject({
    code: 1,
    stdout: "REFUSED: It is signed with another key than the trusted one.\n",
  });
  expect((await anybody).code, "anybody may have made it").toBe(3);
  expect(await wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("<bundle.json>") });
});
