import type { Comparison } from "../statistics/rates.ts";
import type { CountedBy } from "./arm-day.ts";
import type { Lift } from "./statistics/lift-sequence.ts";
import type { Plan } from "./statistics/power.ts";
import type { SampleRatio } from "./statistics/sample-ratio.ts";

export type GuardName = "disqualified" | "refused" | "failed" | "time";

/** What must not get worse while the metric gets better. */
export type Guard = {
  name: GuardName;
  /** Shares, or seconds as geometric means; null where there is none yet. */
  control: number | null;
  arm: number | null;
  /** How much more than control, as an always-valid interval; null where there are too few for any. */
  more: Lift | null;
  /** More than chance makes it. */
  isWorse: boolean;
};

/** An arm against control. */
export type Compared = {
  /** Always valid over all looks. `p` is corrected for the number of arms (Bonferroni), as are the intervals. */
  lift: Lift;
  p: number;
  /** After each day. */
  looks: (Lift & { day: number })[];
  /** The difference of the rates with its Newcombe interval and p, which hold for a single look. */
  once: Comparison;
  weeks: { first: number; last: number; assigned: number; lift: Lift }[];
  /** The first week's lift is unlike that of all later ones. */
  isNovelty: boolean;
  guards: Guard[];
};

export type ArmReport = {
  name: string;
  /** Of all who are in the experiment, by the weights. */
  share: number;
  /** First views or visits, as the experiment is counted. */
  assigned: number;
  /** Of these, what came to the metric. */
  count: number;
  /** With its 95 % interval for a single look (Wilson); null without any. */
  rate: { estimate: number; low: number; high: number } | null;
  /** Null for control. */
  compared: Compared | null;
};

export type Report = {
  verdict: Verdict;
  countedBy: CountedBy;
  /** Control first. */
  arms: ArmReport[];
  /** Whole days that it is judged by, since 1970. */
  days: { first: number; last: number; count: number } | null;
  sampleRatio: SampleRatio;
  /** Visits with an answer, and those of them that were shown more than one arm. */
  begun: number;
  crossed: number;
  /** Visits were drawn by more than one definition of it. */
  isAltered: boolean;
  power: { rate: number; perDay: number; plans: Plan[] } | null;
};

export type Verdict = {
  kind: "untrusted" | "better" | "worse" | "same" | "early";
  title: string;
  /** Why, in sentences. */
  reasons: string[];
};
