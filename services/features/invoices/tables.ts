import { dayCounter, dayText } from "../../calendar/days.ts";
import { dollars } from "../../operations/text.ts";
import { clean } from "../../store/engine/clean.ts";
import type { Connection, Reader, Writer } from "../../store/engine/connection.ts";
import { acquireLock } from "../../store/engine/locks.ts";
import type { InvoiceMark, KeptInvoice } from "../../store/feature-rows.ts";
import { addNotices } from "../../store/outbox/notices.ts";
import type { Notice } from "../../store/rows.ts";
import type { Bookkeeping } from "../../store/sales/ledger-fill.ts";
import type { Draft, InvoiceDocument } from "./document.ts";

/**
 * What an invoice is now. `open`: as long as anything of it is. `void`: a credit note takes it back; `credit note`: it takes one back; `overdue`: its due day is
 * over in the owner's time zone.
 */
export const invoiceStates = ["open", "overdue", "paid", "void", "credit note"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/**
 * An invoice with what became of it. `sentDay`: when it was sent by hand or the mail server took its letter; `letterAt`:
 * when a letter was queued that no mail server has taken yet; `voidedBy`: the number of the credit note. `paidDay`: of the
 * payment with which nothing was open any more; `paid` and `open`: cents that have come, and that are still to come.
 */
export type Invoice = Omit<KeptInvoice, "body" | "once"> & {
  state: InvoiceState;
  sentDay: number | null;
  paidDay: number | null;
  paid: number;
  open: number;
  letterAt: number | null;
  voidedBy: string | null;
};

/** Why nothing was written: a sentence. */
export type NotDone = { refused: string };

/** What is to be made out for the lines between two moments. `once`: names this call and its repetitions. */
export type NewInvoice = Pick<KeptInvoice, "buyer" | "begins" | "ends" | "person" | "once"> & {
  prefix: string;
  dueDays: number;
  draft: Draft;
};

/** Letters about invoices have such a name, as a destination and as an id. */
export const letterPrefix = "invoice.";

const columns = [
  "number",
  "year",
  "nth",
  "buyer",
  "begins",
  "ends",
  "day",
  "due",
  "cents",
  "corrects",
  "at",
  "person",
] as const;

export function invoicesIn(connection: Connection, now: () => number, { rules }: Bookkeeping) {
  const { kind } = connection;
  const today = () => dayCounter(rules.timeZone)(now());

  /** Gives the next number of the year of today and writes the document down. The caller holds the lock. */
  async function write(
    trx: Writer,
    { buyer, begins, ends, person, once, prefix, dueDays, draft }: NewInvoice,
    corrects: string | null,
  ): Promise<string> {
    const day = today();
    const year = Number(dayText(day).slice(0, 4));
    const last = await trx
      .selectFrom("invoices")
      .select(({ fn }) => fn.max<number | null>("nth").as("nth"))
      .where("year", "=", year)
      .executeTakeFirst();
    const nth = Number(last?.nth ?? 0) + 1;
    const number = `${prefix}${year}-${String(nth).padStart(4, "0")}`;
    const due = corrects === null && draft.total > 0 ? day + dueDays : null;
    const document: InvoiceDocument = { number, day, due, ...draft };
    const body = JSON.stringify(document);
    const row = { number, year, nth, buyer, begins, ends, day, due, cents: draft.total, corrects };
    await trx
      .insertInto("invoices")
      .values({ ...row, body, at: now(), person, once })
      .execute();
    return number;
  }

  const before = (db: Reader, once: string) =>
    db.selectFrom("invoices").select("number").where("once", "=", once).executeTakeFirst();

  return {
    /** Of the owner's time zone, since 1970. */
    today,
    /** @returns its number, the same for a repeated call; or why not: another one has some of these lines already */
    make: (made: NewInvoice): Promise<{ number: string } | NotDone> =>
      connection.write(async (trx) => {
        await acquireLock(trx, kind, "invoices");
        const done = await before(trx, made.once);
        if (done) return done;
        const other = await trx
          .selectFrom("invoices as one")
          .select("number")
          .where(({ fn }) => fn("lower", ["buyer"]), "=", made.buyer.toLowerCase())
          .where("begins", "<", made.ends)
          .where("ends", ">", made.begins)
          .where("corrects", "is", null)
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom("invoices as back")
                  .select("back.number")
                  .whereRef("back.corrects", "=", "one.number"),
              ),
            ),
          )
          .executeTakeFirst();
        if (other) return { refused: `${other.number} has some of these days already.` };
        return { number: await write(trx, made, null) };
      }),
    /** Takes an invoice back with a credit note. @returns that one's number */
    takeBack: (number: string, made: Omit<NewInvoice, "buyer" | "begins" | "ends">) =>
      connection.write(async (trx): Promise<{ number: string } | NotDone> => {
        await acquireLock(trx, kind, "invoices");
        const done = await before(trx, made.once);
        if (done) return done;
        const [found] = await invoicesWith(trx, today(), number);
        const refused = whyNot("void", found);
        if (!found || refused) return { refused: refused! };
        const { buyer, begins, ends } = found;
        return { number: await write(trx, { ...made, buyer, begins, ends }, number) };
      }),
    /** Notes what became of an invoice, once. @param letter is queued with it */
    mark: (given: Omit<InvoiceMark, "at">, letter?: Notice): Promise<NotDone | undefined> =>
      connection.write(async (trx) => {
        await acquireLock(trx, kind, "invoices");
        const done = await trx
          .selectFrom("invoiceMarks")
          .select("id")
          .where("id", "=", given.id)
          .executeTakeFirst();
        if (done) return undefined;
        const [found] = await invoicesWith(trx, today(), given.number);
        const refused =
          given.day > today()
            ? `${dayText(given.day)} is still to come.`
            : (whyNot(given.kind, found) ?? (found && whyNotPaid(given, found)));
        if (refused) return { refused };
        await addMark(trx, { ...given, remark: clean(given.remark), at: now() });
        if (letter) await addNotices(trx, [letter]);
        return undefined;
      }),
    /** The mail server has taken a letter. */
    letterTaken: (number: string): Promise<void> =>
      connection.write(async (trx) => {
        await acquireLock(trx, kind, "invoices");
        const id = `${letterPrefix}${number}`;
        await trx.updateTable("alarmNotices").set({ sentAt: now() }).where("id", "=", id).execute();
        const mark = { id: `${id}.taken`, number, kind: "taken" as const, day: today(), at: now() };
        await addMark(trx, { ...mark, cents: null, person: "", remark: "" });
      }),
    /** All, the newest first, without their documents. */
    list: (): Promise<Invoice[]> => connection.read((db) => invoicesWith(db, today())),
    get: (
      number: string,
    ): Promise<{ invoice: Invoice; document: InvoiceDocument; marks: InvoiceMark[] } | undefined> =>
      connection.read(async (db) => {
        const [invoice] = await invoicesWith(db, today(), clean(number));
        if (!invoice) return undefined;
        const { body } = await db
          .selectFrom("invoices")
          .select("body")
          .where("number", "=", invoice.number)
          .executeTakeFirstOrThrow();
        const marks = await db
          .selectFrom("invoiceMarks")
          .selectAll()
          .where("number", "=", invoice.number)
          .orderBy("at")
          .orderBy("id")
          .execute();
        return { invoice, document: JSON.parse(body), marks };
      }),
  };
}

/** Behind those that it has, for the last one counts. */
async function addMark(trx: Writer, mark: InvoiceMark): Promise<void> {
  const last = await trx
    .selectFrom("invoiceMarks")
    .select(({ fn }) => fn.max<number | null>("at").as("at"))
    .where("number", "=", mark.number)
    .executeTakeFirst();
  await trx
    .insertInto("invoiceMarks")
    .values({ ...mark, at: Math.max(mark.at, Number(last?.at ?? 0) + 1) })
    .onConflict((c) => c.column("id").doNothing())
    .execute();
}

/** Why something cannot be done to an invoice or said of it now, as a sentence. */
export function whyNot(kind: InvoiceMark["kind"] | "void", invoice: Invoice | undefined): string | undefined {
  if (!invoice) return "There is no such invoice.";
  const { number, state, sentDay, letterAt, paidDay, voidedBy, paid } = invoice;
  const hasPayment = paidDay !== null || paid !== 0;
  const isSent = sentDay !== null ? `${number} was sent on ${dayText(sentDay)}.` : undefined;
  if (kind === "sent") return isSent;
  if (kind === "letter")
    return isSent ?? (letterAt === null ? undefined : `${number} is on its way already.`);
  if (kind === "unpaid") return hasPayment ? undefined : `${number} is not paid.`;
  if (kind === "void") {
    if (voidedBy) return `${voidedBy} has taken ${number} back already.`;
    if (state === "credit note") return `${number} is a credit note, which cannot be taken back.`;
    const inPart = paidDay === null ? " in part" : "";
    return hasPayment ? `${number} is paid${inPart}: say first that it is not, if that is wrong.` : undefined;
  }
  if (paidDay !== null) return `${number} was paid on ${dayText(paidDay)}.`;
  if (state === "void") return `Nobody pays ${number}: it is taken back.`;
  if (state === "credit note") return `Nobody pays ${number}: it is a credit note.`;
  return state === "paid" ? `Nothing is owed for ${number}.` : undefined;
}

/** Why so much cannot have been paid, as a sentence. */
function whyNotPaid({ kind, cents }: Pick<InvoiceMark, "kind" | "cents">, { number, open }: Invoice) {
  if (kind !== "paid" || cents === null || cents === open) return undefined;
  if (open < 0) return `${number} is paid out at once: give no amount.`;
  if (cents <= 0) return "Give dollars and cents that were paid, such as 45.00.";
  return cents > open ? `No more than ${dollars(open)} of ${number} is open.` : undefined;
}

/** @param number of one; undefined for all */
async function invoicesWith(db: Reader, today: number, number?: string): Promise<Invoice[]> {
  const rows = await db
    .selectFrom("invoices")
    .select(columns)
    .$if(number !== undefined, (query) => query.where("number", "=", number!))
    .orderBy("year", "desc")
    .orderBy("nth", "desc")
    .execute();
  const marks = await db
    .selectFrom("invoiceMarks")
    .select(["number", "kind", "day", "at", "cents"])
    .$if(number !== undefined, (query) => query.where("number", "=", number!))
    .orderBy("at")
    .orderBy("id")
    .execute();
  const back = await db
    .selectFrom("invoices")
    .select(["number", "corrects"])
    .where("corrects", "is not", null)
    .$if(number !== undefined, (query) => query.where("corrects", "=", number!))
    .execute();
  const marksOf = new Map<string, typeof marks>(rows.map((row) => [row.number, []]));
  for (const mark of marks) marksOf.get(mark.number)?.push(mark);
  const voidedBy = new Map(back.map((each) => [each.corrects, each.number]));
  return rows.map((row) => {
    const known = { sentDay: null, letterAt: null } as Pick<Invoice, "sentDay" | "letterAt">;
    const payments: { day: number; cents: number }[] = [];
    const paid = () => payments.reduce((sum, { cents }) => sum + cents, 0);
    for (const { kind, day, at, cents } of marksOf.get(row.number) ?? []) {
      if (kind === "paid") payments.push({ day, cents: cents ?? row.cents - paid() });
      if (kind === "unpaid") payments.pop();
      if (kind === "letter") known.letterAt = at;
      if (kind === "sent" || kind === "taken") {
        known.sentDay ??= day;
        known.letterAt = null;
      }
    }
    const open = row.cents - paid();
    const paidDay = open === 0 ? (payments.at(-1)?.day ?? null) : null;
    const withVoid = {
      ...row,
      ...known,
      paidDay,
      paid: paid(),
      open,
      voidedBy: voidedBy.get(row.number) ?? null,
    };
    return { ...withVoid, state: stateOf(withVoid, today) };
  });
}

function stateOf(
  { corrects, voidedBy, paidDay, cents, due }: Omit<Invoice, "state">,
  today: number,
): InvoiceState {
  if (corrects !== null) return "credit note";
  if (voidedBy !== null) return "void";
  if (paidDay !== null || cents === 0) return "paid";
  return due !== null && due < today ? "overdue" : "open";
}
