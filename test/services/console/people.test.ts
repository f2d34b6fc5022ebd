import { mkdtempSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hashOfNobody, hashOfPassword, isPassword } from "../../../services/console/passwords.ts";
import { peopleFileOf, readPeople, writePeople } from "../../../services/console/people-file.ts";
import {
  newSecondFactor,
  periodOfCode,
  secondFactorAddress,
} from "../../../services/console/second-factor.ts";

const folder = mkdtempSync(join(tmpdir(), "claimpath-people-"));

it("a password is known by its hash, of which no two are the same", async () => {
  const [one, other] = [await hashOfPassword("pass phrase é"), await hashOfPassword("pass phrase é")];
  expect(one).not.toBe(other);
  expect(one).not.toContain("phrase");
  expect(await isPassword("pass phrase é".normalize("NFD"), one)).toBe(true);
  expect(await isPassword("pass phrase", one)).toBe(false);
  expect(await isPassword("", one)).toBe(false);
  expect(hashOfNobody().split("$", 4), "costs as much").toEqual(one.split("$", 4));
});

/** RFC 6238, appendix B, of whose eight digits these are the last six. */
it("a code of the second factor is that of RFC 6238, and names its period", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  expect(periodOfCode(secret, "287082", 59_000)).toBe(30_000);
  expect(periodOfCode(secret, "287 082", 89_000)).toBe(30_000);
  expect(periodOfCode(secret, "287082", 120_000)).toBeUndefined();
  expect(periodOfCode(secret, "", 59_000)).toBeUndefined();
  const [one, other] = [newSecondFactor(), newSecondFactor()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  expect(secondFactorAddress(one, "ana")).toBe(
    `otpauth://totp/Claimpath:ana?issuer=Claimpath&secret=${one}&algorithm=SHA1&digits=6&period=30`,
  );
});

it("the file of people is its owner's alone, and says where it is wrong", () => {
  const file = join(folder, "people.json");
  expect(readPeople(file)).toEqual({});
  const people = { ana: { role: "leads-masked" as const, password: "scrypt$1" } };
  writePeople(file, people);
  expect(readPeople(file)).toEqual(people);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (const [text, fault] of [
    ["{", /it is not JSON/],
    ['{"ana":{"role":"all","password":"scrypt$1"}}', /ana\.role/],
    ['{"ana":{"role":"leads","password":"secret"}}', /ana\.password/],
    ['{"first start":{"role":"leads","password":"scrypt$1"}}', /first start/],
  ] as const) {
    writeFileSync(file, text);
    expect(() => readPeople(file), text).toThrow(fault);
  }
});

it("it lies beside a file database, and elsewhere where a setting says so", () => {
  expect(peopleFileOf({ databaseUrl: "file:/srv/data/a.db", consolePeopleFile: undefined })).toBe(
    "/srv/data/console-people.json",
  );
  expect(peopleFileOf({ databaseUrl: "postgres://x/y", consolePeopleFile: undefined })).toBeUndefined();
  expect(peopleFileOf({ databaseUrl: "postgres://x/y", consolePeopleFile: "/etc/p.json" })).toBe(
    "/etc/p.json",
  );
});
