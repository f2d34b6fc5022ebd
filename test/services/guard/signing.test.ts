import { createHmac } from "node:crypto";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { proofOfWork } from "../../../services/guard/proof-of-work.ts";
import { sessionSecrets } from "../../../services/guard/secrets.ts";
import { createSeal } from "../../../services/guard/signing.ts";
import { silentLog } from "../../../services/observe/log.ts";
import { readSettings } from "../../../services/settings/env.ts";
import { StoreBusy } from "../../../services/store/engine/failures.ts";
import { formerUntil } from "../../../services/store/engine/keys.ts";
import type { SpentProofs } from "../../../services/store/guards/floods.ts";
import { newToken, openToken, sealToken } from "../../../services/visits/token.ts";
import { databases, twoStores } from "../../support/databases.ts";
import { holds } from "../../support/holds.ts";
import { packed, solve, unpacked } from "../../support/solve.ts";
import { sqlOn } from "../../support/store-reader.ts";

const [older, newer] = ["o".repeat(32), "n".repeat(32)];
const seal = createSeal([newer, older], "visit token");

describe("createSeal", () => {
  it("opens what it sealed", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(seal.open(seal.seal(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("opens what an older secret signed, and not what a foreign one did", () => {
    expect(seal.open(createSeal([older], "visit token").seal({ id: 1 }))).toEqual({ id: 1 });
    expect(createSeal([older], "visit token").open(seal.seal({ id: 1 }))).toBeUndefined();
    expect(seal.open(createSeal(["x".repeat(32)], "visit token").seal({ id: 1 }))).toBeUndefined();
  });

  it("opens a visit's token as every other process does", () => {
    const arrival = { path: "/survey/c", query: { affid: "7" }, referer: "" };
    const token = { ...newToken("visit", "c", arrival, 1), refused: undefined, session: "s".repeat(22) };
    const sealed = sealToken(seal, token);
    const elsewhere = openToken(createSeal([newer, older], "visit token"), sealed);
    expect(elsewhere).toEqual({ id: "visit", survey: "c", arrival, at: 1, seen: 0, session: token.session });
    expect(openToken(seal, sealed)).toEqual(elsewhere);
  });

  it("opens nothing that was signed for another purpose", holds("T73"), () => {
    const purposes = ["visit token", "session cookie", "contact form", "opt-out form"] as const;
    for (const one of purposes)
      for (const other of purposes) {
        const opened = createSeal([newer], other).open(createSeal([newer], one).seal(1));
        expect(opened, `${one} as ${other}`).toBe(one === other ? 1 : undefined);
      }
  });

  it("opens what a secret itself signed while such visits may last, and no longer", holds("T73"), () => {
    const text = Buffer.from("1").toString("base64url");
    const former = `${text}.${createHmac("sha256", older).update(text).digest("base64url")}`;
    const at = (time: number) => createSeal([newer, older], "visit token", () => time).open(former);
    expect(at(formerUntil - 1)).toBe(1);
    expect(at(formerUntil)).toBeUndefined();
  });

  it("opens Remix's former cookies, with any characters in their signatures", holds("T73"), () => {
    const opens = createSeal([newer, older], "session cookie", () => formerUntil - 1);
    for (let index = 0; index < 200; index++) {
      const id = `${index}`.padStart(22, "-");
      const text = btoa(JSON.stringify(id));
      const signed = createHmac("sha256", older).update(text).digest("base64").replace(/=+$/, "");
      expect(opens.open(`${text}.${signed}`), signed).toBe(id);
    }
  });

  it("a change of any character breaks the seal", holds("T27"), () => {
    const token = seal.seal({ visit: "a1", at: 7 });
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === "A" ? "B" : "A";
      expect(
        seal.open(token.slice(0, index) + other + token.slice(index + 1)),
        `at ${index}`,
      ).toBeUndefined();
    }
  });

  it("never throws for strange tokens", holds("T27"), () => {
    const anything = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(anything, (token) => {
        expect(seal.open(token)).toBeUndefined();
      }),
    );
    const strange = [
      undefined,
      null,
      "",
      ".",
      "..",
      "a.b.c",
      `${"a".repeat(9000)}.b`,
      "é.é",
      `${seal.seal(1)}.x`,
    ];
    for (const token of strange) expect(seal.open(token)).toBeUndefined();
  });

  it("refuses to seal what no one could open", () => {
    expect(() => seal.seal("x".repeat(9000))).toThrow(RangeError);
    expect(() => createSeal([], "visit token")).toThrow("secret");
  });
});

it("a file of secrets is readable by its owner only", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "claimpath-")), "data");
  const settings = readSettings({ DATABASE_URL: `file:${folder}/claimpath.db` });
  const [secret, ...others] = sessionSecrets(settings);
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(others).toEqual([]);
  expect(sessionSecrets(settings)).toEqual([secret]);
  expect(statSync(join(folder, "session-secret")).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

describe("proofs of work", () => {
  const one = "192.0.2.1";
  const other = "198.51.100.7";
  const minute = 60_000;

  let now: number;
  beforeEach(() => {
    now = Date.now();
  });

  function inMemory(): Pick<SpentProofs, "spend"> {
    const spent = new Set<string>();
    return { spend: async (nonce) => spent.size < spent.add(nonce).size };
  }
  function proofs({ spent = inMemory(), secrets = ["a secret of this deployment"], log = silentLog } = {}) {
    return proofOfWork({ secrets, cost: 1, spent, now: () => now, log });
  }

  type Change = NonNullable<Parameters<typeof solve>[1]>;
  type Solved = Parameters<Change>[0];
  const asked =
    (parameters: object): Change =>
    ({ challenge, solution }) => ({
      challenge: { ...challenge, parameters: { ...challenge.parameters, ...parameters } },
      solution,
    });
  const solved =
    (change: (solution: Solved["solution"]) => object): Change =>
    ({ challenge, solution }) => ({ challenge, solution: change(solution) });

  describe("a proof of work", () => {
    it("is asked for each time, and contains no address", async () => {
      const work = proofs();
      const [first, second] = [await work.challenge(one), await work.challenge(one)];
      expect(unpacked(first).parameters.nonce).not.toBe(unpacked(second).parameters.nonce);
      expect(JSON.stringify(unpacked(first))).not.toContain(one);
    });

    it("is invalid from another address, but valid from all of a subscriber's IPv6 network", async () => {
      const work = proofs();
      expect(await work.check(other, await solve(await work.challenge(one)))).toBe("foreign");
      const proof = await solve(await work.challenge("2001:db8:1:2::1"));
      expect(await work.check("2001:db8:1:2:ffff::9", proof)).toBe("taken");
    });

    it("expires after two minutes", holds("T29"), async () => {
      const work = proofs();
      const [early, late] = [await work.challenge(one), await work.challenge(one)];
      now += 2 * minute - 2_000;
      expect(await work.check(one, await solve(early))).toBe("taken");
      now += 3_000;
      expect(await work.check(one, await solve(late))).toBe("expired");
    });

    it("is issued by one process and accepted by another, even while a secret is replaced", async () => {
      const old = proofs({ secrets: ["old"] });
      const both = proofs({ secrets: ["new", "old"] });
      expect(await both.check(one, await solve(await old.challenge(one)))).toBe("taken");
      expect(await old.check(one, await solve(await both.challenge(one)))).toBe("foreign");
    });

    it.each<[string, Change, string]>([
      ["made easier", asked({ keyPrefix: "ff" }), "forged"],
      ["made cheaper", asked({ cost: 0 }), "forged"],
      ["made to last", asked({ expiresAt: 9e12 }), "forged"],
      [
        "without a signature",
        ({ challenge: { parameters }, ...rest }) => ({ ...rest, challenge: { parameters } }),
        "unreadable",
      ],
      [
        "with another signature",
        ({ challenge, ...rest }) => ({ ...rest, challenge: { ...challenge, signature: "00" } }),
        "forged",
      ],
      [
        "with another counter",
        solved(({ counter, ...rest }) => ({ ...rest, counter: counter + 1 })),
        "unsolved",
      ],
      ["with a made-up key", solved(() => ({ counter: 5, derivedKey: "00".repeat(32) })), "unsolved"],
      ["without its solution", ({ challenge }) => ({ challenge }), "unreadable"],
      ["that is a list", () => [], "unreadable"],
      ["that is nothing", () => null, "unreadable"],
    ])("%s is refused, and the honest one is accepted after it", async (_what, change, verdict) => {
      const work = proofs();
      const challenge = await work.challenge(one);
      expect(await work.check(one, await solve(challenge, change))).toBe(verdict);
      expect(await work.check(one, await solve(challenge))).toBe("taken");
    });

    it.each(["", "%%%", "e30=", "{}", "A".repeat(8_000), packed({ challenge: "x", solution: {} })])(
      "%j is not a proof",
      async (text) => expect(await proofs().check(one, text)).toBe("unreadable"),
    );

    it("is accepted while the store fails, with a log entry", async () => {
      const said: unknown[] = [];
      const spent = { spend: () => Promise.reject(new StoreBusy()) };
      const work = proofs({ spent, log: (...line) => said.push(line) });
      expect(await work.check(one, await solve(await work.challenge(one)))).toBe("taken");
      expect(said).toEqual([["proofs.not_shared", { error: "StoreBusy" }]]);
    });
  });

  describe.each(databases)("proofs of work on $name", ({ start }) => {
    const on = twoStores(start, () => now);

    it("are accepted once by all processes together, even when they come at once", holds("T29"), async () => {
      const processes = on.stores.map(({ spentProofs }) => proofs({ spent: spentProofs }));
      const proof = await solve(await processes[0]!.challenge(one));
      const verdicts = await Promise.all([0, 1, 0, 1].map((at) => processes[at]!.check(one, proof)));
      expect(verdicts.sort()).toEqual(["replayed", "replayed", "replayed", "taken"]);
    });

    it("leave nothing of a visitor in the store, and nothing once they have expired", async () => {
      const work = proofs({ spent: on.stores[0]!.spentProofs });
      await work.check(one, await solve(await work.challenge(one)));
      const rows = await sqlOn(on.url, "select * from spent_proofs");
      expect(rows.length).toBeGreaterThan(0);
      expect(Object.keys(rows[0] as object).sort()).toEqual(["expires_at", "nonce"]);
      now += 3 * minute;
      await on.stores[0]!.retention.sweep({ codes: 0 });
      expect(await sqlOn(on.url, "select * from spent_proofs")).toEqual([]);
    });
  });
});
