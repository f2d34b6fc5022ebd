import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { witnessForNode } from "../../services/evidence/verifier/witness.ts";
import { logKeyOf, openNote } from "../../services/transparency/signed-note.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { isConsistent } from "../support/merkle-proofs.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { change, query, storedLeads } from "../support/store-reader.ts";
import { JsonVisitor } from "../support/visitors.ts";

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

it(
  "gets each lead's consent within seconds, and shows anybody who asks that it only grows",
  holds("T63", "T65"),
  async () => {
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
  },
);

it(
  "anybody is a witness with one program, and two who compare notice a log that is shown to one",
  holds("T63"),
  async () => {
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
