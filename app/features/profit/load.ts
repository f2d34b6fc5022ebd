import type { AppLoadContext } from "@remix-run/node";
import { variants } from "../../../machines/registry.ts";
import {
  dayCounter,
  dayText,
  monthAt,
  monthOf,
  type Period,
  periodOf,
} from "../../../services/calendar/days.ts";
import {
  type Business,
  depthOf,
  type ProfitBy,
  type ProfitRow,
  profitBy,
  profitOf,
  sumOf,
} from "../../../services/features/profit/profit.ts";
import { dollars, masked } from "../../../services/operations/text.ts";
import { addressWith, daysAsked, demandFaultless, given } from "../books/load.ts";

/** A row as the page shows it; amounts as `$1,234.50`, a margin as `45 %`, and '–' for what there is none of. */
export type Row = Record<"name" | "profit" | "margin" | "sold" | "back" | "payout" | "cost", string> & {
  id: number;
  sales: number;
  isLoss: boolean;
  /** Where it is to be seen more closely. */
  href?: string;
};

type Chosen = Record<"from" | "to" | "affiliate" | "sub" | "survey", string> & { by: ProfitBy };

/** What an address asks; this month by its days, unless it says otherwise. A wrong day is told and limits nothing. */
function askedIn(query: URLSearchParams, timeZone: string) {
  const { from, to, faults, period } = daysAsked(query, timeZone);
  const by = profitBy.find((each) => each === given(query, "by")) ?? "day";
  const survey = variants.has(given(query, "survey")) ? given(query, "survey") : "";
  const chosen: Chosen = {
    from,
    to,
    by,
    affiliate: given(query, "affiliate"),
    sub: given(query, "sub"),
    survey,
  };
  const of = {
    affiliate: chosen.affiliate || undefined,
    sub: chosen.sub || undefined,
    survey: survey || undefined,
  };
  return { chosen, faults, period, of };
}

/** The same for a file. @throws Response 422 with a sentence */
export const demandAsked = (query: URLSearchParams, timeZone: string) =>
  demandFaultless(askedIn(query, timeZone));

export type ProfitData = Awaited<ReturnType<typeof profitData>>;

/** @param isWhole whether the viewer may read others' ids, in which a visitor's number may be */
export async function profitData(
  query: URLSearchParams,
  { services: { store, settings } }: AppLoadContext,
  isWhole: boolean,
) {
  const zone = settings.siteTimeZone;
  const kinds = kindsWith(settings.sourceLevels.length);
  const { chosen, faults, period, of } = askedIn(query, zone);
  const lately = periodsUntil(Date.now(), zone);
  const [since, until] = [lately.at(-1)!.period, lately.at(-2)!.period];
  // All that is asked for each morning in one question.
  const recent = await store.profit.rows("day", periodOf(since.first, until.last, zone)!, zone, of);
  const within = ({ first, last }: Period) => recent.filter(({ name }) => first <= name && name <= last);
  const isRecent = since.first <= period.first && period.last <= until.last;
  const rows =
    chosen.by === "day" && isRecent ? within(period) : await store.profit.rows(chosen.by, period, zone, of);
  const names = await store.books.ledger.names({});
  const all = sumOf(rows);
  const address = (more: Partial<Chosen>, page = "/console/profit") => addressWith(page, chosen, more);
  return {
    chosen,
    faults,
    zone,
    all: rowOf(-1, "All", chosen.by === "buyer" ? { ...all, cost: null } : all),
    rows: rows.map((row, index) => ({
      ...rowOf(index, nameOf(row, isWhole), row),
      href: isWhole || chosen.by === "day" ? closer(row, chosen, { kinds, address }) : undefined,
    })),
    lately: lately.map(({ text, period: days }) => ({
      text,
      amount: dollars(profitOf(sumOf(within(days)))),
      href: address({ from: days.first, to: days.last }),
    })),
    /** Somebody who has imported no costs sees all of his margin as profit. */
    lacksCosts: rows.length > 0 && all.cost === 0 && chosen.by !== "buyer",
    affiliates: isWhole ? names.affiliates.filter(Boolean) : [],
    surveys: [...variants.keys()],
    kinds,
    isOfSources: depthOf[chosen.by] !== undefined,
    csv: address({}, "/console/profit.csv"),
  };
}

function rowOf(id: number, name: string, business: Business): Row {
  const { sales, sold, back, payout, cost } = business;
  const profit = profitOf(business);
  const owed = sold + back;
  return {
    id,
    name,
    sales,
    profit: dollars(profit),
    margin: owed > 0 ? `${Math.round((100 * profit) / owed)} %` : "–",
    sold: dollars(sold),
    back: dollars(back),
    payout: dollars(payout),
    cost: cost === null ? "–" : dollars(cost),
    isLoss: profit < 0,
  };
}

function nameOf({ name, subId }: ProfitRow, isWhole: boolean): string {
  const shown = (text: string) => (isWhole ? text : masked(text));
  if (subId === undefined) return shown(name) || "(none)";
  return `${shown(name) || "(none)"}, ${shown(subId) || "no sub id"}`;
}

/** Without levels an affiliate's sources are its sub ids alone. @param levels how many ids a source has */
const kindsWith = (levels: number): readonly ProfitBy[] =>
  profitBy.filter((kind) => (kind !== "campaign" || levels > 1) && (kind !== "ad set" || levels > 2));

/**
 * Of a day its affiliates, of an affiliate and a survey their days, of a campaign and an ad set their parts, of a buyer and a
 * whole source their sales.
 */
function closer(
  { name, subId }: ProfitRow,
  { by, from, to }: Chosen,
  { kinds, address }: { kinds: readonly ProfitBy[]; address: (more: Partial<Chosen>) => string },
): string | undefined {
  if (by === "day") return address({ from: name, to: name, by: "affiliate" });
  if (name === "") return undefined;
  if (by === "affiliate") return address({ by: "day", affiliate: name });
  if (by === "survey") return address({ by: "day", survey: name });
  if (subId && (by === "campaign" || by === "ad set"))
    return address({ by: kinds[kinds.indexOf(by) + 1], affiliate: name, sub: subId });
  const of: Record<string, string> = by === "buyer" ? { buyer: name } : { affiliate: name, sub: subId ?? "" };
  return `/console/sales?${new URLSearchParams({ from, to, ...of })}`;
}

/** The days that an owner asks for each morning; the last month comes last, this one before it. */
function periodsUntil(now: number, zone: string): { text: string; period: Period }[] {
  const today = dayCounter(zone)(now);
  const day = (number: number) => periodOf(dayText(number), dayText(number), zone)!;
  const thisMonth = monthOf(monthAt(now, zone), zone)!;
  const before = dayCounter(zone)(thisMonth.from - 1);
  return [
    { text: "Today so far", period: day(today) },
    { text: "Yesterday", period: day(today - 1) },
    { text: "This month so far", period: thisMonth },
    { text: "Last month", period: monthOf(dayText(before).slice(0, 7), zone)! },
  ];
}
