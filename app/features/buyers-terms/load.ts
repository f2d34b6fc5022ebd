import type { AppLoadContext } from "@remix-run/node";
import { dayMs } from "../../../services/calendar/days.ts";
import { buyersInForce, reasonsOf, sentenceOf } from "../../../services/features/buyers-terms/buyers.ts";
import { type Changed, changeOf, changeText } from "../../../services/features/buyers-terms/change.ts";
import { Refusal } from "../../../services/operations/refusal.ts";
import { clean } from "../../../services/store/engine/clean.ts";
import { pageFeatures } from "../../features.ts";

/** A page waits for its answer: longer times are for the command. */
const days = 30;

/** In UTF-16 units. */
const longestTerms = 500;

export type TakesData = Awaited<ReturnType<typeof takesData>>;

/** What each buyer takes, and what other terms of one would have done. @param query `buyer` and `terms` of the form */
export async function takesData(query: URLSearchParams, { services }: AppLoadContext) {
  const { store, settings } = services;
  const buyers = buyersInForce(settings, await store.termsInForce.all());
  const atTerms = pageFeatures.find((each) => each.atTerms)?.atTerms;
  const asked = { buyer: clean(query.get("buyer") ?? ""), terms: clean(query.get("terms") ?? "") };
  let [fault, changed]: [string, Changed | undefined] = ["", undefined];
  try {
    if (asked.terms.length > longestTerms)
      throw new Refusal(`Terms have at most ${longestTerms} characters.`);
    if (asked.terms.trim() !== "")
      changed = await changeOf(services, asked.buyer, asked.terms, Date.now() - days * dayMs);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fault = error.message;
  }
  return {
    days,
    asked,
    fault,
    changed: changed && { ...changed, texts: changeText(changed) },
    buyers: buyers.map((buyer) => ({
      name: buyer.name,
      sentence: sentenceOf(buyer),
      href: atTerms?.("receiver", buyer.name),
      reasons: reasonsOf(buyer).map(({ reason, words, judged }) => ({ reason, words, judged })),
    })),
  };
}
