import { setTimeout } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { claimpath } from "../../../services/commands/commands.ts";
import { databases, databasesOf } from "../../support/databases.ts";
import { runCommand } from "../../support/run-command.ts";
import { sqlOn } from "../../support/store-reader.ts";

describe.each(databases)("simulated traffic on $name", ({ start }) => {
  const server = databasesOf(start);
  let url: string;
  beforeAll(async () => {
    url = await server.freshUrl();
  });
  const run = (line: string) => runCommand(line, { DATABASE_URL: url, SESSION_SECRETS: "s".repeat(32) });
  const count = async (table: string) =>
    Number((await sqlOn<{ n: number }>(url, `select count(*) as n from ${table}`))[0]!.n);

  it("simulated traffic is added, marked as such, and makes no visit", async () => {
    const { status, stdout, stderr } = await run(
      "simulate-traffic --sessions 120 --seed 3 --days 5 --until 2026-06-15",
    );
    const added = "Added 120 simulated sessions and 199 first views of c.\n";
    expect([status, stderr, stdout]).toEqual([0, "", added]);
    expect([await count("analytics_sessions"), await count("visits")]).toEqual([120, 0]);
    expect(
      Number((await sqlOn<{ n: number }>(url, "select sum(views) as n from analytics_views"))[0]!.n),
    ).toBe(199);
    expect(await sqlOn(url, "select distinct simulated from analytics_sources")).toEqual([{ simulated: 1 }]);
  });

  it("simulated traffic ends today by default", async () => {
    const { status, stderr } = await run("simulate-traffic --sessions 10 --seed 4 --days 2");
    expect([status, stderr]).toEqual([0, ""]);
    const [newest] = await sqlOn<{ hour: number }>(url, "select max(hour) as hour from analytics_sessions");
    expect(Date.now() / 3_600_000 - Number(newest!.hour)).toBeLessThan(3 * 24);
  });

  it("simulated traffic is written in small batches, between which a site can write", async () => {
    const seen = new Set<number>();
    let isOver = false;
    const watch = async () => {
      for (; !isOver; await setTimeout(1)) seen.add(await count("analytics_sessions"));
    };
    const watched = watch();
    await run("simulate-traffic --sessions 1000 --seed 5 --days 2");
    isOver = true;
    await watched;
    expect(seen.size).toBeGreaterThan(3);
  });
});

it("the help lists the command at its feature's place, not at the end", async () => {
  const names = (await claimpath()).commands.map((command) => command.name());
  expect(names[names.indexOf("sessions") + 1]).toBe("simulate-traffic");
});

it.each([
  "simulate-traffic",
  "simulate-traffic --sessions 10",
  "simulate-traffic --sessions many --seed 1",
  "simulate-traffic --sessions 0 --seed 1",
  "simulate-traffic --sessions 1 --seed 1 --variant nobody",
  "simulate-traffic --sessions 1 --seed 1 --until soon",
])("%s: one sentence and status 2", async (line) => {
  const { status, stdout, stderr } = await runCommand(line, { DATABASE_URL: "file:/dev/null/store.db" });
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^[^\n]+\n$/);
});
