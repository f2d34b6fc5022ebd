import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { announceLeads } from "../../../services/console/announce.ts";
import { findLeads } from "../../../services/console/find-leads.ts";
import {
  comparedInTurn,
  hashOfNobody,
  hashOfPassword,
  isPassword,
} from "../../../services/console/passwords.ts";
import { changePeople, peopleFileOf, readPeople } from "../../../services/console/people-file.ts";
import {
  newSecondFactor,
  periodOfCode,
  secondFactorAddress,
} from "../../../services/console/second-factor.ts";
import { judge } from "../../../services/console/sign-in.ts";
import type { Share } from "../../../services/store/guards/budgets.ts";
import type { InboxLead } from "../../../services/store/leads/inbox.ts";
import type { Lead } from "../../../services/store/rows.ts";
import { holds } from "../../support/holds.ts";
import { waitFor } from "../../support/wait-for.ts";

const aLead = (id: string, record: Record<string, unknown> = {}) =>
  ({ id, kind: "survey", variant: "c", qualified: true, dqReason: null, record }) as unknown as InboxLead;

describe("the announcer of leads", () => {
  it("each new lead is printed once, masked, oldest first", async () => {
    const stored: Lead[] = [];
    const lines: string[] = [];
    const list = async () => [...stored].reverse();
    const { stop } = announceLeads({ list }, (line) => lines.push(line));
    const zoe = { first_name: "Zoe", last_name: "Quinn", phone: "(213) 555-0142", state: "TX" };
    stored.push(aLead("1", zoe), aLead("2"));
    await waitFor("two lines", () => lines.length === 2);
    stored.push(aLead("3"));
    await waitFor("a third", () => lines.length === 3);
    await stop();
    expect(lines[0]).toBe("New lead (survey c): Z… Q…, …42, TX, qualified");
  });
});

describe("the search for leads", () => {
  it("pages are searched until enough is found, and the result says where it stopped", async () => {
    const all = Array.from({ length: 5_000 }, (_, index) =>
      aLead(String(9_999 - index), { phone: `213555${String(index).padStart(4, "0")}`, state: "TX" }),
    );
    const page = async ({ before = "99999" }: { before?: string }, limit: number) =>
      all.filter(({ id }) => id < before).slice(0, limit);
    const catchUp = async () => 0;
    const first = await findLeads({ page, catchUp }, { find: "…99", state: "TX", isMasked: false }, 50);
    expect(first.leads.map(({ record }) => record.phone).slice(0, 2)).toEqual(["2135550099", "2135550199"]);
    expect(first.leads.length).toBe(20);
    const rest = await findLeads({ page, catchUp }, { find: "99", before: first.next, isMasked: true }, 50);
    expect(rest.leads[0]!.record.phone).toBe("2135552099");
    expect(
      (await findLeads({ page, catchUp }, { state: "AK", before: "5100", isMasked: false }, 50)).next,
    ).toBeUndefined();
  });
});

const folder = mkdtempSync(join(tmpdir(), "claimpath-people-"));

describe("a password", () => {
  it("a password is stored as a hash, no two of which are equal", async () => {
    const [one, other] = [await hashOfPassword("pass phrase é"), await hashOfPassword("pass phrase é")];
    expect(one).not.toBe(other);
    expect(one).not.toContain("phrase");
    expect(await isPassword("pass phrase é".normalize("NFD"), one)).toBe(true);
    expect(await isPassword("pass phrase", one)).toBe(false);
    expect(await isPassword("", one)).toBe(false);
    expect(hashOfNobody().split("$", 4), "costs as much").toEqual(one.split("$", 4));
  });
});

describe("the second factor", () => {
  /** RFC 6238, appendix B, of whose eight digits these are the last six. */
  it("a code of the second factor follows RFC 6238, and names its period", () => {
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
});

describe("the file of people", () => {
  it("the file of people is readable by its owner only, and its faults are located", async () => {
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

  it("simultaneous changes in several processes lose nothing", async () => {
    const file = join(folder, "many.json");
    const names = Array.from({ length: 12 }, (_, index) => `person${index}`);
    // Each in a process of its own, as commands and the site are; half of them wait while they hold it.
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

  it("the file of people can be changed again after a program was killed while changing it", async () => {
    const file = join(folder, "killed.json");
    writeFileSync(`${file}.draft`, "half of");
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(`${file}.draft`, longAgo, longAgo);
    await changePeople(file, () => ({ ana: { role: "charts" as const, password: "scrypt$1" } }));
    expect(Object.keys(readPeople(file))).toEqual(["ana"]);
  });

  it("the file of people is beside a file database, or where a setting says", () => {
    expect(peopleFileOf({ databaseUrl: "file:/srv/data/a.db", consolePeopleFile: undefined })).toBe(
      "/srv/data/console-people.json",
    );
    expect(peopleFileOf({ databaseUrl: "postgres://x/y", consolePeopleFile: undefined })).toBeUndefined();
    expect(peopleFileOf({ databaseUrl: "postgres://x/y", consolePeopleFile: "/etc/p.json" })).toBe(
      "/etc/p.json",
    );
  });
});

describe("tries to sign in", () => {
  it("passwords are compared one after the other, and few may wait", holds("T115"), async () => {
    const hash = await hashOfPassword("right");
    const strangers = Array.from({ length: 30 }, () => comparedInTurn("guess", hash));
    const owner = comparedInTurn("right", hash, true);
    const flood = await Promise.all(strangers);
    expect(flood).toEqual([...Array(10).fill(false), ...Array(20).fill(undefined)]);
    expect(await owner, "of a known browser").toBe(true);
  });

  /** The shares that a try from this address needs, where none is left. */
  async function sharesFrom(ip: string, browser?: string): Promise<Map<string, number>> {
    const taken = new Map<string, number>();
    const take = async (shares: readonly Share[]) => {
      for (const { name, of, most } of shares) taken.set(`${name} ${of}`, most);
      return { share: shares[0]!, waitMs: 1 };
    };
    const budgets = { take, taken: async () => [] };
    const verdict = await judge(
      { name: "ana", password: "x", code: "" },
      { ip, browser },
      { file: undefined, budgets, now: Date.now },
    );
    expect(verdict).toBe("too many");
    return taken;
  }

  it("failed tries are counted for enclosing networks, too", holds("T115"), async () => {
    const [one, other] = [await sharesFrom("203.0.113.4"), await sharesFrom("203.0.113.5")];
    expect([...one.keys()].filter((key) => other.has(key))).toEqual([
      "console tries network 203.0.113.0/24",
      "console tries name ana",
    ]);
    expect(one.get("console tries network 203.0.113.0/24")).toBe(60);
    const [half, next] = [await sharesFrom("2001:db8:7:1::1"), await sharesFrom("2001:db8:7:2ff::1")];
    expect([...half.keys()].filter((key) => next.has(key))).toEqual([
      "console tries network 2001:db8:7/48",
      "console tries name ana",
    ]);
    expect(half.get("console tries network 2001:db8:7/48")).toBe(120);
  });

  it(
    "failed tries from a browser in which the person has signed in are counted separately",
    holds("T134"),
    async () => {
      expect(await sharesFrom("203.0.113.4", "b1")).toEqual(new Map([["console tries browser b1 ana", 10]]));
    },
  );
});
