import type { AppLoadContext } from "@remix-run/node";
import { dayInWords } from "../../../services/calendar/days.ts";
import type { Guest } from "../../../services/console/console.ts";
import { inWords } from "../../../services/features/invoices/document.ts";
import type { Invoice } from "../../../services/features/invoices/tables.ts";
import { dollars } from "../../../services/operations/text.ts";
import { isSame } from "../../../services/store/sales/ledger-lines.ts";
import { tones, wordOf } from "../invoices/load.ts";
import { invoicePage } from "./feature.ts";
import { writeDown } from "./load.ts";

/** What a buyer sees of an invoice beside its document. */
function rowOf({ number, cents, state, day, due, paidDay, paid, open }: Invoice) {
  const facts = [
    `of ${dayInWords(day)}`,
    due !== null && (state === "open" || state === "overdue") && `due ${dayInWords(due)}`,
    paidDay !== null ? `paid ${dayInWords(paidDay)}` : paid > 0 && `${dollars(open)} of it open`,
  ];
  return {
    number,
    href: invoicePage(number),
    amount: dollars(cents),
    state: wordOf(state),
    tone: tones[state],
    known: facts.filter(Boolean).join(", "),
  };
}

export type InvoicesData = Awaited<ReturnType<typeof invoicesData>>;

/** What was made out to the buyer, the newest first. */
export async function invoicesData(guest: Guest, context: AppLoadContext) {
  const all = await context.services.store.invoices.list();
  await writeDown(guest, context, "invoices");
  return { rows: all.filter(({ buyer }) => isSame(buyer, guest.buyer)).map(rowOf) };
}

export type InvoiceData = Awaited<ReturnType<typeof invoiceData>>;

/** One of them, as it was made out. @throws Response 404, of somebody else's as of none */
export async function invoiceData(number: string, guest: Guest, context: AppLoadContext) {
  const found = await context.services.store.invoices.get(number);
  if (!found || !isSame(found.invoice.buyer, guest.buyer))
    throw new Response("There is no such invoice.", { status: 404 });
  const { invoice, document } = found;
  await writeDown(guest, context, `invoice ${invoice.number}`);
  const { from, to, payment } = document;
  const { corrects, voidedBy } = invoice;
  return { ...inWords(document), ...rowOf(invoice), from, to, payment, corrects, voidedBy };
}
