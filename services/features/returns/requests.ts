import { dayCounter } from "../../calendar/days.ts";
import { clean } from "../../store/engine/clean.ts";
import type { Connection, Reader, Writer } from "../../store/engine/connection.ts";
import { uuid7 } from "../../store/engine/uuid7.ts";
import type { ReturnRequest } from "../../store/feature-rows.ts";
import { withoutNamesOf } from "../../store/guards/readings.ts";
import type { KeptOutcome } from "../../store/rows.ts";
import { holdLeads, linesOf, settle } from "../../store/sales/ledger-book.ts";
import type { Bookkeeping } from "../../store/sales/ledger-fill.ts";
import { dueEntries, isSame } from "../../store/sales/ledger-lines.ts";
import type { How } from "../books/added.ts";
import { contradicts, dated, keepNotes, type NewOutcome, outcomesIn, type Taken } from "../books/outcomes.ts";
import { standingText } from "./words.ts";

/** A person's decision. `word`: why; it is kept without names and numbers. */
type Decision = { person: string; word: string };

/** What buyers ask to return (docs/guides/sales.md, "Returns that are asked for"). */
export function requestsIn(connection: Connection, now: () => number, { books, rules }: Bookkeeping) {
  const { kind } = connection;
  const { timeZone, ids } = rules;
  const outcomes = outcomesIn(connection, now, books, rules);
  const dayOf = dayCounter(timeZone);

  /** Whether it stood as it was thought to; of two who decide at once one does. */
  const turn = async (
    trx: Writer,
    { id, leadId }: Pick<ReturnRequest, "id" | "leadId">,
    from: ReturnRequest["verdict"],
    to: ReturnRequest["verdict"],
    { person, word }: Decision,
  ): Promise<boolean> => {
    const kept = word === "" ? "" : clean(await withoutNamesOf(trx, [leadId], word));
    const { numUpdatedRows } = await trx
      .updateTable("returnRequests")
      .set({ verdict: to, word: kept, person, decidedAt: to === null ? null : now() })
      .where("id", "=", id)
      .where((eb) => (from === null ? eb("verdict", "is", null) : eb("verdict", "=", from)))
      .executeTakeFirst();
    return Number(numUpdatedRows) > 0;
  };

  const ask = async (
    said: NewOutcome,
    { replace = false, receivedAt, by }: How,
  ): Promise<Taken | undefined> => {
    const taken = await connection.write(async (trx): Promise<Taken | undefined> => {
      const its = dated(said, dayOf);
      await holdLeads(trx, kind, [its.leadId]);
      await settle(trx, its, now(), rules);
      const lines = await linesOf(trx, its);
      const sale = lines.find((line) => line.kind === "sale");
      if (!sale) return undefined;
      const reports = await trx.selectFrom("outcomes").selectAll().where("leadId", "=", its.leadId).execute();
      const theirs = reports.filter(({ buyer }) => isSame(buyer, sale.buyer));
      const isBooked = ({ outcome, at, day }: (typeof theirs)[number]) =>
        outcome === "returned" && (day ?? dayOf(at)) === its.day;
      const requests = (await ofLeads(trx, [its.leadId])).filter(({ buyer }) => buyer === sale.buyer);
      const same = requests.find(({ reportId, day }) => reportId === its.id || day === its.day);
      if (!same && theirs.some(isBooked)) return undefined;
      const known = (request: ReturnRequest): Taken => ({
        isNew: false,
        booked: 0,
        why: request.verdict === "granted" ? "known already" : standingText(request),
      });
      if (same) {
        if (same.reportId === its.id || !contradicts(asOutcome(same), its, ids)) return known(same);
        // What was granted is replaced in the books.
        if (replace && same.verdict === "granted") return undefined;
        if (!replace)
          return { isNew: false, booked: 0, why: null, contradicts: { other: asOutcome(same), index: -1 } };
        await trx.deleteFrom("returnRequests").where("id", "=", same.id).execute();
      }
      const whole = requests.find(
        (each) => each !== same && each.verdict === null && each.amountCents === null,
      );
      // It is said again on another day.
      if (whole && its.amountCents === null) return known(whole);
      const report = { ...its, receivedAt: receivedAt ?? null };
      if (dueEntries(lines, [...theirs, report], timeZone).length === 0) return undefined;
      const { outcome: _, id: reportId, ...kept } = report;
      const askedAt = now();
      const request: ReturnRequest = {
        ...kept,
        id: uuid7(askedAt),
        reportId,
        buyer: sale.buyer,
        buyerLeadId: await ids.kept(trx, its.leadId, its.buyerLeadId),
        askedAt,
        door: by.door,
        broughtBy: by.person,
        verdict: null,
        word: "",
        person: "",
        decidedAt: null,
      };
      await trx.insertInto("returnRequests").values(request).execute();
      await keepNotes(trx, [{ ...said, buyer: sale.buyer }], askedAt);
      return { isNew: true, booked: 0, why: standingText(request) };
    });
    await books.queue();
    return taken;
  };

  const find = (id: string): Promise<ReturnRequest | undefined> =>
    connection.read((db) =>
      db.selectFrom("returnRequests").selectAll().where("id", "=", clean(id)).executeTakeFirst(),
    );

  return {
    ask,
    find,
    /** Those that wait, the longest first. @param after continues behind this one */
    waiting: (limit: number, after?: Pick<ReturnRequest, "askedAt" | "id">): Promise<ReturnRequest[]> =>
      connection.read((db) =>
        db
          .selectFrom("returnRequests")
          .selectAll()
          .where("verdict", "is", null)
          .$if(after !== undefined, (query) =>
            query.where(({ eb, refTuple, tuple }) =>
              eb(refTuple("askedAt", "id"), ">", tuple(after!.askedAt, after!.id)),
            ),
          )
          .orderBy("askedAt")
          .orderBy("id")
          .limit(limit)
          .execute(),
      ),
    /** How many wait, and since when the oldest does, epoch milliseconds. */
    howMany: (): Promise<{ count: number; since: number | null }> =>
      connection.read(async (db) => {
        const { count, since } = await db
          .selectFrom("returnRequests")
          .select(({ fn }) => [
            fn.countAll<number>().as("count"),
            fn.min<number | null>("askedAt").as("since"),
          ])
          .where("verdict", "is", null)
          .executeTakeFirstOrThrow();
        return { count: Number(count), since: since === null ? null : Number(since) };
      }),
    /** Those that were decided last. */
    decided: (limit: number): Promise<ReturnRequest[]> =>
      connection.read((db) =>
        db
          .selectFrom("returnRequests")
          .selectAll()
          .where("verdict", "is not", null)
          .orderBy("decidedAt", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute(),
      ),
    ofLead: (leadId: string): Promise<ReturnRequest[]> => connection.read((db) => ofLeads(db, [leadId])),
    /** What a buyer has asked for, the newest first. @param leadIds of these leads alone */
    ofBuyer: (buyer: string, limit: number, leadIds?: readonly string[]): Promise<ReturnRequest[]> =>
      connection.read((db) =>
        db
          .selectFrom("returnRequests")
          .selectAll()
          .where(({ fn }) => fn("lower", ["buyer"]), "=", buyer.toLowerCase())
          .$if(leadIds !== undefined, (query) => query.where("leadId", "in", leadIds!))
          .orderBy("askedAt", "desc")
          .orderBy("id", "desc")
          .limit(limit)
          .execute(),
      ),
    /** Those that were not granted, the newest first. */
    open: ({ leadId, limit }: { leadId?: string; limit: number }): Promise<ReturnRequest[]> =>
      connection.read((db) =>
        db
          .selectFrom("returnRequests")
          .selectAll()
          .where((eb) => eb.or([eb("verdict", "is", null), eb("verdict", "=", "refused")]))
          .$if(leadId !== undefined, (query) => query.where("leadId", "=", leadId!))
          .orderBy("at", "desc")
          .orderBy("id")
          .limit(limit)
          .execute(),
      ),
    /**
     * Books what was asked for, as a report that came when it was asked for.
     * @returns undefined where somebody has decided it, or there is none
     */
    async grant(id: string, by: Decision): Promise<Taken | undefined> {
      const request = await find(id);
      if (!request) return undefined;
      const [taken] = await outcomes.add([{ ...asOutcome(request), id: request.reportId }], {
        replace: true,
        receivedAt: request.receivedAt ?? undefined,
        first: (trx) => turn(trx, request, null, "granted", by),
      });
      return taken;
    },
    /** @returns whether it waited */
    refuse: (id: string, by: Decision): Promise<boolean> =>
      connection.write(async (trx) => {
        const request = await trx
          .selectFrom("returnRequests")
          .selectAll()
          .where("id", "=", clean(id))
          .executeTakeFirst();
        if (!request) return false;
        await holdLeads(trx, kind, [request.leadId]);
        return turn(trx, request, null, "refused", by);
      }),
    /** Lets it wait again; what was granted is corrected in the books. @returns whether it was decided so */
    async undo(id: string, verdict: "granted" | "refused"): Promise<boolean> {
      const request = await find(id);
      if (!request) return false;
      let isDone = false;
      const first = async (trx: Writer) => {
        isDone = await turn(trx, request, verdict, null, { person: "", word: "" });
        return isDone;
      };
      if (verdict === "granted") await outcomes.remove(asOutcome(request), first);
      else
        await connection.write(async (trx) => {
          await holdLeads(trx, kind, [request.leadId]);
          await first(trx);
        });
      return isDone;
    },
  };
}

/** The report that a request becomes once it is granted. */
export function asOutcome({ reportId, ...request }: ReturnRequest): KeptOutcome {
  const { leadId, at, day, buyer, buyerLeadId, amountCents, currency, reason } = request;
  return {
    id: reportId,
    outcome: "returned",
    leadId,
    at,
    day,
    buyer,
    buyerLeadId,
    amountCents,
    currency,
    reason,
  };
}

function ofLeads(db: Reader, leadIds: readonly string[]): Promise<ReturnRequest[]> {
  return db
    .selectFrom("returnRequests")
    .selectAll()
    .where("leadId", "in", leadIds)
    .orderBy("askedAt")
    .orderBy("id")
    .execute();
}
