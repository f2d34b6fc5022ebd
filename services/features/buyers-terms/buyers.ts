import { parseDocument } from "yaml";
import { isJudgedAs, type JudgedAs, outsideOf, type Terms } from "../../../machines/lead/terms.ts";
import { printable } from "../../observe/printable.ts";
import { Refusal } from "../../operations/refusal.ts";
import { isBuyer, qualifiedOf, takesSentence } from "../../providers/route.ts";
import type { Declared } from "../../settings/destinations/shape.ts";
import { fieldNamed, only, termsIn } from "../../settings/destinations/takes.ts";
import { type Changes, receiverInForce } from "../../settings/destinations/terms.ts";
import type { Settings } from "../../settings/env.ts";
import { type ReturnReason, returnReasons } from "../../store/rows.ts";
import { closest, didYouMean } from "../../yaml/closest.ts";
import { checked } from "../../yaml/yaml-file.ts";
import { grounds, isInTerms } from "../books/claims.ts";
import { reasonWords } from "../books/words.ts";

/** A buyer by the terms in force. */
export type Buyer = {
  name: string;
  terms: Terms;
  qualified: JudgedAs;
  inOrder: boolean;
  declared: Declared;
};

/** The buyers, those of the order first, by the terms in force. */
export function buyersInForce({ destinations }: Pick<Settings, "destinations">, changes: Changes): Buyer[] {
  const place = ({ order = Number.POSITIVE_INFINITY }: Declared) => order;
  return destinations
    .filter((each) => isBuyer(each) && each.takes !== "messages")
    .toSorted((one, other) => place(one) - place(other))
    .map((inFile) => {
      const declared = receiverInForce(inFile, changes);
      return buyerOf(declared, termsIn(declared.only));
    });
}

const buyerOf = (declared: Declared, terms: Terms): Buyer => ({
  name: declared.name,
  terms,
  qualified: qualifiedOf(declared),
  inOrder: declared.order !== undefined,
  declared,
});

/** @throws Refusal for a name that is no buyer's */
export function demandBuyer(buyers: readonly Buyer[], name: string): Buyer {
  const found = buyers.find((each) => each.name === name);
  if (found) return found;
  const names = buyers.map((each) => each.name);
  throw new Refusal(
    names.length === 0
      ? "There is no buyer: claimpath.yaml has no order, and no receiver with a price."
      : `There is no buyer ${printable(name)}: there are ${names.join(", ")}${didYouMean(closest(name, names))}`,
  );
}

/** What it takes, in one sentence. */
export const sentenceOf = ({ declared }: Buyer) => takesSentence(declared, new Map());

/** What may be claimed of each reason for a return. */
export function reasonsOf({ declared }: Buyer): { reason: ReturnReason; words: string; judged: string }[] {
  return returnReasons.map((reason) => {
    const ground = grounds[reason];
    const judged =
      ground === "repeats"
        ? "by what it had from us before"
        : typeof ground === "string"
          ? ground
          : isInTerms(reason, declared)
            ? "by its terms"
            : ground.usual
              ? "by the lead’s answers; its terms have no condition on it"
              : "its terms have no condition on it";
    return { reason, words: reasonWords[reason], judged };
  });
}

/**
 * A buyer with other terms: what the text, the contents of its `only` in YAML, says takes the place of what there is on
 * the same field, and `none` takes that away.
 * @throws Refusal for what the settings would refuse
 */
export function withTerms(buyer: Buyer, text: string): Buyer {
  const document = parseDocument(text, { stringKeys: true, prettyErrors: false });
  const given = document.errors.length === 0 ? (document.toJS() as unknown) : undefined;
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new Refusal("Write terms as under only: accident-days: {at-most: 180}");
  const entries = Object.entries(given as Record<string, unknown>);
  const gone = entries.filter(([, said]) => said === "none" || said === null).map(([name]) => name);
  const unknown = gone.find((name) => fieldNamed(name) === undefined && name !== "qualified");
  if (unknown !== undefined) throw new Refusal(`${printable(unknown)} is not known here.`);
  const read = checked(only, Object.fromEntries(entries.filter(([name]) => !gone.includes(name))));
  if ("faults" in read) {
    const [{ where, text: fault, meant }] = read.faults as [(typeof read.faults)[number]];
    const sentence = `${printable(where.join("."))} ${printable(fault)}${didYouMean(meant)}`;
    throw new Refusal(sentence.endsWith("?") ? sentence : `${sentence}.`);
  }
  const fields = new Set(entries.map(([name]) => fieldNamed(name)));
  const fresh = termsIn(read.data);
  const old = buyer.terms.map(({ field }) => field);
  // A new condition stands where the old one did.
  const terms = [
    ...buyer.terms.flatMap((term, place) => {
      if (!fields.has(term.field)) return [term];
      return old.indexOf(term.field) === place ? fresh.filter(({ field }) => field === term.field) : [];
    }),
    ...fresh.filter(({ field }) => !old.includes(field)),
  ];
  const { qualified = gone.includes("qualified") ? undefined : buyer.declared.only?.qualified } = read.data;
  return buyerOf({ ...buyer.declared, only: { terms, qualified } } as Declared, terms);
}

/** Whether a lead is within what a buyer takes. */
export function takes(
  { terms, qualified }: Buyer,
  lead: {
    qualified: boolean | null;
    record: Readonly<Record<string, unknown>>;
    variant: string;
    dqReason: string | null;
  },
): boolean {
  const said = { ...lead.record, variant: lead.variant, dq_reason: lead.dqReason };
  return isJudgedAs(qualified, lead.qualified) && outsideOf(terms, said) === undefined;
}
