import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { witnessForNode } from "../../../services/features/evidence/verifier/witness.ts";
import { logKeyOf } from "../../../services/transparency/signed-note.ts";
import { siteForTests } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";
import { query } from "../../support/store-reader.ts";
import { JsonVisitor } from "../../support/visitors.ts";
import { waitFor } from "../../support/wait-for.ts";

const witness = join(mkdtempSync(join(tmpdir(), "claimpath-")), "heads.jsonl");
const site = siteForTests({ CONSENT_WITNESS_FILE: witness, "consents.witness-minutes": "0" });

it(
  "anybody can be a witness with one program, and two of them notice a split log",
  holds("T63"),
  async () => {
    for (let lead = 0; lead < 3; lead++) {
      await (await new JsonVisitor(site.url).open()).finish();
      const waiting = () => query(site.databaseFile, "select 1 from consents where seq is null").length;
      await waitFor("the consent in the log", () => waiting() === 0);
    }
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
  },
);
