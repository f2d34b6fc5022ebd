import { roughly } from "../numbers/leaks.ts";
import type { Costs, OrderGain, QuestionCost, Replayed } from "./cost.ts";

/** The sentences that a page and a command say of a question. */

const number = (count: number) => count.toLocaleString("en-US");
const plural = (count: number, one: string, many = `${one}s`) =>
  `${number(count)} ${count === 1 ? one : many}`;

/** `a, b and c`; of many the first ones and how many more. */
function listed(names: readonly string[], most = 4): string {
  const more = names.length - most;
  const shown = more > 1 ? [...names.slice(0, most), `${more} more`] : names;
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}` : (shown[0] ?? "");
}

/** Everything about one question, in what follows its name and a colon. */
export function sentenceOf(cost: QuestionCost): string {
  const { refusals, replayed, needs } = cost;
  const parts = [lossOf(cost)];
  if (refusals.length > 0) parts.push(`it has to be asked: ${refusals.join(", and ")}`);
  if (replayed) parts.push(verdictsOf(replayed));
  // What the survey itself needs loses more than a field.
  if (replayed && refusals.length === needs.length) parts.push(payloadsOf(cost, replayed));
  if (!replayed && refusals.length === 0) parts.push("no lead could be replayed yet");
  return `${parts.join("; ")}.`;
}

function lossOf({ left, leads }: QuestionCost): string {
  if (left === 0) return "nobody leaves here";
  const leave = `${plural(left, "visitor")} ${left === 1 ? "leaves" : "leave"} here`;
  return leads ? `${leave}, which costs at most ${plural(roughly(leads.high), "lead")}` : leave;
}

function verdictsOf({ certain, possible, verdicts: { low, high }, leads, of }: Replayed): string {
  const isAll = leads === of;
  if (possible === 0)
    return isAll
      ? "it changes no verdict"
      : `it changes no verdict of ${plural(leads, "lead")}, so at most ${number(high)} of all ${number(of)}`;
  if (isAll && certain === possible)
    return high === 1
      ? "without it 1 verdict would be another"
      : `without it ${number(high)} verdicts would be others`;
  return `without it ${number(low)} to ${number(high)} of ${plural(of, "verdict")} would be others`;
}

function payloadsOf({ needs }: QuestionCost, { payloads, fields }: Replayed): string {
  if (payloads === 0) return "no payload would lose a field";
  const lose = `${plural(payloads, "payload")} would lose ${listed(fields)}`;
  if (needs.length === 0) return `${lose}, which no receiver maps`;
  const paid = needs.filter(({ cents }) => cents > 0);
  const money = paid.map(
    ({ receiver, cents }) => `${receiver} has bought leads of this survey for ${dollars(cents)}`,
  );
  return [lose, ...money].join("; ");
}

export const dollars = (cents: number) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD" });

/** What another order can win, in what follows the question's name. @param titleOf a question's name as people read it */
export function orderSentence(
  { before, leads, fewer }: OrderGain,
  titleOf: (name: string) => string,
): string {
  const most = `at most ${plural(roughly(leads), "lead")}`;
  const asked = fewer === 0 ? "" : `; ${plural(fewer, "visitor")} fewer would be asked it`;
  return `just before ${titleOf(before)}: ${most} more, none if people leave at it wherever it stands${asked}.`;
}

/** What the numbers are of. */
export function aboutOf({ sessions, leads, replayed, of, otherVersion }: Costs): string {
  const all = `Of ${plural(sessions, "session")} and ${plural(leads, "lead")} that began at least half an hour ago.`;
  if (replayed === 0)
    return `${all} No lead of a recorded visit could be replayed: verdicts and payloads are not known.`;
  const part =
    replayed < of
      ? `${number(replayed)} of the ${number(of)} newest leads, drawn at random, were replayed; what is said of all holds with 95% probability.`
      : `${of === 1 ? "The one lead was" : `All ${number(of)} leads were`} replayed.`;
  const others =
    otherVersion > 0
      ? ` Today’s chart does not lead to ${number(otherVersion)} of them, which were recorded under another version and are left out.`
      : "";
  return `${all} ${part}${others}`;
}
