import type { ExpressionBuilder } from "kysely";
import { clean } from "../engine/clean.ts";
import type { Connection, Reader, Writer } from "../engine/connection.ts";
import type { Schema } from "../engine/schema.ts";
import { messageRow } from "../leads/submit.ts";
import {
  type Attempt,
  type AttemptOutcome,
  type KeptSale,
  type Message,
  type MessageStatus,
  messageStatuses,
  noticeKinds,
  type OfLead,
} from "../rows.ts";
import type { KeptIds } from "../sales/kept-ids.ts";
import type { NewSale } from "../sales/ledger-book.ts";
import type { Books } from "../sales/ledger-fill.ts";
import type { TakenLead } from "../sales/sales.ts";
import {
  ask,
  claimIn,
  type End,
  endingIn,
  isDueIn,
  type OutboxRoutes,
  outboxRoutesIn,
} from "./outbox-claims.ts";

export interface OutboxQueue extends OutboxRoutes {
  /** Whether anything may be due for these destinations, pauses left out of account. */
  isDue(destinations: readonly string[], now: number): Promise<boolean>;
  /**
   * Takes the oldest rows of these destinations that are due, or whose locks ran out; counts the attempts. Default: 1.
   * Rows of those that are paused stay, unless `evenPaused`.
   */
  claim(
    destinations: readonly string[],
    now: number,
    most?: number,
    lockMs?: number,
    evenPaused?: boolean,
  ): Promise<Message[]>;
  /**
   * Records the end and that its buyer took the lead. The books follow once that is recorded; where they cannot, it is logged,
   * and done later.
   * @param sold what its buyer said when it took the lead, and what the books are to say
   */
  delivered(
    message: Message,
    outcome: "accepted" | "duplicate",
    detail: string,
    sold?: { said?: KeptSale; booked?: NewSale },
  ): Promise<void>;
  rejected(message: Message, detail: string): Promise<void>;
  retryAt(message: Message, runAt: number, detail: string): Promise<void>;
  /** It was not tried, since its receiver could not have it now; it waits until then. */
  lookAgainAt(message: Message, runAt: number, detail: string): Promise<void>;
  park(message: Message, detail: string): Promise<void>;
  /** Closes it without sending it. */
  suppress(message: Message, detail: string): Promise<void>;
  /** Sets it aside for the operator. */
  hold(message: Message, detail: string): Promise<void>;
  /** Makes the lead's messages due that were held back and never tried. */
  release(leadId: string): Promise<void>;
  /** Closes all other messages of this lead that are neither delivered nor being sent, but for notices to who has it. */
  withdraw(message: Message, detail: string): Promise<void>;
  /** Parks a message that is not being sent at the moment; false when there is no such message. */
  parkByHand(id: string): Promise<boolean>;
  /** Makes `unconfigured` rows of these destinations wait for delivery. Returns how many. */
  activate(destinations: string[]): Promise<number>;
  /**
   * Puts one row, or all parked rows of some destinations, back in the queue, due now. Returns how many.
   * `when`: asked of all messages of the row's lead, while no other of them is put back
   */
  requeue(
    which: { id: string; when?: (ofLead: OfLead) => boolean } | { parkedFor: string[] },
  ): Promise<number>;
  /**
   * Begins the order of a lead again: none of its buyers counts as asked, and the first is asked now.
   * @param names of those who were asked before; `when`: as of `requeue`; `also`: is done with it, and may say no
   * @returns false where `when` says no, or the lead is erased
   */
  offer(
    leadId: string,
    first: { destination: string; payload: Record<string, unknown> },
    again: {
      names: readonly string[];
      when: (ofLead: OfLead) => boolean;
      also?: (trx: Writer) => Promise<boolean>;
    },
  ): Promise<boolean>;
  /** All messages of a lead, the newest first, and what came of each. */
  ofLead(leadId: string): Promise<OfLead>;
  get(id: string): Promise<Message | undefined>;
  list(filter: {
    status?: MessageStatus;
    destination?: string;
    leadId?: string | readonly string[];
    /** Buyers in their order: none whose no was passed on to a later one. */
    exceptPassedOn?: readonly string[];
    limit?: number;
  }): Promise<Message[]>;
  attempts(messageId: string | readonly string[]): Promise<Attempt[]>;
  /** The number of all messages. */
  count(): Promise<number>;
  /** What is not delivered, per destination and status; `oldestAt` is when the oldest of them was made. */
  depth(): Promise<{ destination: string; status: MessageStatus; count: number; oldestAt: number }[]>;
  /** Messages that are sent again because how an earlier attempt ended could not be recorded, per destination. */
  unrecorded(): Promise<{ destination: string; count: number }[]>;
}

const undelivered = messageStatuses.filter((status) => status !== "delivered");

/** The reading half of the outbox: what the commands show. */
export function outboxViews(
  connection: Connection,
): Pick<OutboxQueue, "get" | "list" | "attempts" | "ofLead" | "count" | "depth" | "unrecorded"> {
  return {
    ofLead: (leadId) => connection.read((db) => ofLeadIn(db, leadId)),
    get: (id) =>
      connection.read((db) => db.selectFrom("outbox").selectAll().where("id", "=", id).executeTakeFirst()),
    list: (filter) =>
      connection.read((db) => {
        let query = db.selectFrom("outbox").selectAll().orderBy("createdAt", "desc").orderBy("id");
        if (filter.status) query = query.where("status", "=", filter.status);
        if (filter.destination) query = query.where("destination", "=", filter.destination);
        const { leadId, exceptPassedOn: buyers = [] } = filter;
        if (leadId !== undefined) query = query.where("leadId", "in", [leadId].flat());
        if (buyers.length > 1) query = query.where((eb) => eb.not(wasPassedOn(eb, buyers)));
        return query.limit(filter.limit ?? 1000).execute();
      }),
    attempts: (messageId) =>
      connection.read((db) => asAttempts(attemptsIn(db).where("outboxId", "in", [messageId].flat()))),
    async count() {
      const row = await connection.read((db) =>
        db
          .selectFrom("outbox")
          .select((eb) => eb.fn.countAll().as("count"))
          .executeTakeFirstOrThrow(),
      );
      return Number(row.count);
    },
    depth: () =>
      connection.read((db) =>
        db
          .selectFrom("outbox")
          .select((eb) => [
            "destination",
            "status",
            eb.fn.countAll<number>().as("count"),
            eb.fn.min<number>("createdAt").as("oldestAt"),
          ])
          // By name, so that the index answers: what was delivered is nearly all there is.
          .where("status", "in", undelivered)
          .groupBy(["destination", "status"])
          .orderBy("destination")
          .orderBy("status")
          .execute(),
      ),
    unrecorded: () =>
      connection.read((db) =>
        db
          .selectFrom("outbox")
          .select((eb) => ["destination", eb.fn.countAll<number>().as("count")])
          // Whose process died is claimed again at once; this is still being sent, not for the first time.
          .where("status", "=", "sending")
          .where((eb) =>
            eb(
              eb("outbox.attempts", "-", 1),
              ">",
              eb
                .selectFrom("outboxAttempts")
                .select(({ fn }) => fn.countAll<number>().as("noted"))
                .whereRef("outboxAttempts.outboxId", "=", "outbox.id"),
            ),
          )
          .groupBy("destination")
          .orderBy("destination")
          .execute(),
      ),
  };
}

/** A message of one of the buyers whose lead another was asked for afterwards, is asked for again, or has. */
function wasPassedOn(eb: ExpressionBuilder<Schema, "outbox">, buyers: readonly string[]) {
  const cases = buyers.map((name, index) =>
    eb.and([
      eb("outbox.destination", "=", name),
      eb("outbox.status", "=", "rejected"),
      eb.exists(
        eb
          .selectFrom("outbox as later")
          .select("later.id")
          .whereRef("later.leadId", "=", "outbox.leadId")
          .where("later.destination", "in", buyers)
          .where((later) =>
            later.or([
              later("later.createdAt", ">", eb.ref("outbox.createdAt")),
              later("later.status", "in", ["waiting", "sending", "delivered"]).and(
                "later.id",
                "!=",
                eb.ref("outbox.id"),
              ),
              // In the same millisecond the file's order has to do.
              later("later.createdAt", "=", eb.ref("outbox.createdAt")).and("later.destination", "in", [
                ...buyers.slice(index + 1),
                "",
              ]),
            ]),
          ),
      ),
    ]),
  );
  return eb.or(cases);
}

/** Longer than any destination's own deadline: a row held longer belongs to a process that died. */
const defaultLockMs = 120_000;

/** So many names are claimed without looking first. */
const fewNames = 4;

type Ending = {
  status: MessageStatus;
  outcome: AttemptOutcome;
  detail: string;
  runAt?: number;
  /** The buyer's word counts even when another process has taken the row meanwhile. */
  final: boolean;
  sold?: Parameters<OutboxQueue["delivered"]>[3];
};

/** @param ids what is kept of buyers' own ids @param books does what follows from a sale */
export function outboxIn(
  connection: Connection,
  now: () => number,
  ids: Pick<KeptIds, "keptOf">,
  books?: Pick<Books, "follow">,
): OutboxQueue {
  const claims = new Map<string, ReturnType<typeof claimIn>>();
  const claimOf = (destinations: readonly string[], evenPaused: boolean) => {
    const key = `${evenPaused} ${destinations.join()}`;
    const known = claims.get(key) ?? claimIn(connection, { destinations, evenPaused });
    claims.set(key, known);
    return known;
  };
  const due = new Map<string, ReturnType<typeof isDueIn>>();
  const isDue: OutboxQueue["isDue"] = async (destinations, at) => {
    if (destinations.length === 0) return false;
    const key = destinations.join();
    const known = due.get(key) ?? isDueIn(connection, destinations);
    due.set(key, known);
    return (await connection.query(known({ at }))).length > 0;
  };
  const endings = { final: endingIn(connection, true), provisional: endingIn(connection, false) };
  const end = (message: Message, { status, outcome, final, runAt, sold, ...ending }: Ending) => {
    const detail = clean(ending.detail);
    const given: End = {
      id: message.id,
      attempt: message.attempts,
      status,
      lastError: status === "delivered" ? null : detail,
      runAt: runAt ?? null,
      at: now(),
      outcome,
      detail,
    };
    const sale = takenIn(message, sold, given.at, ids);
    return connection.transact(() => endings[final ? "final" : "provisional"](given, sale), true);
  };

  return {
    ...outboxViews(connection),
    ...outboxRoutesIn(connection, now),
    isDue,
    async claim(destinations, at, most = 1, lockMs = defaultLockMs, evenPaused = false) {
      if (destinations.length === 0) return [];
      if (destinations.length > fewNames && !(await isDue(destinations, at))) return [];
      const claim = claimOf(destinations, evenPaused)({ at, lockedUntil: at + lockMs, most });
      const claimed = await connection.transact(() => claim[Symbol.iterator](), true);
      return claimed.sort((one, other) => one.runAt - other.runAt || one.createdAt - other.createdAt);
    },
    async delivered(message, outcome, detail, sold) {
      await end(message, { status: "delivered", outcome, detail, final: true, sold });
      if (sold?.booked) await books?.follow(message);
    },
    rejected: (message, detail) =>
      end(message, { status: "rejected", outcome: "rejected", detail, final: true }),
    retryAt: (message, runAt, detail) =>
      end(message, { status: "waiting", outcome: "failed", detail, runAt, final: false }),
    lookAgainAt: (message, runAt, detail) =>
      end(message, { status: "waiting", outcome: "suppressed", detail, runAt, final: false }),
    park: (message, detail) => end(message, { status: "parked", outcome: "parked", detail, final: false }),
    suppress: (message, detail) =>
      end(message, { status: "suppressed", outcome: "suppressed", detail, final: false }),
    hold: (message, detail) => end(message, { status: "held", outcome: "held", detail, final: false }),
    async release(leadId) {
      const at = now();
      await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ runAt: at, updatedAt: at })
          .where("leadId", "=", leadId)
          .where("status", "=", "waiting")
          .where("attempts", "=", 0)
          .execute(),
      );
    },
    async withdraw({ id, leadId }, detail) {
      const [at, lastError] = [now(), clean(detail)];
      await connection.write(async (trx) => {
        const all = trx.selectFrom("outbox").select("id").where("leadId", "=", leadId);
        let others = all.where("id", "!=", id);
        // Who has the lead already is told all the same.
        for (const kind of noticeKinds) others = others.where("destination", "not like", `${kind}.%`);
        // One by one: a reason is sealed for its row.
        for (const other of await others.execute())
          await trx
            .updateTable("outbox")
            .set({ status: "suppressed", lastError, updatedAt: at })
            .where("id", "=", other.id)
            .where("status", "in", ["waiting", "unconfigured", "held", "parked"])
            .execute();
      });
    },
    async parkByHand(id) {
      const at = now();
      const result = await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ status: "parked", lockedUntil: null, lastError: "parked by hand", updatedAt: at })
          .where("id", "=", id)
          .where((or) =>
            or.or([
              or("status", "in", ["waiting", "unconfigured"]),
              or("status", "=", "sending").and("lockedUntil", "<=", at),
            ]),
          )
          .executeTakeFirst(),
      );
      return Number(result.numUpdatedRows) > 0;
    },
    async activate(destinations) {
      if (destinations.length === 0) return 0;
      const at = now();
      const result = await connection.write((trx) =>
        trx
          .updateTable("outbox")
          .set({ status: "waiting", runAt: at, updatedAt: at })
          .where("status", "=", "unconfigured")
          .where("destination", "in", destinations)
          .executeTakeFirst(),
      );
      return Number(result.numUpdatedRows);
    },
    async requeue(which) {
      if ("parkedFor" in which && which.parkedFor.length === 0) return 0;
      const at = now();
      const result = await connection.write(async (trx) => {
        if ("id" in which && which.when) {
          const its = await trx.selectFrom("outbox").select("leadId").where("id", "=", which.id).execute();
          const ofLead = await ofLeadAlone(trx, connection.kind, its[0]?.leadId ?? "");
          if (!which.when(ofLead ?? { messages: [], attempts: [] })) return undefined;
        }
        const rows = trx.updateTable("outbox").set((eb) => ({
          status: "waiting" as const,
          attemptsForgiven: eb.ref("attempts"),
          runAt: at,
          lockedUntil: null,
          updatedAt: at,
        }));
        const chosen =
          "id" in which
            ? rows.where("id", "=", which.id).where("status", "not in", ["delivered", "sending"])
            : rows.where("status", "=", "parked").where("destination", "in", which.parkedFor);
        // What was erased is not sent again, empty.
        return chosen.where("payload", "!=", "").executeTakeFirst();
      });
      return Number(result?.numUpdatedRows ?? 0);
    },
    offer(leadId, first, { names, when, also }) {
      const at = now();
      // Made here: in the transaction the request is not known.
      const row = messageRow(leadId, { ...first, status: "waiting" }, at);
      return connection.write(async (trx) => {
        const ofLead = await ofLeadAlone(trx, connection.kind, leadId);
        if (!ofLead || !when(ofLead) || (also && !(await also(trx)))) return false;
        await trx
          .updateTable("outbox")
          .set((eb) => ({ status: "rejected" as const, attemptsForgiven: eb.ref("attempts"), updatedAt: at }))
          .where("leadId", "=", leadId)
          .where("destination", "in", [...names, first.destination])
          .where("status", "in", ["rejected", "parked"])
          .execute();
        await ask(trx, row, at);
        return true;
      });
    },
  };
}

/** What is recorded of a sale; undefined where the buyer said nothing and the books say nothing of it. */
function takenIn(
  { id: messageId, leadId, payload }: Message,
  { said, booked }: NonNullable<Ending["sold"]> = {},
  at: number,
  ids: Pick<KeptIds, "keptOf">,
): TakenLead | undefined {
  if (!said && !booked) return undefined;
  // By what its buyer was sent: nothing is read that could fail.
  const keep = (id: string | null) => ids.keptOf(payload, id);
  const { price = null, buyerId = null } = said ?? {};
  const toBook = booked && JSON.stringify({ ...booked, buyerLeadId: keep(booked.buyerLeadId) });
  return { messageId, leadId, price, buyerId: keep(buyerId), at, toBook: toBook ?? null };
}

/**
 * All messages of a lead that is not erased; who else puts one of them back waits until this transaction ends.
 */
async function ofLeadAlone(
  trx: Writer,
  kind: Connection["kind"],
  leadId: string,
): Promise<OfLead | undefined> {
  const lead = trx.selectFrom("leads").select("id").where("id", "=", leadId).where("erasedAt", "is", null);
  const found = await (kind === "postgres" ? lead.forUpdate() : lead).executeTakeFirst();
  return found && ofLeadIn(trx, found.id);
}

async function ofLeadIn(db: Reader, leadId: string): Promise<OfLead> {
  const messages = db.selectFrom("outbox").where("leadId", "=", leadId);
  return {
    messages: await messages.selectAll().orderBy("createdAt", "desc").orderBy("id").execute(),
    attempts: await asAttempts(attemptsIn(db).where("outboxId", "in", messages.select("id"))),
  };
}

function attemptsIn(db: Reader) {
  return db.selectFrom("outboxAttempts").selectAll().orderBy("attempt");
}

async function asAttempts(query: ReturnType<typeof attemptsIn>): Promise<Attempt[]> {
  const rows = await query.execute();
  return rows.map(({ outboxId, ...row }) => ({ ...row, messageId: outboxId }));
}
