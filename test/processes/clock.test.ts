import { existsSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers.ts";
import { siteProcessForTests } from "../support/during.ts";
import { holds } from "../support/holds.ts";
import { counts, query } from "../support/store-reader.ts";
import { entriesC, FormVisitor, JsonVisitor } from "../support/visitors.ts";
import { waitFor } from "../support/wait-for.ts";

/** Debian's, of this machine's kind of processor. */
const library = readdirSync("/usr/lib")
  .map((folder) => join("/usr/lib", folder, "faketime/libfaketimeMT.so.1"))
  .find(existsSync);

const clock = join(mkdtempSync(join(tmpdir(), "claimpath-clock-")), "clock");
/** In one step: a program that reads an empty file gets the time of today. */
const set = (time: string) => {
  writeFileSync(`${clock}.new`, `@${time}\n`);
  renameSync(`${clock}.new`, clock);
};
/** A site whose clock can be set while it runs, without an effect on its timers. */
const site = siteProcessForTests(() => {
  if (!library) throw new Error("This test needs Debian's faketime: apt-get install -y faketime");
  set("2026-11-21 12:00:00");
  return {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    TZ: "UTC",
  };
});

const delivered = (leads: number) =>
  waitFor("the leads at the buyer", () => site.stubs.leadProsper.received.size === leads);

async function walkOn(visitor: FormVisitor): Promise<void> {
  while (visitor.screen.step) await visitor.post(answersC[visitor.screen.step]!);
  expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
}

describe("a clock that jumps", holds("T6"), () => {
  it("a jump of two days back or ahead loses no visit, no lead and no delivery", async () => {
    for (const [index, time] of ["11-19", "11-23", "11-21"].entries()) {
      const visitor = new FormVisitor(site.url);
      await visitor.open("/survey/c");
      for (let count = 0; count < 4; count++) await visitor.post(answersC[visitor.screen.step]!);
      set(`2026-${time} 12:00:00`);
      await walkOn(visitor);
      await delivered(index + 1);
    }
    expect(counts(site.databaseFile)).toMatchObject({ leads: 3, consents: 3 });
    const waiting = await new JsonVisitor(site.url).open();
    await waiting.progress(entriesC().slice(0, -1));
    site.stubs.leadProsper.fault = "5xx";
    set("2036-01-01 00:00:00");
    expect((await waiting.finish(entriesC().slice(-1))).status).toBe(200);
    await waitFor("an attempt that fails", () => {
      const [row] = query<{ n: number }>(
        site.databaseFile,
        "select count(*) as n from outbox where last_error is not null",
      );
      return row!.n > 0;
    });
    site.stubs.leadProsper.fault = "ok";
    set("2026-11-21 12:30:00");
    await delivered(4);
  });

  it("over the hour that summer time gives back, and the one that it takes", async () => {
    for (const [index, time] of ["2026-11-01 08:59:58", "2027-03-14 09:59:58"].entries()) {
      set(time);
      const visitor = new FormVisitor(site.url);
      await visitor.open("/survey/c");
      await visitor.post(answersC[visitor.screen.step]!);
      await walkOn(visitor);
      await delivered(5 + index);
    }
  });
});

describe("a visitor is served, and an accident of that day counts as today's,", holds("T6"), () => {
  it.each([
    ["when 32 bits of seconds end", "2038-01-19 03:14:05"],
    ["on a leap day", "2048-02-29 18:00:00"],
    ["when they end without a sign", "2106-02-07 06:28:13"],
  ])("%s", async (_when, time) => {
    set(time);
    const before = counts(site.databaseFile).leads;
    const [injury_year, injury_month, injury_day] = time.slice(0, 10).split("-") as [string, string, string];
    const visitor = await new JsonVisitor(site.url).open();
    // Where the visitor is, it may still be the day before.
    const answers = entriesC({ WhenWasTheAccident: { injury_month, injury_day, injury_year } });
    const facts = { timeZone: "UTC" };
    expect((await visitor.progress(answers, facts)).status).toBe(200);
    expect((await visitor.postLead(facts)).status).toBe(200);
    await delivered(before + 1);
    const [newest] = query<{ at: number; record: string }>(
      site.databaseFile,
      "select created_at as at, record from leads order by created_at desc limit 1",
    );
    expect(newest!.at).toBeGreaterThanOrEqual(Date.parse(`${time.replace(" ", "T")}Z`));
    expect(JSON.parse(newest!.record)).toMatchObject({ accident_within_last_year: "yes" });
  });
});
