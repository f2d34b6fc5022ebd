import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { textsIn } from "../sealed/bytes.ts";
import { isBusy, StoreBusy } from "./failures.ts";
import { longestWaitMs, pauseWhileBusy, retryWhileBusy } from "./retry-while-busy.ts";
import type { Stored } from "./sqlite-file.ts";
import type { Bound, Compiled, Work } from "./statements.ts";

/** Runs statements on an open file. Each is prepared once. */
export function statementRunner(file: DatabaseSync, stored: Stored): (bound: Bound) => unknown[] {
  type Prepared = { run: StatementSync; open: ReturnType<typeof textsIn> };
  const prepared = new Map<Compiled, Prepared>();
  return ({ statement, values }) => {
    let own = prepared.get(statement);
    if (!own) {
      const run = file.prepare(statement.sql);
      run.setReturnArrays(true);
      own = { run, open: textsIn(run) };
      prepared.set(statement, own);
    }
    const { run, open } = own;
    const arrays = run.all(...(values.map(stored) as SQLInputValue[])) as unknown as unknown[][];
    if (open) arrays.forEach(open);
    return statement.rows(() => run.columns().map(({ name }) => name), arrays);
  };
}

/** A transaction that waits. `since`: `performance.now()` when it came. */
type Waiting = {
  work: () => Work<unknown>;
  since: number;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
};

/** How many transactions share one commit at most, so that the event loop has its turn. */
const mostTogether = 64;

export type Turns = {
  /** Transactions that wait at the same time share one commit, each in a savepoint of its own. */
  transact<Result>(work: () => Work<Result>): Promise<Result>;
  /** Work that takes several turns of the event loop, on its own. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Resolves when no such work is in progress, which nobody may see half done. */
  quiet(): Promise<void>;
};

/** SQLite has one writer: its transactions have their turns one after the other, in the order in which they came. */
export function takingTurns(file: DatabaseSync, run: (bound: Bound) => unknown[]): Turns {
  const begin = file.prepare("begin immediate");
  const commit = file.prepare("commit");
  const savepoint = file.prepare("savepoint one");
  const release = file.prepare("release one");
  const undo = file.prepare("rollback to one");
  let waiting: Waiting[] = [];
  /** Whether a commit for them has its place in the queue. */
  let isQueued = false;
  let turn: Promise<unknown> = Promise.resolve();
  let underWay: Promise<unknown> = Promise.resolve();
  /** Whether another process had the file at the last attempt. What waited for our own has waited for no lock. */
  let isLocked = false;

  const driven = (work: () => Work<unknown>) => {
    const steps = work();
    let step = steps.next();
    while (!step.done) step = steps.next(run(step.value));
    return step.value;
  };

  /** @returns what ends the wait for it, once all of it is committed */
  const attempt = ({ work, resolve, reject }: Waiting): (() => void) => {
    savepoint.run();
    try {
      const result = driven(work);
      release.run();
      return () => resolve(result as never);
    } catch (error) {
      // At a full disk SQLite has rolled back everything by itself.
      if (!file.isTransaction) throw error;
      undo.run();
      release.run();
      return () => reject(error);
    }
  };

  const commitTogether = (together: readonly Waiting[]) => {
    try {
      const ends = together.map(attempt);
      commit.run();
      for (const end of ends) end();
    } catch (error) {
      if (file.isTransaction) file.exec("rollback");
      for (const { reject } of together) reject(error);
    }
  };

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  };

  /** One commit. Work that waits to be alone gets a turn before the next, however many keep coming. */
  const flush = async () => {
    // Transactions of the same turn of the event loop share the commit; requests have their turn in between.
    await setImmediate();
    try {
      begin.run();
      isLocked = false;
      commitTogether(waiting.splice(0, mostTogether));
    } catch (error) {
      isLocked = isBusy(error);
      if (isLocked) {
        const tooLate = performance.now() - longestWaitMs;
        for (const { since, reject } of waiting) if (since < tooLate) reject(new StoreBusy());
        waiting = waiting.filter(({ since }) => since >= tooLate);
        await pauseWhileBusy();
      } else for (const { reject } of waiting.splice(0)) reject(error);
    }
    isQueued = false;
    queue();
  };
  const queue = () => {
    if (isQueued || waiting.length === 0) return;
    isQueued = true;
    void inTurn(flush);
  };

  return {
    transact(work) {
      return new Promise((resolve, reject) => {
        waiting.push({ work, since: performance.now(), resolve, reject });
        queue();
      });
    },
    alone(work) {
      const since = performance.now();
      return inTurn(async () => {
        await setImmediate();
        const result = retryWhileBusy(work, isLocked ? since : performance.now());
        underWay = result.then(
          () => (isLocked = false),
          (error: unknown) => (isLocked = error instanceof StoreBusy),
        );
        return result;
      });
    },
    async quiet() {
      // Not the whole queue, which may never end.
      while (file.isTransaction) await underWay;
    },
  };
}
