import pg from "pg";
import { expect, it } from "vitest";
import { databasesOf, postgres } from "../../../test/support/databases.ts";
import { rowsOf } from "../../../test/support/postgres.ts";
import { startWire } from "./wire.ts";

const server = databasesOf(postgres.start);

/** A database with an empty table, and a wire to it. */
async function wired() {
  const direct = await server.emptyUrl();
  await rowsOf(direct, "create table leads (id int)");
  const wire = await startWire("127.0.0.1", Number(new URL(direct).port));
  const url = Object.assign(new URL(direct), { port: String(wire.port) }).href;
  const stored = async () =>
    (await rowsOf<{ id: number }>(direct, "select id from leads")).map(({ id }) => id);
  return { wire, url, stored };
}

it.each([
  ["a transaction", ["begin", "insert into leads values (1)", "commit"]],
  ["a statement of its own", ["insert into leads values (1)"]],
])("swallows the answer to a commit, which is done: %s", async (_, statements) => {
  const { wire, url, stored } = await wired();
  const swallowed = wire.swallowCommits(1);
  const client = new pg.Client(url);
  client.on("error", () => {});
  await client.connect();
  for (const statement of statements.slice(0, -1)) await client.query(statement);
  expect(swallowed()).toBe(0);
  await expect(client.query(statements.at(-1)!)).rejects.toThrow("Connection terminated");
  expect([swallowed(), await stored()]).toEqual([1, [1]]);
  expect(await rowsOf(url, "insert into leads values (2)")).toEqual([]);
  wire.end();
});

it("accepts no connection while it is cut, and can be mended", async () => {
  const { wire, url } = await wired();
  const mend = wire.cut("refused");
  await expect(rowsOf(url, "select 1")).rejects.toThrow();
  mend();
  expect(await rowsOf(url, "select 1 as one")).toEqual([{ one: 1 }]);
  wire.end();
});

it("lets nothing through while it is silent, and ends what was in between", async () => {
  const { wire, url, stored } = await wired();
  const mend = wire.cut("silent");
  const unheard = rowsOf(url, "insert into leads values (1)").catch(() => "ended");
  const pause = new Promise((resolve) => setTimeout(resolve, 300, "waits"));
  expect(await Promise.race([unheard, pause])).toBe("waits");
  mend();
  expect([await unheard, await stored()]).toEqual(["ended", []]);
  wire.end();
});
