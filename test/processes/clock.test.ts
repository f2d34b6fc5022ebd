import { existsSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answersC } from "../support/answers-c.ts";
import { FormVisitor } from "../support/form-visitor.ts";
import { holds } from "../support/holds.ts";
import { entriesC, JsonVisitor } from "../support/json-visitor.ts";
import { type Site, startSite } from "../support/site.ts";
import { counts, query, storedLeads } from "../support/store-reader.ts";
import { waitFor } from "../support/wait-for.ts";

/** Debian's, of this machine's kind of processor. */
const library = readdirSync("/usr/lib")
  .map((folder) => join("/usr/lib", folder, "faketime/libfaketimeMT.so.1"))
  .find(existsSync);

/** A site whose clock can be set while it runs; its timers go on as they would. */
async function startClockedSite(at: string) {
  if (!library) throw new Error("This test needs Debian's faketime: apt-get install -y faketime");
  const file = join(mkdtempSync(join(tmpdir(), "claimpath-clock-")), "clock");
  const set = (time: string) => writeFileSync(file, `@${time}\n`);
  set(at);
  const site = await startSite({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    TZ: "UTC",
  });
  return { site, set };
}

const newestAt = ({ databaseFile }: Site) =>
  query<{ at: number }>(
    databaseFile,
    "select created_at as at from leads order by created_at desc limit 1",
  )[0]!.at;
const delivered = (site: Site, leads: number) =>
  waitFor("the leads at the buyer", () => site.stubs.leadProsper.received.size === leads, 60_000);

async function walkOn(visitor: FormVisitor): Promise<void> {
  while (visitor.screen.step) await visitor.post(answersC[visitor.screen.step]!);
  expect(visitor.screen.url).toMatch(/^\/survey-thank-you\//);
}

describe("a clock that jumps", holds("T6"), () => {
  it("back by two days or ahead by two loses no visit, no lead and no delivery", async () => {
    const { site, set } = await startClockedSite("2026-11-21 12:00:00");
    try {
      const visitors: FormVisitor[] = [];
      for (const time of ["2026-11-19 12:00:00", "2026-11-23 12:00:00", "2026-11-21 12:00:00"]) {
        const visitor = new FormVisitor(site.url);
        await visitor.open("/survey/c");
        for (let count = 0; count < 4; count++) await visitor.post(answersC[visitor.screen.step]!);
        set(time);
        await walkOn(visitor);
        visitors.push(visitor);
        await delivered(site, visitors.length);
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
      await delivered(site, 4);
    } finally {
      await site.close();
    }
  });

  it("over the hour that summer time takes, and the one that it gives back", async () => {
    const { site, set } = await startClockedSite("2026-03-08 09:59:58");
    try {
      for (const [index, time] of ["2026-03-08 09:59:58", "2026-11-01 08:59:58"].entries()) {
        set(time);
        const visitor = new FormVisitor(site.url);
        await visitor.open("/survey/c");
        await visitor.post(answersC[visitor.screen.step]!);
        await walkOn(visitor);
        await delivered(site, index + 1);
      }
    } finally {
      await site.close();
    }
  });
});

it.each([
  ["when 32 bits of seconds end", "2038-01-19 03:14:05", "01/19/2038"],
  ["when they end without a sign", "2106-02-07 06:28:13", "02/07/2106"],
  ["on a leap day", "2028-02-29 18:00:00", "02/29/2028"],
])(
  "after 2038 a visitor is served, and an accident of that day counts as today's: %s",
  holds("T6"),
  async (_name, time, day) => {
    const { site } = await startClockedSite(time);
    try {
      const [injury_month, injury_day, injury_year] = day.split("/");
      const visitor = await new JsonVisitor(site.url).open();
      const when = {
        WhenWasTheAccident: {
          injury_month: injury_month!,
          injury_day: injury_day!,
          injury_year: injury_year!,
        },
      };
      // Where the visitor is, it may still be the day before.
      const answers = entriesC(when);
      const facts = { timeZone: "UTC" };
      expect((await visitor.progress(answers, facts)).status).toBe(200);
      expect((await visitor.postLead(facts)).status).toBe(200);
      await delivered(site, 1);
      expect(newestAt(site)).toBeGreaterThanOrEqual(Date.parse(`${time.replace(" ", "T")}Z`));
      expect(storedLeads(site.databaseFile)[0]!.record).toMatchObject({ accident_within_last_year: "yes" });
    } finally {
      await site.close();
    }
  },
);
