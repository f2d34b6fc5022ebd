import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { hashOfNobody, hashOfPassword, isPassword } from "../../../services/console/passwords.ts";
import { changePeople, peopleFileOf, readPeople } from "../../../services/console/people-file.ts";
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

it("the file of people is its owner's alone, and says where it is wrong", async () => {
  const file = join(folder, "people.json");
  expect(readPeople(file)).toEqual({});
  const people = { ana: { role: "leads-masked" as const, password: "scrypt$1" } };
  await changePeople(file, () => people);
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

it("who change it at the same time lose nothing of each other, in several processes", async () => {
  const file = join(folder, "many.json");
  const names = Array.from({ length: 12 }, (_, index) => `person${index}`);
  // Each in a process of its own, as commands and the site are; half of them wait while they have it.
  const program = `
    const { changePeople } = await import(process.argv[1]);
    for (const name of process.argv.slice(3))
      await changePeople(process.argv[2], async (people) => {
        await new Promise((resolve) => setTimeout(resolve, 30));
        return { ...people, [name]: { role: "charts", password: "scrypt$1" } };
      });`;
  const module = new URL("../../../services/console/people-file.ts", import.meta.url).href;
  const run = promisify(execFile);
  const processes = [names.slice(0, 6), names.slice(6)].map((own) =>
    run(process.execPath, ["--input-type=module", "-e", program, module, file, ...own]),
  );
  await Promise.all(processes);
  expect(Object.keys(readPeople(file)).sort()).toEqual([...names].sort());
  expect(existsSync(`${file}.draft`)).toBe(false);
});

it("it can be changed again after a program was killed while it changed it", async () => {
  const file = join(folder, "killed.json");
  writeFileSync(`${file}.draft`, "half of");
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(`${file}.draft`, longAgo, longAgo);
  await changePeople(file, () => ({ ana: { role: "charts" as const, password: "scrypt$1" } }));
  expect(Object.keys(readPeople(file))).toEqual(["ana"]);
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
