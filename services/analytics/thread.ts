/** The thread in which the index lives: a query of some tenths of a second must not hold up a visitor's request. */
import { parentPort, workerData } from "node:worker_threads";
import { silentLog } from "../observe/log.ts";
import { analyticsIn } from "../store/analytics.ts";
import { type Connection, openConnection } from "../store/connection.ts";
import { costsIn } from "../store/costs.ts";
import { outcomeTally } from "../store/outcome-tally.ts";
import { replicatedUntil } from "../store/replica.ts";
import { freshIndex } from "./index/fresh-index.ts";
import { numbersOf } from "./index/numbers.ts";
import { overlapOf } from "./index/overlap.ts";
import { sourceOutcomes } from "./outcomes.ts";
import { compareNumbers } from "./significance.ts";
import type { Numbers, Query } from "./types.ts";

/** `other`: compared with it. `about`: what became of its leads, in place of its numbers. */
export type Asked = { number: number; query: Query; other?: Query; about?: "outcomes" };
/** The database that is read. */
export type Source = { url: string; isReplica: boolean };
export type Reply = { number: number } & ({ reply: unknown } | { failed: string });

type Opened = { connection: Connection; fresh: ReturnType<typeof freshIndex> };
let opened: Promise<Opened> | undefined;

/** The index of the store, which is opened once; when that fails, again with the next question. */
const open = async (): Promise<Opened> => {
  const { url, isReplica } = workerData as Source;
  // One statement at a time, and one more while a connection that was lost is given up.
  const connection = await openConnection(url, silentLog, { poolSize: 2 });
  const knownUntil = isReplica ? () => replicatedUntil(connection) : undefined;
  return { connection, fresh: freshIndex(analyticsIn(connection), Date.now, { knownUntil }) };
};

const demandOpen = () => {
  opened ??= open().catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
};

const fresh = async () => (await demandOpen()).fresh();

const outcomesOf = async (query: Query) => {
  const { connection } = await demandOpen();
  const tallies = await outcomeTally(connection, query.variant);
  return sourceOutcomes(query, tallies, await costsIn(connection).ofVariant(query.variant));
};

const answer = async (query: Query): Promise<Numbers> => {
  const { index, asOf } = await fresh();
  return numbersOf(index, query, asOf, Date.now());
};

const compare = async (query: Query, other: Query) => {
  const { index, asOf } = await fresh();
  const [a, b] = [query, other].map((each) => numbersOf(index, each, asOf, Date.now()));
  return compareNumbers(a!, b!, overlapOf(index, query, other, asOf));
};

parentPort!.on("message", async ({ number, query, other, about }: Asked) => {
  const reply = async (): Promise<Reply> => {
    if (about) return { number, reply: await outcomesOf(query) };
    return { number, reply: await (other ? compare(query, other) : answer(query)) };
  };
  parentPort!.postMessage(
    await reply().catch(
      (error: unknown): Reply => ({ number, failed: error instanceof Error ? error.name : "" }),
    ),
  );
});
