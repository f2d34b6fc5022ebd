import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSeal } from "../../../services/guard/signing.ts";
import { formerUntil } from "../../../services/store/engine/keys.ts";
import { holds } from "../../support/holds.ts";

const [older, newer] = ["o".repeat(32), "n".repeat(32)];
const seal = createSeal([newer, older], "visit token");

describe("createSeal", () => {
  test("opens what it sealed", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(seal.open(seal.seal(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test("opens what an older secret signed, and not what a foreign one did", () => {
    expect(seal.open(createSeal([older], "visit token").seal({ id: 1 }))).toEqual({ id: 1 });
    expect(createSeal([older], "visit token").open(seal.seal({ id: 1 }))).toBeUndefined();
    expect(seal.open(createSeal(["x".repeat(32)], "visit token").seal({ id: 1 }))).toBeUndefined();
  });

  test("opens nothing that was signed for another purpose", holds("T73"), () => {
    const purposes = ["visit token", "session cookie", "contact form", "opt-out form"] as const;
    for (const one of purposes)
      for (const other of purposes) {
        const opened = createSeal([newer], other).open(createSeal([newer], one).seal(1));
        expect(opened, `${one} as ${other}`).toBe(one === other ? 1 : undefined);
      }
  });

  test(
    "opens what a secret itself signed as long as such visits may last, and no longer",
    holds("T73"),
    () => {
      const text = Buffer.from("1").toString("base64url");
      const former = `${text}.${createHmac("sha256", older).update(text).digest("base64url")}`;
      const at = (time: number) => createSeal([newer, older], "visit token", () => time).open(former);
      expect(at(formerUntil - 1)).toBe(1);
      expect(at(formerUntil)).toBeUndefined();
    },
  );

  test("opens former cookies of Remix, whatever letters their signatures have", holds("T73"), () => {
    const opens = createSeal([newer, older], "session cookie", () => formerUntil - 1);
    for (let index = 0; index < 200; index++) {
      const id = `${index}`.padStart(22, "-");
      const text = btoa(JSON.stringify(id));
      const signed = createHmac("sha256", older).update(text).digest("base64").replace(/=+$/, "");
      expect(opens.open(`${text}.${signed}`), signed).toBe(id);
    }
  });

  test("a change of any one character breaks it", holds("T27"), () => {
    const token = seal.seal({ visit: "a1", at: 7 });
    for (let index = 0; index < token.length; index++) {
      const other = token[index] === "A" ? "B" : "A";
      expect(
        seal.open(token.slice(0, index) + other + token.slice(index + 1)),
        `at ${index}`,
      ).toBeUndefined();
    }
  });

  test("never throws at strange tokens", holds("T27"), () => {
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

  test("refuses to seal what no one would open", () => {
    expect(() => seal.seal("x".repeat(9000))).toThrow(RangeError);
    expect(() => createSeal([], "visit token")).toThrow("secret");
  });
});
