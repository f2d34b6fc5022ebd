import type { AppLoadContext } from "@remix-run/node";
import { dayInWords, dayText } from "../../../services/calendar/days.ts";
import { mayAs, type Role } from "../../../services/console/roles.ts";
import { inWords } from "../../../services/features/invoices/document.ts";
import {
  type Asked,
  drafted,
  isGivenUp,
  longestNote,
  mailboxesFor,
  makeInvoice,
  type Site,
  sayOf,
  sendLetter,
  takeBack,
  unbilled,
} from "../../../services/features/invoices/operations.ts";
import { invoiceSettings } from "../../../services/features/invoices/section.ts";
import {
  type Invoice,
  type InvoiceState,
  invoiceStates,
  whyNot,
} from "../../../services/features/invoices/tables.ts";
import { printable } from "../../../services/observe/printable.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { dollars, freeWords } from "../../../services/operations/text.ts";
import type { InvoiceMark } from "../../../services/store/feature-rows.ts";
import { type SecondLook, shownTime } from "../../console/ui/shown.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";
import { listPage } from "./feature.ts";

/** The result of a press: why it was refused, with what was typed; or its effect, to confirm. */
export type Pressed = { text: string; given: PostedForm; look?: SecondLook };

const siteOf = ({ services: { store, settings } }: AppLoadContext): Site => ({
  store,
  settings,
  now: Date.now,
});

type Tone = "good" | "bad" | "quiet";
export const tones: Record<InvoiceState, Tone> = {
  open: "quiet",
  overdue: "bad",
  paid: "good",
  void: "quiet",
  "credit note": "quiet",
};

export const wordOf = (state: InvoiceState) => (state === "void" ? "taken back" : state);

const pageSize = 100;

export type InvoicesData = Awaited<ReturnType<typeof invoicesData>>;

/** Invoices in the state that the address names, and what is still to be made out. */
export async function invoicesData(query: URLSearchParams, context: AppLoadContext) {
  const site = siteOf(context);
  const [all, left, { buyers }] = await Promise.all([
    site.store.invoices.list(),
    unbilled(site),
    site.store.books.ledger.names({}),
  ]);
  const chosen = invoiceStates.find((state) => state === query.get("state"));
  const listed = all.filter(({ state }) => chosen === undefined || state === chosen);
  const begin = listed.findIndex(({ number }) => number === query.get("after")) + 1;
  const shown = listed.slice(begin, begin + pageSize);
  const last = shown.at(-1);
  const sumOf = (states: readonly InvoiceState[]) => {
    const its = all.filter(({ state }) => states.includes(state));
    const isPaid = states.includes("paid");
    const amount = its.reduce((sum, { cents, open }) => sum + (isPaid ? cents : open), 0);
    return { count: its.length, amount: dollars(amount) };
  };
  const tile = (text: string, state: InvoiceState) => {
    return { text, href: `${listPage}?state=${state}`, ...sumOf([state]) };
  };
  return {
    chosen: chosen ?? "",
    zone: site.settings.siteTimeZone,
    isSetUp: invoiceSettings(site.settings) !== undefined,
    buyers: buyers.filter((name) => name !== ""),
    tiles: [
      tile("Open", "open"),
      tile("Overdue", "overdue"),
      tile("Paid", "paid"),
      {
        text: "To be made out",
        href: "#to-be-made-out",
        count: left.length,
        amount: dollars(left.reduce((sum, { cents }) => sum + cents, 0)),
      },
    ],
    left: left.map(({ buyer, month, first, last, cents }) => ({
      buyer,
      shown: printable(buyer),
      days: month ?? `${first} to ${last}`,
      asked: month ? { month } : { from: first, to: last },
      amount: dollars(cents),
      statement: `/console/sales/statement?${new URLSearchParams({ buyer, from: first, to: last })}`,
    })),
    rows: shown.map((invoice) => rowOf(invoice, site.now())),
    next:
      begin + pageSize < listed.length
        ? `${listPage}?${new URLSearchParams({ ...(chosen && { state: chosen }), after: last!.number })}`
        : undefined,
  };
}

function rowOf(invoice: Invoice, now: number) {
  const { number, buyer, cents, state } = invoice;
  return {
    number,
    buyer: printable(buyer),
    amount: dollars(cents),
    state: wordOf(state),
    tone: tones[state],
    facts: factsOf(invoice, now),
  };
}

/** What has happened to an invoice and what is next, in a few words. */
function factsOf(invoice: Invoice, now: number): string {
  const { day, due, sentDay, paidDay, letterAt, state, corrects, voidedBy, paid, open } = invoice;
  const letter = isGivenUp(invoice, now) ? "no mail server took its letter" : "its letter is on its way";
  const facts = [
    `of ${dayInWords(day)}`,
    sentDay !== null ? `sent ${dayInWords(sentDay)}` : letterAt !== null ? letter : "not sent",
    due !== null && (state === "open" || state === "overdue") && `due ${dayInWords(due)}`,
    paidDay !== null ? `paid ${dayInWords(paidDay)}` : paid > 0 && `${dollars(open)} of it open`,
    corrects !== null && `takes ${corrects} back`,
    voidedBy !== null && `taken back by ${voidedBy}`,
  ];
  return facts.filter(Boolean).join(", ");
}

/** Makes an invoice out, once its effect was confirmed. @returns its number, or the result of the press instead */
export async function makeOut(
  given: PostedForm,
  context: AppLoadContext,
  person: string,
): Promise<Pressed | { number: string }> {
  return orRefused(given, async () => {
    const site = siteOf(context);
    const { buyer = "", month, from, to } = given;
    const asked: Asked = month ? { buyer, month } : { buyer, from, to };
    const draft = await drafted(site, asked);
    const { says, warns } = draft;
    const name = lookAt("make", says, warns, draft.draft);
    if (given.confirmed !== name) {
      const fields = { ...asked, intent: "make", confirmed: name };
      return { text: "", given, look: { says, warns, fields: withoutNone(fields), button: "Make it out" } };
    }
    const { first, last } = draft.period;
    const about = `${draft.buyer} ${first} ${last}`;
    await context.services.store.readings.add(person, "console invoices make", [], { about });
    return { number: await makeInvoice(site, draft, person) };
  });
}

const withoutNone = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(fields).filter((each): each is [string, string] => each[1] !== undefined),
  );

async function orRefused<Done>(given: PostedForm, press: () => Promise<Done>): Promise<Done | Pressed> {
  try {
    return await press();
  } catch (error) {
    if (error instanceof Refusal) return { text: error.message, given };
    throw error;
  }
}

const markWords: Record<InvoiceMark["kind"], string> = {
  sent: "Sent",
  letter: "Letter queued",
  taken: "The mail server took the letter",
  paid: "Paid",
  unpaid: "The last payment did not come after all",
};

export type InvoiceData = Awaited<ReturnType<typeof invoiceData>>;

/** An invoice as it was made out, and what became of it. @throws Response 404 */
export async function invoiceData(number: string, role: Role, context: AppLoadContext) {
  const site = siteOf(context);
  const found = await site.store.invoices.get(number);
  if (!found) throw new Response("There is no such invoice.", { status: 404 });
  const { invoice, document, marks } = found;
  const isWhole = mayAs(role, "leads");
  const zone = site.settings.siteTimeZone;
  const { from, to, payment, takesBack } = document;
  const reason = takesBack && freeWords(takesBack.reason, isWhole);
  const words = inWords(takesBack ? { ...document, takesBack: { ...takesBack, reason: reason! } } : document);
  const { state, sentDay, paidDay, letterAt, cents, corrects, voidedBy } = invoice;
  const mailboxes = mailboxesFor(site.settings, invoice);
  const isStanding = corrects === null && voidedBy === null;
  return {
    number: invoice.number,
    ...words,
    from,
    to,
    payment,
    state: wordOf(state),
    tone: tones[state],
    known: factsOf(invoice, site.now()),
    corrects,
    voidedBy,
    today: dayText(site.store.invoices.today()),
    longestNote,
    open: dollars(invoice.open),
    history: [
      { at: invoice.at, text: "Made out", person: invoice.person, remark: "" },
      ...marks.map(({ kind, day, at, cents, person, remark }) => ({
        at,
        text:
          kind === "sent" || kind === "paid"
            ? `${markWords[kind]}${cents === null ? "" : ` ${dollars(cents)}`} on ${dayInWords(day)}`
            : markWords[kind],
        person,
        remark,
      })),
    ].map(({ at, text, person, remark }) => ({
      time: shownTime(at, zone),
      text: person === "" ? text : `${text}, by ${printable(person)}`,
      remark: freeWords(remark, isWhole),
    })),
    may: {
      letter: sentDay === null && letterAt === null && mailboxes !== undefined,
      sent: sentDay === null,
      paid: isStanding && paidDay === null && cents !== 0,
      unpaid: paidDay !== null || invoice.paid > 0,
      void: isStanding && paidDay === null && invoice.paid === 0,
      part: invoice.open > 0,
    },
    statement: `/console/sales/statement?${new URLSearchParams({ buyer: invoice.buyer, from: document.first, to: document.last })}`,
  };
}

/**
 * What a person says of an invoice. What goes to the buyer, or cannot be taken back, is confirmed first.
 * @returns the number of the invoice to look at then, or the result of the press instead
 */
export async function press(
  number: string,
  given: PostedForm,
  context: AppLoadContext,
  person: string,
): Promise<Pressed | { number: string }> {
  return orRefused(given, async () => {
    const site = siteOf(context);
    const found = await site.store.invoices.get(number);
    if (!found) throw new Response("There is no such invoice.", { status: 404 });
    const { invoice, document } = found;
    const { intent = "", day = "", note = "", amount = "", confirmed } = given;
    const writeDown = () =>
      context.services.store.readings.add(person, `console invoices ${intent}`, [], { about: number });
    if (intent === "sent" || intent === "paid" || intent === "unpaid") {
      await writeDown();
      await sayOf(site, { number, kind: intent, day, note, amount }, person);
      return { number };
    }
    if (intent !== "letter" && intent !== "void") return { text: "You can’t do that here.", given };
    const refused = whyNot(intent, invoice);
    if (refused) return { text: refused, given };
    const total = dollars(document.total);
    const to = mailboxesFor(site.settings, invoice) ?? [];
    const says =
      intent === "letter"
        ? [`${number} of ${total} goes to ${to.join(", ") || "nobody"}.`, "A letter is sent once."]
        : [
            `A credit note of ${dollars(-document.total)} takes ${number} of ${total} back.`,
            "Its days can be made out again then.",
          ];
    const name = lookAt(intent, number, note, says);
    const isAsked = intent === "void" && note.trim() === "";
    if (confirmed !== name && !isAsked) {
      const button = intent === "letter" ? "Send the letter" : "Take it back";
      return {
        text: "",
        given,
        look: { says, warns: "", fields: { intent, note, confirmed: name }, button },
      };
    }
    await writeDown();
    if (intent === "void") return { number: await takeBack(site, number, note, person) };
    await sendLetter(site, number, person);
    context.services.running.invoices.send();
    return { number };
  });
}
