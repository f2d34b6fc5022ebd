import { dayCounter, dayMs } from "../../calendar/days.ts";
import { type ContactPoints, normalPhone } from "../../store/engine/address-hash.ts";
import type { Connection, Reader, Writer } from "../../store/engine/connection.ts";
import type { KeptVerdict } from "../../store/feature-rows.ts";
import type { Bookkeeping } from "../../store/sales/ledger-fill.ts";

/** A question about a number of ten digits. `rest`: what else the answer may depend on; '' for nothing. */
export type Question = { scrub: string; phone: string; rest: string };

type Settled = { verdict: "clean" | "listed" | "unknown"; why: string };

/** `open`: it is being asked, or is asked again, from `until` on. `mine`: it is the caller's to ask and to settle. */
export type Standing =
  | ({ kind: "settled" } & Settled)
  | { kind: "open"; until: number; why: string }
  | { kind: "mine"; tries: number; since: number };

/**
 * How a question is asked: for which lead, for how long its process has it, and for how long it is asked again; what it costs,
 * thousandths of a cent, of which all questions of a day make `most` at most. `again`: once more where the list said nothing.
 */
type Asking = {
  leadId: string;
  leaseMs: number;
  patienceMs: number;
  cost: number;
  most: number | undefined;
  again: boolean;
};

/** How long it stands that a list said nothing, in milliseconds; where it was not even asked it is looked at again sooner. */
const unknownMs = 60 * 60_000;
const unaskedMs = 60_000;
/** How soon is looked again for an answer that another process waits for, in milliseconds. */
const lookAgainMs = 1_000;

/** What lists said about numbers, which are kept as keyed hashes, and what that cost by day. */
export function verdictsIn(
  connection: Connection,
  now: () => number,
  { rules }: Pick<Bookkeeping, "rules">,
  hash: (text: string) => string,
) {
  const day = dayCounter(rules.timeZone);
  const keyOf = ({ scrub, phone, rest }: Question) => ({
    scrub,
    numberHash: hash(phone),
    restHash: rest === "" ? "" : hash(rest),
  });
  const rowOf = (db: Reader, { scrub, numberHash, restHash }: ReturnType<typeof keyOf>) =>
    db
      .selectFrom("scrubVerdicts")
      .selectAll()
      .where("scrub", "=", scrub)
      .where("numberHash", "=", numberHash)
      .where("restHash", "=", restHash);
  const change = (trx: Writer, { scrub, numberHash, restHash }: ReturnType<typeof keyOf>) =>
    trx
      .updateTable("scrubVerdicts")
      .where("scrub", "=", scrub)
      .where("numberHash", "=", numberHash)
      .where("restHash", "=", restHash);
  return {
    /**
     * Where a question stands. What nobody asks yet is the caller's, counted and paid for, so that of all processes one asks; who
     * dies while asking holds it for `leaseMs`.
     */
    async begin(question: Question, how: Asking): Promise<Standing> {
      const key = keyOf(question);
      // Nearly always it is known, and nobody has to wait for a write.
      const known = await connection.read((db) => rowOf(db, key).executeTakeFirst());
      return (known && standing(known, how)) ?? connection.write((trx) => take(trx, key, how));
    },
    /** What a list said, kept for so long; nothing where another process asks meanwhile, or the person is erased. */
    settle: (question: Question, tries: number, said: Settled, keptMs = unknownMs) =>
      ended(question, tries, { ...said, until: now() + keptMs }),
    /** It gave no verdict this time, and is asked again at `until`. */
    askLater: (question: Question, tries: number, why: string, until: number) =>
      ended(question, tries, { verdict: "open", why, until }),
    /** What is known of a lead's number, by the names of the lists. */
    ofLead: (leadId: string, record: ContactPoints): Promise<KeptVerdict[]> => {
      const phone = normalPhone(record.phone);
      if (phone === undefined) return Promise.resolve([]);
      return connection.read((db) =>
        db
          .selectFrom("scrubVerdicts")
          .selectAll()
          .where("numberHash", "=", hash(phone))
          .where((or) => or.or([or("restHash", "=", ""), or("leadId", "=", leadId)]))
          .orderBy("scrub")
          .execute(),
      );
    },
    /** What was asked and spent today, thousandths of a cent, and how many numbers have no verdict, by list. */
    async today(): Promise<{ scrub: string; questions: number; cost: number; unknown: number }[]> {
      const at = now();
      const spent = await connection.read((db) =>
        db.selectFrom("scrubDays").selectAll().where("day", "=", day(at)).orderBy("scrub").execute(),
      );
      const unknown = await connection.read((db) => unknownSince(db, at - unknownMs));
      const names = [...new Set([...spent, ...unknown].map(({ scrub }) => scrub))].sort();
      return names.map((scrub) => {
        const own = spent.find((each) => each.scrub === scrub);
        const count = unknown.find((each) => each.scrub === scrub)?.count ?? 0;
        return {
          scrub,
          questions: own?.questions ?? 0,
          cost: Number(own?.cost ?? 0),
          unknown: Number(count),
        };
      });
    },
    /** Takes away what is kept no longer. */
    async sweep(): Promise<void> {
      const at = now();
      await connection.write((trx) =>
        trx
          .deleteFrom("scrubVerdicts")
          .where((or) =>
            or.or([
              or("verdict", "in", ["clean", "listed"]).and("until", "<", at),
              or("until", "<", at - dayMs),
            ]),
          )
          .execute(),
      );
      await connection.write((trx) =>
        trx
          .deleteFrom("scrubDays")
          .where("day", "<", day(at) - keptDays)
          .execute(),
      );
    },
  };

  /** What a row says now; undefined where its question may be asked. */
  function standing(row: KeptVerdict, { leaseMs, patienceMs, again }: Asking): Standing | undefined {
    const { verdict, why, until } = row;
    const at = now();
    if (until <= at) return undefined;
    if (verdict === "asked" || verdict === "open") {
      // A clock that was ahead has written what nothing waits for.
      if (until > at + patienceMs + leaseMs) return undefined;
      // Another process has the answer any moment.
      return { kind: "open", until: verdict === "open" ? until : Math.min(until, at + lookAgainMs), why };
    }
    return again && verdict === "unknown" ? undefined : { kind: "settled", verdict, why };
  }

  async function take(trx: Writer, key: ReturnType<typeof keyOf>, how: Asking): Promise<Standing> {
    const { leadId, leaseMs, patienceMs, cost, most } = how;
    const at = now();
    await trx
      .insertInto("scrubVerdicts")
      .values({ ...key, leadId, verdict: "open", why: "", tries: 0, since: at, at, until: at })
      .onConflict((c) => c.columns(["scrub", "numberHash", "restHash"]).doNothing())
      .execute();
    const query = rowOf(trx, key);
    const row = await (connection.kind === "postgres" ? query.forUpdate() : query).executeTakeFirstOrThrow();
    const known = standing(row, how);
    if (known) return known;
    if (!(await pay(trx, key.scrub, cost, most))) {
      const unasked = { verdict: "unknown" as const, why: overBudget };
      await change(trx, key)
        .set({ ...unasked, leadId, tries: 0, at, until: at + unaskedMs })
        .execute();
      return { kind: "settled", ...unasked };
    }
    const isGoingOn = row.verdict === "open" || row.verdict === "asked";
    // The site stood still, or its clock was ahead: the lead is worth a question of its own.
    const isNew = !isGoingOn || Math.abs(at - row.since) > patienceMs + leaseMs;
    const [tries, since] = isNew ? [1, at] : [row.tries + 1, row.since];
    await change(trx, key)
      .set({ leadId, verdict: "asked", why: isNew ? "" : row.why, tries, since, at, until: at + leaseMs })
      .execute();
    return { kind: "mine", tries, since };
  }

  async function ended(
    question: Question,
    tries: number,
    set: Pick<KeptVerdict, "verdict" | "why" | "until">,
  ) {
    await connection.write((trx) =>
      change(trx, keyOf(question))
        .set({ ...set, at: now() })
        .where("verdict", "=", "asked")
        .where("tries", "=", tries)
        .execute(),
    );
  }

  /** Counts a question of today, unless that is more than the budget. */
  async function pay(trx: Writer, scrub: string, cost: number, most: number | undefined): Promise<boolean> {
    const today = { scrub, day: day(now()) };
    await trx
      .insertInto("scrubDays")
      .values({ ...today, questions: 0, cost: 0 })
      .onConflict((c) => c.columns(["scrub", "day"]).doNothing())
      .execute();
    const { numUpdatedRows } = await trx
      .updateTable("scrubDays")
      .set((eb) => ({ questions: eb("questions", "+", 1), cost: eb("cost", "+", cost) }))
      .where("scrub", "=", scrub)
      .where("day", "=", today.day)
      .$if(most !== undefined, (query) => query.where("cost", "<=", most! - cost))
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  }
}

export const overBudget = "the budget of the day is used up";

/** How long is kept what a day cost, in days. */
const keptDays = 400;

/** How many numbers lists have said nothing about since then, and why, the last time. */
export async function unknownSince(
  db: Reader,
  since: number,
): Promise<{ scrub: string; count: number; why: string }[]> {
  const rows = await db
    .selectFrom("scrubVerdicts")
    .select(["scrub", "why"])
    .where("verdict", "=", "unknown")
    .where("at", ">", since)
    .orderBy("at")
    .execute();
  return [...new Set(rows.map(({ scrub }) => scrub))].sort().map((scrub) => {
    const own = rows.filter((each) => each.scrub === scrub);
    return { scrub, count: own.length, why: own.at(-1)!.why };
  });
}

/** Deletes what lists said about somebody's numbers. */
export async function forgetVerdicts(
  trx: Writer,
  reaches: readonly ContactPoints[],
  hash: (text: string) => string,
): Promise<void> {
  const hashes = reaches.flatMap(({ phone }) => normalPhone(phone) ?? []).map(hash);
  await trx
    .deleteFrom("scrubVerdicts")
    .where("numberHash", "in", ["", ...hashes])
    .execute();
}
