import type { Comparison } from "../numbers/statistics/rates.ts";
import type { Lift } from "./statistics/lift.ts";
import type { Plan } from "./statistics/power.ts";
import type { SampleRatio } from "./statistics/sample-ratio.ts";

/** Names of what an experiment counts. */
export const countedInWords: Record<CountedBy, string> = { views: "first views", visits: "visits" };

/** A relative lift as text: `+12.3%`. */
function signed(lift: number): string {
  return `${lift > 0 ? "+" : lift < 0 ? "−" : ""}${inPercent(Math.abs(lift))}`;
}

/** The range of a lift as text: `−1.0% to +12.3%`. */
export function rangeInWords({ low, high }: Lift): string {
  if (high !== null && low > high) return "inconsistent from day to day";
  return high === null ? `${signed(low)} or more` : `${signed(low)} to ${signed(high)}`;
}

/** A share as text: `12.3%`. */
export function inPercent(share: number): string {
  return `${(100 * share).toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;
}

/** What an experiment counts: first views (everybody who was shown an arm), or only visits with an answer. */
export type CountedBy = "views" | "visits";

/** Results of the visits of one arm that began on one day. */
export type ArmDay = {
  arm: string;
  /** Days since 1970 in the site's time zone. */
  day: number;
  /** First views where the experiment counts them, else the same as `begun`. */
  assigned: number;
  /** Visits with a first answer. */
  begun: number;
  leads: number;
  qualified: number;
  disqualified: number;
  /** Leads that count as sold (sold.ts), and what buyers owe for them now, in cents; of the metric `sold` alone. */
  sold?: number;
  cents?: number;
  /** Visits in which a field was refused, and in which a service failed. */
  refused: number;
  failed: number;
  /** Of finished visits: their number, and the sum and sum of squares of the natural logarithm of their seconds. */
  times: { count: number; sum: number; squares: number };
};

export type GuardName = "disqualified" | "refused" | "failed" | "time";

/** A number that must not get worse while the metric gets better. */
export type Guard = {
  name: GuardName;
  /** A share from 0 to 1, or the geometric mean of seconds; null without data. */
  control: number | null;
  arm: number | null;
  /** How much higher than control, relatively, with an always-valid interval; null where there is too little data. */
  more: Lift | null;
  /** True where it is higher than control by more than chance. */
  isWorse: boolean;
};

/** An arm compared with control; days are counted since 1970. */
export type Compared = {
  /** Always valid over all looks. `p` and the intervals are corrected for the number of arms (Bonferroni). */
  lift: Lift;
  p: number;
  /** The lift as it was after each day. */
  looks: (Lift & { day: number })[];
  /** The difference of the rates with its Newcombe interval and p, which hold for a single look. */
  once: Comparison;
  weeks: { first: number; last: number; assigned: number; lift: Lift }[];
  /** True where the lift of the first week differs from that of the weeks after it. */
  isNovelty: boolean;
  guards: Guard[];
};

export type ArmReport = {
  name: string;
  /** Planned share of the experiment's visitors, 0 to 1. */
  share: number;
  /** First views or visits, whichever the experiment counts. */
  assigned: number;
  /** Those that reached the metric. */
  count: number;
  /** What buyers owe for its leads now, in cents; null of another metric than `sold`. */
  cents: number | null;
  /** With a 95 % interval for a single look (Wilson); null where nobody is assigned. */
  rate: { estimate: number; low: number; high: number } | null;
  /** Null for control. */
  compared: Compared | null;
};

export type Report = {
  verdict: Verdict;
  countedBy: CountedBy;
  /** Control first. */
  arms: ArmReport[];
  /** The whole days that it is judged by, in days since 1970. */
  days: { first: number; last: number; count: number } | null;
  sampleRatio: SampleRatio;
  /** Visits with an answer, and those of them that were shown more than one arm. */
  begun: number;
  crossed: number;
  /** True if visits were assigned by more than one definition of it. */
  isAltered: boolean;
  /** Null without a rate to plan with. */
  power: { rate: number; perDay: number; plans: Plan[] } | null;
};

export type Verdict = {
  kind: "untrusted" | "better" | "worse" | "same" | "early";
  title: string;
  /** Sentences that give the reasons. */
  reasons: string[];
};
