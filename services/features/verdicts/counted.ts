import type { Change } from "../../../machines/features/verdicts/decided.ts";
import type { SurveyMachine } from "../../../machines/variant.ts";
import type { LogEntry } from "../../../machines/visit/log.ts";
import type { ChartSettings } from "../../../machines/visit/open-visit.ts";
import type { Lead } from "../../store/rows.ts";
import { entryFor, explained, turnsOf } from "./of-lead.ts";
import { optionOf } from "./sentences.ts";
import { isPlainlyQualified, type Tally, together } from "./tally.ts";

type Turned = Pick<Tally, "step" | "field" | "answer">;

/** What is counted of a lead: its verdict, and each answer that would have qualified it, once. @param log see `isPlainlyQualified` */
export function countedOn(
  lead: Pick<Lead, "variant" | "qualified" | "dqReason">,
  log: readonly LogEntry[],
  settings: ChartSettings,
): { verdict: string; turns: Turned[] } | undefined {
  if (isPlainlyQualified(lead)) return entryFor(lead, log) && { verdict: "qualified", turns: [] };
  const found = explained(lead, log, settings);
  if (!found) return undefined;
  const { verdict } = found.decided;
  const turns = (turnsOf(found) ?? [])
    .filter((way) => way.verdict === "qualified")
    .map(({ changes }) =>
      changes.length > 1
        ? { step: "", field: "", answer: together }
        : turnedBy(changes[0], found.entry.variant.machine),
    );
  return { verdict, turns: [...new Map(turns.map((turn) => [JSON.stringify(turn), turn])).values()] };
}

/** An answer that would have turned it, without anything of the visitor's. */
function turnedBy(change: Change, machine: SurveyMachine): Turned {
  const { step, field, instead, onward } = change;
  const [move] = instead;
  if (move.kind === "outcome") return { step, field: "", answer: move.outcome.call };
  return { step, field, answer: optionOf(move, change, machine)?.value ?? onward ?? "other" };
}
