import type { AppLoadContext } from "@remix-run/node";
import { kindOf } from "../../../machines/features/verdicts/kinds.ts";
import type { Variant } from "../../../machines/variant.ts";
import { dayCounter, dayText, periodOf } from "../../../services/calendar/days.ts";
import { optionLabel, questionOf } from "../../../services/features/verdicts/sentences.ts";
import { type Tally, together } from "../../../services/features/verdicts/tally.ts";
import { verdictWords } from "../../../services/features/verdicts/words/index.ts";
import { inLanguage, mainLanguage } from "../../../services/words/languages.ts";

/** A verdict, or an answer that would have turned it, with its leads; `share` of all, or of those with the verdict. */
export type Row = { key: string; name: string; leads: number; share: string; isTurn: boolean };

export type DecidedNumbers = Awaited<ReturnType<typeof decidedNumbers>>;

/** The last four weeks, where the address names no days. */
const usualDays = 28;

/** What decided about a survey's leads of some days. `faults`: of the days that the address names. */
export async function decidedNumbers(
  variant: Required<Variant>,
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
) {
  const today = dayCounter(settings.siteTimeZone)(Date.now());
  const from = query.get("from") || dayText(today - usualDays + 1);
  const to = query.get("to") || dayText(today);
  const period = periodOf(from, to, settings.siteTimeZone);
  const [tallies, since] = await Promise.all([
    period ? store.verdicts.of(variant.code, period) : [],
    store.verdicts.since(variant.code),
  ]);
  return {
    code: variant.code,
    from,
    to,
    fault: period ? "" : "Enter two days, such as 2026-01-31, the first one not after the last.",
    since: since === undefined ? "" : dayText(since),
    rows: rowsOf(tallies, variant),
  };
}

function rowsOf(tallies: readonly Tally[], variant: Required<Variant>): Row[] {
  const most = (one: Tally, other: Tally) => other.leads - one.leads;
  const verdicts = tallies.filter(({ answer }) => answer === "").toSorted(most);
  const all = verdicts.reduce((sum, { leads }) => sum + leads, 0);
  return verdicts.flatMap(({ verdict, leads }) => {
    const turns = tallies.filter((each) => each.verdict === verdict && each.answer !== "").toSorted(most);
    return [
      { key: verdict, name: verdictName(verdict), leads, share: shareOf(leads, all), isTurn: false },
      ...turns.map((turn) => ({
        key: JSON.stringify([verdict, turn.step, turn.field, turn.answer]),
        name: turnName(turn, variant),
        leads: turn.leads,
        share: shareOf(turn.leads, leads),
        isTurn: true,
      })),
    ];
  });
}

const shareOf = (part: number, all: number) => `${Math.round((100 * part) / all)} %`;

/** The reason as the lead has it stands beside the words: it is what receivers read. */
function verdictName(verdict: string): string {
  const name = inLanguage(verdictWords, mainLanguage).names[kindOf(verdict)];
  return verdict.includes("|") ? `${name} (${verdict})` : name;
}

function turnName({ step, field, answer }: Tally, { machine }: Required<Variant>): string {
  const wording = { machine, language: mainLanguage };
  if (answer === together) return "with several other answers at once";
  if (answer === "lookUpZip") return "with a ZIP code in another state";
  if (answer === "checkGibberish") return "with a description that makes sense to the check";
  const question = questionOf(step, field, wording);
  if (answer === "later" || answer === "earlier")
    return `with ${answer === "later" ? "a later" : "an earlier"} date for “${question}”`;
  if (answer === "other") return `with another answer to “${question}”`;
  return `with “${optionLabel(answer, { step, field }, wording)}” to “${question}”`;
}
