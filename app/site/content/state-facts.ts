import type { StateCode } from "../../../machines/site/filing-deadlines.ts";
import { stateOf } from "../articles/states.ts";
import { longDate } from "../in-words.ts";
import { articleWords } from "./article-words.ts";
import { faultWords, law, type Report } from "./law.ts";
import { fill } from "./markdown.ts";

const { facts: words, shares: shareWords } = articleWords;

/** "two years", "one year". */
export function inYears(years: number): string {
  return words.years[years - 1]!;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What is left of $10,000, by one's own share of the fault in percent. */
export function leftOf10000(code: StateCode): (readonly [share: string, left: string])[] {
  const { kind } = law[code].fault;
  const shares = { pure: [0, 20, 50, 80], under50: [0, 20, 49, 50], upTo50: [0, 20, 50, 51] };
  if (kind === "none" || kind === "slight") return [];
  const bar = { pure: 101, under50: 50, upTo50: 51 }[kind];
  return shares[kind].map((share) => [
    fill(shareWords.percent, { share: String(share) }),
    share >= bar ? shareWords.nothing : `$${((100 - share) * 100).toLocaleString("en-US")}`,
  ]);
}

/** "30/60/25"; for the two states without such limits what is asked instead. */
export function insuranceInShort(code: StateCode): string {
  const { limits } = law[code].insurance;
  return limits ? limits.join("/") : words.noLimits[code]!;
}

/** What the three numbers are, in dollars; undefined where there are none. */
export function insuranceInDollars(code: StateCode): string | undefined {
  const { limits } = law[code].insurance;
  if (!limits) return undefined;
  const [person, crash, property] = limits.map((thousands) => `$${thousands},000`);
  return fill(words.amounts, { person, crash, property });
}

/** What is to be done about a report. */
export function reportWords({ to, within, damage }: Report): string {
  const also =
    typeof damage === "number"
      ? fill(words.also.dollars, { dollars: `$${damage.toLocaleString("en-US")}` })
      : damage && words.also[damage];
  return fill(words.reports[within ? to : "atOnce"], { within, also });
}

/** What a guide can say of its state, by the names that its Markdown has for it; those with "law" are citations. */
export function stateFacts(code: StateCode): Record<string, string | undefined> {
  const { injury, changed, death, fault, noFault, insurance, reports, government, notes } = law[code];
  const [first, second] = reports;
  return {
    state: stateOf(code).name,
    injury: inYears(injury.years),
    "injury law": injury.law,
    changed: changed && longDate(changed.since),
    before: changed && inYears(changed.before.years),
    "before law": changed?.before.law,
    death: death && inYears(death.years),
    "death law": death?.law,
    "time note": notes.time,
    fault: faultWords[fault.kind].name,
    "fault in short": faultWords[fault.kind].short,
    "fault meaning": faultWords[fault.kind].meaning,
    "fault law": fault.law,
    "fault note": notes.fault,
    "no-fault": noFault && words.noFault[noFault.kind],
    choice: noFault?.kind === "choice" ? "choice" : undefined,
    benefit: noFault?.benefit,
    threshold: noFault?.threshold,
    "no-fault law": noFault?.law,
    insurance: insurance.limits && insuranceInShort(code),
    amounts: insuranceInDollars(code),
    "insurance law": insurance.law,
    "insurance note": notes.insurance,
    report: first && reportWords(first),
    "report within": first?.within,
    "report law": first?.law,
    "second report": second && reportWords(second),
    "second report law": second?.law,
    damage: reports.some(({ damage }) => damage) ? "damage" : undefined,
    notice: government?.within,
    "notice law": government?.law,
  };
}
