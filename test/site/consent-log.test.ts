import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openNote } from "../../services/transparency/signed-note.ts";
import { siteForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { JsonVisitor } from "../support/json-visitor.ts";
import { isConsistent } from "../support/merkle-proofs.ts";
import { runCommand } from "../support/run-command.ts";
import { send } from "../support/send.ts";
import { change, query, storedLeads } from "../support/store-reader.ts";

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
