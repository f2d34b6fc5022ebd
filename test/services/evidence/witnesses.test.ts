import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { timestampRequest, timestampToken, witnessesOf } from "../../../services/evidence/sealer.ts";
import { logKeyOf } from "../../../services/transparency/signed-note.ts";
import { attachmentOf, startSmtp } from "../../stubs/smtp.ts";
import { startStub } from "../../stubs/stub-server.ts";
import { startTimestampAuthority } from "../../stubs/timestamp-authority.ts";
import { during } from "../../support/during.ts";
import { holds } from "../../support/holds.ts";

const note = logKeyOf("k".repeat(32)).sign({ size: 3, root: Buffer.alloc(32, 7), at: 1_700_000_000_000 });
const settings = { everyMs: 1 };

describe("a file that witnesses the log", () => {
  it("gets each head as one more line that only its owner reads", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "claimpath-")), "heads.jsonl");
    const [witness] = witnessesOf({ ...settings, file });
    await Promise.all([1, 2, 3].map(() => witness!.keep(note)));
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(Array(3).fill({ head: note }));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});

describe("an address that witnesses the log", () => {
  it("is posted the note as it is; another answer than success is a failure", async () => {
    let status = 200;
    await using stub = await startStub(() => ({ status, body: {} }));
    const [witness] = witnessesOf({ ...settings, url: `${stub.origin}/heads` });
    await witness!.keep(note);
    expect(stub.requests[0]).toMatchObject({ method: "POST", path: "/heads", body: note });
    status = 302;
    await expect(witness!.keep(note)).rejects.toThrow("status 302");
  });
});

describe("a mailbox that witnesses the log", holds("T57"), () => {
  const smtp = during(startSmtp);
  const from = "site@example.com";
  const witness = (server: string) =>
    witnessesOf({ ...settings, email: { to: "auditor@example.org", smtp: server, from } })[0]!;

  it("gets each head as a file that `consent verify` reads", async () => {
    await witness(smtp.url).keep(note);
    const letter = smtp.letters[0]!;
    expect(letter).toMatch(
      /^From: site@example\.com\r?\nTo: auditor@example\.org\r?\nSubject: Consent log .*3/m,
    );
    expect(attachmentOf(letter)).toBe(`${JSON.stringify({ head: note })}\n`);
  });

  it("has nothing while its server refuses, or is away", async () => {
    smtp.refuse = 451;
    await expect(witness(smtp.url).keep(note)).rejects.toThrow("451");
    smtp.refuse = undefined;
    await expect(witness("smtp://127.0.0.1:1").keep(note)).rejects.toThrow("ECONNREFUSED");
  });
});

describe("a timestamp authority", holds("T67"), () => {
  const authority = during(startTimestampAuthority);
  const witness = () => witnessesOf({ ...settings, timestampUrl: authority.url })[0]!;

  it("stamps a head, as OpenSSL confirms", async () => {
    const { stamp } = await witness().keep(note);
    const token = Buffer.from(stamp!, "base64");
    await authority.verify(note, token);
    await expect(authority.verify(note.replace("3", "4"), token)).rejects.toThrow();
  });

  it("that refuses, fails, or answers about something else has stamped nothing", async () => {
    const { stamp } = await witness().keep(note);
    const granted = Buffer.from("30050201003000", "hex");
    const answers = [
      Buffer.from("3005300302010230", "hex"),
      Buffer.alloc(0),
      Buffer.from("3082ffff", "hex"),
      granted,
    ];
    for (const answer of [...answers, Buffer.from(stamp!, "base64")]) {
      authority.control.answer = answer;
      await expect(witness().keep(note), answer.toString("hex").slice(0, 20)).rejects.toThrow();
    }
    authority.control.answer = undefined;
    authority.control.status = 500;
    await expect(witness().keep(note)).rejects.toThrow("status 500");
    authority.control.status = 200;
  });

  it("is not believed when it answers another question", () => {
    const [asked, other] = [timestampRequest(note), timestampRequest(note)];
    const granted = Buffer.concat([Buffer.from("300330010200", "hex")]);
    expect(other.nonce).not.toEqual(asked.nonce);
    expect(() => timestampToken(granted, asked)).toThrow();
  });
});
