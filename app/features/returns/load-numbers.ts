import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import { dayText } from "../../../services/calendar/days.ts";
import { reasonWords } from "../../../services/features/books/words.ts";
import {
  type BackGroup,
  type ReturnedBy,
  returnedBy,
  type SoldGroup,
} from "../../../services/features/returns/numbers.ts";
import { dollars, masked } from "../../../services/operations/text.ts";
import { inWords } from "../../../services/words/asked.ts";
import { addressWith, daysAsked, demandFaultless, given } from "../books/load.ts";
import { numbersPage } from "./feature.ts";

/** `share` of the sales that came back, such as `12 %`; 'few' where they are too few to say. */
export type Row = Record<"name" | "share" | "back" | "sold" | "cents", string>;

type Counts = { sold: number; back: number; cents: number };
type Named = Counts & { names: readonly string[] };

type Chosen = Record<"from" | "to" | "survey", string> & { by: ReturnedBy };

/** Of fewer sales a share says nothing, and of one sale it would tell what became of one person. */
const fewest = 10;

function askedIn(query: URLSearchParams, timeZone: string) {
  const { from, to, faults, period } = daysAsked(query, timeZone);
  const by = returnedBy.find((each) => each === given(query, "by")) ?? "reason";
  const survey = variants.has(given(query, "survey")) ? given(query, "survey") : "";
  return { chosen: { from, to, by, survey } as Chosen, faults, period };
}

export type NumbersData = Awaited<ReturnType<typeof numbersData>>;

/** @param isWhole whether the viewer may read others' ids, in which a visitor's number may be */
export async function numbersData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
) {
  const zone = settings.siteTimeZone;
  const asked = askedIn(query, zone);
  const { chosen, faults } = asked;
  const { rows, all } = await counts(asked, store, isWhole);
  const since = chosen.by === "answer" ? await store.returns.numbers.countedSince() : undefined;
  return {
    chosen,
    faults,
    zone,
    rows: rows.map((row) => rowOf(row, chosen.by, all)),
    all: rowOf({ ...all, names: ["All"] }, chosen.by, all),
    since: since === undefined ? "" : dayText(since),
    kinds: returnedBy,
    surveys: [...variants.keys()],
    csv: addressWith(`${numbersPage}.csv`, chosen),
  };
}

/** The same as a table's lines, its head first. @throws Response 422 for a wrong day */
export async function numbersLines(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
): Promise<string[][]> {
  const asked = demandFaultless(askedIn(query, settings.siteTimeZone));
  const { rows } = await counts(asked, store, isWhole);
  const { by } = asked.chosen;
  const isAnswer = by === "answer";
  const heads = { "sub id": ["affiliate", "sub_id"], answer: ["question", "answer"] } as const;
  const names = by === "sub id" || isAnswer ? heads[by] : [by];
  return [
    [...names, "sold", "returned", ...(isAnswer ? [] : ["back_cents"])],
    ...rows.map(({ names, sold, back, cents }) => [
      ...names,
      ...(isAnswer && sold < fewest ? ["few", "few"] : [by === "reason" ? "" : String(sold), String(back)]),
      ...(isAnswer ? [] : [String(cents)]),
    ]),
  ];
}

async function counts(
  { chosen: { by, survey }, period }: Pick<ReturnType<typeof askedIn>, "chosen" | "period">,
  { returns }: AppLoadContext["services"]["store"],
  isWhole: boolean,
): Promise<{ rows: Named[]; all: Counts }> {
  if (by === "answer") {
    const answers = await returns.numbers.ofAnswers(period, survey || undefined);
    const rows = answers
      .filter(({ sold }) => sold > 0)
      .map(({ question, value, sold, back }) => {
        const words = inWords(question, value);
        return { names: [words.question, words.answer], sold, back, cents: 0 };
      });
    // A sale is in several of them, which have no sum.
    return { rows, all: { sold: 0, back: 0, cents: 0 } };
  }
  const { sold, back } = await returns.numbers.ofSales(period);
  const isAsked = (row: { survey: string }) => survey === "" || row.survey === survey;
  const all = sumOf(sold.filter(isAsked), back.filter(isAsked));
  const shown = (text: string) => (text === "" ? "(none)" : isWhole ? text : masked(text));
  const namesOf = (row: Omit<SoldGroup, "sold"> & { reason?: BackGroup["reason"] }): string[] => {
    if (by === "reason") return [reasonName(row.reason)];
    if (by === "sub id") return [shown(row.affiliate), shown(row.subId)];
    return [by === "affiliate" ? shown(row.affiliate) : by === "survey" ? row.survey : row.buyer];
  };
  const groups = new Map<string, Named>();
  const group = (row: Parameters<typeof namesOf>[0]) => {
    const names = namesOf(row);
    const key = names.join("\n").toLowerCase();
    const its = groups.get(key) ?? { names, sold: 0, back: 0, cents: 0 };
    groups.set(key, its);
    return its;
  };
  if (by !== "reason") for (const row of sold.filter(isAsked)) group(row).sold += row.sold;
  for (const row of back.filter(isAsked)) {
    const its = group(row);
    its.back += row.back;
    its.cents += row.cents;
  }
  const rows = [...groups.values()].sort((one, other) => other.back - one.back || other.sold - one.sold);
  return { rows, all };
}

function reasonName(reason: BackGroup["reason"] = ""): string {
  if (reason === "" || reason === "other") return reason === "" ? "No reason given" : "Another reason";
  return reasonWords[reason].replace(/^./, (letter) => letter.toUpperCase());
}

function sumOf(sold: readonly SoldGroup[], back: readonly BackGroup[]): Counts {
  return {
    sold: sold.reduce((sum, row) => sum + row.sold, 0),
    back: back.reduce((sum, row) => sum + row.back, 0),
    cents: back.reduce((sum, row) => sum + row.cents, 0),
  };
}

/** By reason the share is of all that came back; a sale that did not has none. */
function rowOf({ names, sold, back, cents }: Named, by: ReturnedBy, all: Counts): Row {
  const of = by === "reason" ? all.back : sold;
  const isFew = by !== "reason" && sold < fewest;
  const isHidden = isFew && by === "answer";
  return {
    name: names.join(by === "answer" ? " " : ", "),
    share: isFew ? "few" : of === 0 ? "–" : `${Math.round((100 * back) / of)} %`,
    back: isHidden ? "–" : String(back),
    sold: isHidden ? `under ${fewest}` : String(sold),
    cents: dollars(cents),
  };
}
