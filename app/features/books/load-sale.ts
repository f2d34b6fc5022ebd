import type { AppLoadContext } from "@remix-run/node";
import { dayInWords } from "../../../services/calendar/days.ts";
import type { Viewer } from "../../../services/console/console.ts";
import { mayAs } from "../../../services/console/roles.ts";
import { returnsDesk } from "../../../services/features/books/added.ts";
import { linesOfSale } from "../../../services/features/books/statements.ts";
import { outcomesOf } from "../../../services/features/books/story.ts";
import { isMoney, reasonText, reasonWords, reportText } from "../../../services/features/books/words.ts";
import { printable } from "../../../services/observe/printable.ts";
import { lookAt } from "../../../services/operations/second-look.ts";
import { centsIn, dollars, freeWords, impersonal } from "../../../services/operations/text.ts";
import { returnReasons } from "../../../services/store/rows.ts";
import { canUndo, isSame, returnableUntil, standingOf } from "../../../services/store/sales/ledger-lines.ts";
import { shownTime } from "../../console/ui/shown.ts";
import { pageFeatures } from "../../features.ts";
import type { PostedForm } from "../../server/requests/bodies.ts";

import { kindWords, type Pressed, rowOf } from "./load.ts";

export type SaleData = Awaited<ReturnType<typeof saleData>>;

/**
 * A sale with its buyer's reports and all that followed. The lead's answers are shown only to roles that may see leads,
 * after the access was logged.
 * @param booked the id of the line that was just booked, if any
 * @throws Response 404
 */
export async function saleData(
  id: string,
  booked: string | null,
  viewer: Viewer,
  { services: { store, settings } }: AppLoadContext,
) {
  const { sale, lines } = await saleWithLines(id, store);
  const lead = await store.leads.get(sale.leadId);
  const reports = lead
    ? await outcomesOf(store, lead, settings.destinations)
    : (await store.books.outcomes.ofLead(sale.leadId)).map((each) => ({ ...each, contradiction: undefined }));
  const isWhole = mayAs(viewer.role, "leads");
  // What was asked for and not granted is reported, and not in the books.
  const asked = ((await returnsDesk()?.asked(store, { leadId: sale.leadId, limit: 100 })) ?? []).map(
    ({ standing, ...each }) => ({
      ...each,
      booked: 0,
      why: isWhole ? standing : standing.split(":")[0]!,
      contradiction: undefined,
    }),
  );
  const reported = [...reports, ...asked].filter(({ buyer }) => isSame(buyer, sale.buyer));
  if (isWhole && reported.some(({ contradiction }) => contradiction !== undefined))
    await store.readings.add(viewer.name, "console sale", [sale.leadId]);
  const zone = settings.siteTimeZone;
  const { price, given, payout, isReturned } = standingOf(lines);
  const done = lines.find((line) => line.id === booked);
  const until = returnableUntil(sale, zone);
  const isLate = Date.now() > until;
  const by = sale.returnDays === null ? "" : `, until ${shownTime(until, zone)}`;
  return {
    id,
    leadId: sale.leadId,
    what: `Sold to ${sale.buyer} ${shownTime(sale.at, zone)}`,
    facts: [
      ["Price", dollars(price)],
      ["Returned or credited", dollars(given)],
      ["Its id at the buyer", freeWords(sale.buyerLeadId, isWhole) || "none"],
      ["From", rowOf(sale, zone, isWhole).from || "nowhere that is known"],
      ["Qualified", sale.qualified === null ? "not judged" : sale.qualified ? "yes" : "no"],
    ] as const,
    lines: lines.map((line) => ({
      ...rowOf(line, zone, isWhole),
      by: printable(line.person),
      canUndo: canUndo(line, lines),
    })),
    reported: reported.map((each) => ({
      id: each.id,
      day: dayInWords(each.day),
      text: reportText(each, isWhole),
      contradiction: (isWhole && each.contradiction) || "",
      isCut: isMoney(each.outcome) && each.why !== null,
    })),
    booked: done
      ? `${kindWords[done.kind]} of ${dollars(done.cents)} booked: ${sale.buyer} owes ${dollars(price - given)} for it now${sale.affiliate === "" ? "" : `, and affiliate ${sale.affiliate} gets ${dollars(payout)}`}.`
      : "",
    // In the form in which it is typed.
    left: price - given > 0 ? ((price - given) / 100).toFixed(2) : "",
    histories: [
      ...(settings.destinations.some(({ name }) => name === sale.buyer)
        ? termsOf("receiver", sale.buyer, sale.buyer)
        : []),
      ...(/^[\w-][\w.-]{0,63}$/.test(sale.affiliate)
        ? termsOf("affiliate", sale.affiliate, `affiliate ${sale.affiliate}`)
        : []),
    ],
    reasons: returnReasons.map((each) => [each, reasonWords[each]] as const),
    isOpen: !isReturned || price - given > 0,
    terms:
      sale.returnDays === null
        ? "The terms of its sale are not known."
        : `${sale.buyer} may return it for ${sale.returnDays} days${by}.${isLate ? " That time is over." : ""}`,
  };
}

function termsOf(party: "receiver" | "affiliate", name: string, words: string) {
  return pageFeatures.flatMap(({ atTerms }) =>
    atTerms ? [{ text: `Terms of ${words}`, href: atTerms(party, name) }] : [],
  );
}

async function saleWithLines(id: string, store: AppLoadContext["services"]["store"]) {
  const sale = await store.books.ledger.get(id);
  if (sale?.kind !== "sale") throw new Response("There is no such sale.", { status: 404 });
  return { sale, lines: linesOfSale(await store.books.ledger.ofLeads([sale.leadId]), sale) };
}

/** In UTF-16 units. */
const longestReason = 200;

/**
 * Returns a sale, credits a part of it or undoes either, with a reason, once its effect was confirmed.
 * @returns the id of the booked line, or the result of the press instead
 * @throws Response 404
 */
export async function giveBack(
  id: string,
  { intent = "", amount = "", because = "", reason: typed = "", line = "", confirmed }: PostedForm,
  { services: { store, settings } }: AppLoadContext,
  person: string,
): Promise<Pressed | { booked: string }> {
  const { sale, lines } = await saleWithLines(id, store);
  // It is kept for years, and must not name anybody.
  const fixed = returnReasons.find((each) => each === because);
  const reason = reasonText(fixed, impersonal(typed.trim()));
  const given = { amount, because, reason: typed };
  const refuse = (text: string, field?: string): Pressed => ({ text, isRefused: true, field, given });
  const field = intent === "undo" ? line : "reason";
  if (!["return", "credit", "undo"].includes(intent)) return refuse("You can’t do that here.");
  if (because !== "" && (!fixed || intent === "undo"))
    return refuse(`Choose one of these: ${returnReasons.join(", ")}.`, "because");
  if (reason === "") return refuse("Say why: the buyer or the affiliate will ask.", field);
  if (typed.trim().length > longestReason)
    return refuse(`A reason has at most ${longestReason} characters.`, field);
  const cents = intent === "credit" ? centsIn(amount) : undefined;
  if (intent === "credit" && cents === undefined)
    return refuse("Use dollars and cents, such as 45.00.", "amount");
  const undone = intent === "undo" ? lines.find((each) => each.id === line) : undefined;
  if (intent === "undo" && !undone) return refuse("There is no such line.");
  const { price, given: back, isReturned } = standingOf(lines);
  const left = price - back;
  const tooMuch = () => refuse(`No more than ${dollars(left)} of it is left.`, "amount");
  if (cents !== undefined && cents > left) return tooMuch();
  const isAgain = undone ? !canUndo(undone, lines) : isReturned && left <= 0;
  const again = () => refuse(intent === "undo" ? "That is undone already." : "It is returned already.");
  if (isAgain) return again();

  const isLate = !undone && Date.now() > returnableUntil(sale, settings.siteTimeZone);
  const says = [
    undone
      ? `${sale.buyer} owes ${dollars(-undone.cents)} again.`
      : `${dollars(cents ?? left)} of ${dollars(price)} goes back to ${sale.buyer}.`,
    ...(sale.payout
      ? [`The payout of affiliate ${sale.affiliate || "(none)"} for this lead changes with it.`]
      : []),
  ];
  const warns = isLate ? `The ${sale.returnDays} days in which ${sale.buyer} may return it are over.` : "";
  const name = lookAt(intent, id, line, says, warns);
  if (confirmed !== name) {
    const fields = { intent, amount, because, reason: typed, line, confirmed: name };
    return { text: "", isRefused: false, given, look: { says, warns, fields, button: lookButtons[intent]! } };
  }
  const about = intent === "undo" ? line : id;
  await store.readings.add(person, `console ${intent}`, [sale.leadId], { about, reason });
  const by = { person, reason };
  const done = undone
    ? await store.books.ledger.undo(line, by)
    : await store.books.ledger.giveBack(id, cents, by);
  if (!("refused" in done)) return { booked: done.id };
  return done.refused === "too much" ? tooMuch() : again();
}

const lookButtons: Record<string, string> = {
  return: "Return the lead",
  credit: "Credit these dollars",
  undo: "Undo it",
};
